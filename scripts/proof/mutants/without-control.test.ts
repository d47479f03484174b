/**
 * Known-bad members judged as a deployed one is: through a profile that names no control plane, by checks that wait. Clock of
 * the sandbox and stopwatch of the suite both run faster than time, so that no test waits for a token as long as a user does.
 * What is judged by a member's Date is not among them: HTTP's is the machine's own.
 */
import { expect, test } from 'vitest';
import { profileOf } from '../../../conformance/client/read-profile.ts';
import { connect } from '../../../conformance/client/target.ts';
import { freshKeys } from '../../../conformance/runner/fresh-keys.ts';
import { loadChecks } from '../../../conformance/runner/load-checks.ts';
import { run } from '../../../conformance/runner/run.ts';
import { DEFECTS } from '../../../gateway/defects/index.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { fastStopwatch } from '../suite/fast-stopwatch.ts';

const RATE = 20;
const SEED = 1;
/** For the leeway of two minutes within which a member may take an expired token (decision A11). */
const PATIENCE_MS = 240_000;

const CASES = [
  ['a-token-that-was-served-is-served-the-same-after-its-exp', 'auth/expired-token', 'AUTH-02'],
  ['the-ceiling-is-not-replayed', 'pol/ceiling-is-recorded', 'POL-04'],
  ['the-governing-row-binds-no-ceiling', 'pol/governing-cap-binds', 'POL-03'],
  ['caps-are-held-as-floats', 'pol/cap-is-exact', 'POL-05'],
  ['a-time-that-moves-with-heartbeats-alone', 'bal/observed-anew-when-changed', 'BAL-05'],
  ['no-rows-of-a-discovered-account', 'bal/discovered-account', 'BAL-06'],
] as const;

const checks = await loadChecks();

async function judged(defects: readonly string[], ids: readonly string[]) {
  const known = DEFECTS.filter(({ name }) => defects.includes(name));
  expect(known.map(({ name }) => name)).toEqual(defects);
  await using sandbox = await startSandbox({ clock: { rate: RATE }, seed: SEED, defects: known });
  const { control: _, strict: __, ...profile } = sandbox.profile;
  const stopwatch = fastStopwatch(RATE);
  const freshKey = freshKeys(SEED, stopwatch.startedAtMs);
  const loaded = profileOf({ ...profile, limits: { ...profile.limits, timeoutMs: 10_000 * RATE } }, 'the sandbox');
  const target = await connect(loaded, { stopwatch, freshKey, userAgent: 'touchstone', patienceMs: PATIENCE_MS });
  try {
    return await run({
      checks: checks.filter(({ id }) => ids.includes(id)),
      ...{ target, stopwatch, freshKey, seed: SEED, version: '0' },
      selection: { select: [], requirements: [], readOnly: false },
      resetBetweenChecks: false,
    });
  } finally {
    await target.close();
  }
}

test.each(CASES)('%s is killed without a control plane', { timeout: 60_000 }, async (defect, id, requirement) => {
  const { requirements } = await judged([defect], [id]);
  expect(requirements.find((row) => row.id === requirement)?.verdict).toBe('fail');
});

test('the good member passes all of them, side by side', { timeout: 60_000 }, async () => {
  const ids = [...new Set(CASES.map(([, id]) => id))];
  const { checks: rows } = await judged([], ids);
  expect(rows.map(({ id, verdict, reason }) => ({ id, verdict, reason }))).toEqual(
    [...ids].sort().map((id) => ({ id, verdict: 'pass', reason: undefined })),
  );
});
