import { errorCode, isOk } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { legsOfA } from '../../scenes/material.ts';
import { credentialBody, pathOf } from '../../scenes/own-credential.ts';

/** Of a write that stored its material and was then not taken: the intake holds the key, and no journal does (decision A39). */
export const intakeKeyReused = check({
  id: 'cred/intake-key-reused',
  proves: ['CRED-12'],
  title:
    'other material under a key that the intake holds material of answers 409, and the material that it holds goes on to be taken',
  needs: ['admin', 'venues', 'intake', 'control', 'writes'],

  async drive({ admin, control, fixtures: { venues }, freshKey }) {
    if (venues.a === undefined) return;
    const key = freshKey();
    const body = credentialBody(venues.a, legsOfA(freshKey()));
    await control.fault({ on: { edge: 'inbox', key }, refuse: 'OWNER_ABSENT', times: 1 });
    await admin.post('/credentials', body, { key, label: 'not taken' });
    const other = credentialBody(venues.a, legsOfA(freshKey()));
    const reused = await admin.post('/credentials', other, { key, label: 'other material' });
    const again = await admin.post('/credentials', body, { key, label: 'the same material' });
    for (const path of new Set([pathOf(reused), pathOf(again)])) {
      if (path !== undefined) await admin.post(`${path}/withdraw`, {});
    }
  },

  judge(history) {
    const first = history.maybe('not taken');
    if (first === undefined) return inconclusive('the profile names no venue of family A');
    if (errorCode(first) !== 'OWNER_ABSENT') return inconclusive('the write was not turned away at the inbox');
    const [reused, again] = [history.one('other material'), history.one('the same material')];
    const codes = history.target.strict ? 'INTAKE_KEY_REUSED' : ['INTAKE_KEY_REUSED', 'IDEMPOTENCY_KEY_REUSED'];
    return allOf(
      expects(reused, { status: 409, code: codes, position: 'absent' }),
      isOk(again) ? pass : violated('the material that the intake holds, taken under its key', first, again),
    );
  },
});
