import { errorCode } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { inconclusive } from '../../runner/judgement.ts';
import { legsOfA } from '../../scenes/material.ts';
import { credentialBody, pathOf } from '../../scenes/own-credential.ts';

export const noIntake = check({
  id: 'err/no-intake',
  proves: ['ERR-13'],
  title: 'a member that stores no credentials answers 503 INTAKE_UNAVAILABLE to key material, retryable false',
  needs: ['admin', 'venues', 'intake', 'control', 'destructive', 'writes'],

  async drive({ admin, control, fixtures: { venues }, freshKey }) {
    if (venues.a === undefined) return;
    const body = () => credentialBody(venues.a ?? 0, legsOfA(freshKey()));
    const taken = pathOf(await admin.post('/credentials', body(), { label: 'stored' }));
    if (taken !== undefined) await admin.post(`${taken}/withdraw`, {});
    await control.deploy({ surfaces: { intake: false } });
    await admin.post('/credentials', body(), { label: 'not stored' });
  },

  judge(history) {
    const stored = history.maybe('stored');
    if (stored === undefined) return inconclusive('the profile names no venue of family A');
    if (pathOf(stored) === undefined) return inconclusive('a credential is not taken with an intake either');
    const refused = history.one('not stored');
    return expects(refused, {
      status: 503,
      code: 'INTAKE_UNAVAILABLE',
      position: 'absent',
      retryable: false,
      // That the intake is away is no word of a busy member; any other that may pass is.
      ...(errorCode(refused) === 'INTAKE_UNAVAILABLE' && { thoughBusy: true }),
    });
  },
});
