import { errorCode, isOk, isReplay } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { legsOfA } from '../../scenes/material.ts';
import { credentialBody, pathOf } from '../../scenes/own-credential.ts';

export const intakeDoesNotAnswer = check({
  id: 'err/intake-does-not-answer',
  proves: ['ERR-13'],
  title:
    'a member whose intake does not answer says 503 INTAKE_UNAVAILABLE, retryable true: the same key succeeds later',
  needs: ['admin', 'venues', 'intake', 'control', 'writes'],

  async drive({ admin, control, fixtures: { venues }, freshKey }) {
    if (venues.a === undefined) return;
    const [key, body] = [freshKey(), credentialBody(venues.a, legsOfA(freshKey()))];
    await control.fault({ on: { edge: 'intake', key }, refuse: 'INTAKE_UNAVAILABLE', times: 1 });
    await admin.post('/credentials', body, { key, label: 'not stored' });
    const path = pathOf(await admin.post('/credentials', body, { key, label: 'again' }));
    if (path !== undefined) await admin.post(`${path}/withdraw`, {});
  },

  judge(history) {
    const refused = history.maybe('not stored');
    if (refused === undefined) return inconclusive('the profile names no venue of family A');
    const again = history.one('again');
    const expected = { status: 503, code: 'INTAKE_UNAVAILABLE', position: 'absent', retryable: true } as const;
    return allOf(
      // That the intake is away is no word of a busy member; any other that may pass is.
      expects(refused, { ...expected, ...(errorCode(refused) === 'INTAKE_UNAVAILABLE' && { thoughBusy: true }) }),
      isOk(again) && !isReplay(again) ? pass : violated('the same key, taken when the intake answers', refused, again),
    );
  },
});
