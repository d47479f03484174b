/**
 * A pause of the suite at one of its steps causes no false alarm. This tests the checks that wait. `npm run soak -- delays` tests
 * all checks, with every delay at every step.
 */
import { expect, test } from 'vitest';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { delayed } from './delayed-steps.ts';

/** The checks that let time pass without a control plane. If one is missing here, the soak fails. */
const WAITING = [
  'auth/expired-token',
  'bal/observed-again-at-each-heartbeat',
  'bal/observed-anew-when-changed',
  'exe/executions-add-up-to-their-order',
  'mkt/nothing-before-auth',
  'pol/governing-cap-binds',
  'tkt/expired-ticket',
  'tkt/opens-one-session-once',
  'tkt/limit-is-reached',
] as const;
/** For the other checks this many steps are enough: each delay before the first, the last and some between. */
const STEPS = 4;

const checks = await loadChecks();
const named = (id: string) => checks.filter((check) => check.id === id);

test.concurrent.each(WAITING)('%s raises no false alarm after a pause of the suite', async (id) => {
  const [check] = named(id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  const isDelayed = (step: number, steps: number) => step % Math.ceil(steps / STEPS) === 0 || step === 1;
  const judged = await delayed(check, { delays: [10_000, 70_000], isDelayed });
  expect(judged).toMatchObject({ verdict: 'pass', alarms: [] });
  expect(judged?.drives).toBeGreaterThan(0);
});

test('the end of a session is judged by the time at which the suite acted, at whichever step the suite pauses', async () => {
  const [check] = named('wss/session-comes-to-its-end');
  if (check === undefined) throw new Error('there is no such check');
  const isDelayed = (step: number) => step % 5 === 0 || step === 3;
  const judged = await delayed(check, { delays: [10_000, 70_000], isDelayed });
  expect(judged).toMatchObject({ verdict: 'pass', alarms: [] });
});
