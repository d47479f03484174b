/** On a virtual clock a run is reproducible by its seed: it sends the same requests in the same order and leaves the same journal. */
import { expect, test } from 'vitest';
import type { Transport } from '../../../conformance/member/sending/transport.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { withRuns } from '../judged-against.ts';
import { judgedByProfile, SEED } from './judged-by-profile.ts';

const some = (await loadChecks())
  .filter(({ id }) => /^ord\/|^history\/one-sequence-explains-every-answer/.test(id))
  .map((check) => withRuns(check, 3));
/** Keys contain it. */
const STARTED_AT_MS = 1_767_571_200_000;
/** Cursors are encrypted with keys that do not depend on the seed. */
const CURSOR = /([?&]cursor=)[^&]*/;

async function runOnce() {
  await using sandbox = await startSandbox({ clock: 'virtual', seed: SEED });
  const sent: string[] = [];
  const through = (transport: Transport): Transport => ({
    ...transport,
    send(request) {
      sent.push(`${request.method} ${request.path.replace(CURSOR, '$1...')} ${request.body}`);
      return transport.send(request);
    },
  });
  const stopwatch = { ...startStopwatch(), startedAtMs: STARTED_AT_MS };
  const { verdict } = await judgedByProfile(sandbox.profile, some, { resetBetweenChecks: false, through, stopwatch });
  const journal = await (await fetch(`${sandbox.controlUrl}/journal/export`)).text();
  return { verdict, sent, journal };
}

test('two runs of one seed send the same requests, and leave the same journal', { timeout: 300_000 }, async () => {
  const [first, second] = [await runOnce(), await runOnce()];
  expect(second.verdict).toBe(first.verdict);
  expect(first.sent.length).toBeGreaterThan(0);
  expect(second.sent).toEqual(first.sent);
  expect(second.journal).toBe(first.journal);
});
