/**
 * A suite that stands still at one of its steps blames no sound member. Held here for the checks that wait; all of them, with
 * every delay at every step, are `npm run soak -- delays`.
 */
import { expect, test } from 'vitest';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { delayed } from './delayed-steps.ts';

/** The checks whose drive lets time pass, without a control plane. The soak shows it where one is missing. */
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
/** Of the others, this many steps are enough: each delay before the first, the last and those between. */
const STEPS = 4;

const checks = await loadChecks();
const named = (id: string) => checks.filter((check) => check.id === id);

test.concurrent.each(WAITING)('%s blames no sound member for a pause of the suite', async (id) => {
  const [check] = named(id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  const isDelayed = (step: number, steps: number) => step % Math.ceil(steps / STEPS) === 0 || step === 1;
  const judged = await delayed(check, { delays: [10_000, 70_000], isDelayed });
  expect(judged).toMatchObject({ verdict: 'pass', alarms: [] });
  expect(judged?.drives).toBeGreaterThan(0);
});

test('a session that comes to its end is judged by when the suite acted, wherever the suite stands still', async () => {
  const [check] = named('wss/session-comes-to-its-end');
  if (check === undefined) throw new Error('there is no such check');
  const isDelayed = (step: number) => step % 5 === 0 || step === 3;
  const judged = await delayed(check, { delays: [10_000, 70_000], isDelayed });
  expect(judged).toMatchObject({ verdict: 'pass', alarms: [] });
});
