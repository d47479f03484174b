/** A check without a verdict is retried at the end of the run, at most twice. */
import { expect, test } from 'vitest';
import { stubTarget } from '../testing/stub-target.ts';
import type { Check } from './check.ts';
import { check } from './check.ts';
import { inconclusive, type Judgement, pass } from './judgement.ts';
import { run } from './run.ts';

/** The n-th attempt is judged by the n-th of these. */
function turning(id: `test/${string}`, ...judgements: readonly Judgement[]): { check: Check; times: () => number } {
  let times = 0;
  const made = check({
    id,
    proves: ['RID-01'],
    title: 'a claim',
    needs: ['trader'],
    drive: async ({ trader }) => void (await trader.get('/me')),
    judge: () => judgements[times++] ?? pass,
  });
  return { check: made, times: () => times };
}

async function rowsOf(...checks: readonly Check[]) {
  const { target, stopwatch, freshKey } = await stubTarget(() => ({ status: 200 }));
  const selection = { select: [], requirements: [], readOnly: false };
  const record = await run({
    ...{ checks, target, selection, stopwatch, freshKey, seed: 1, version: '0' },
    resetBetweenChecks: false,
  });
  return record.checks;
}

const busy = inconclusive('busy');

test.each([
  ['passes the second time', [busy, pass], { verdict: 'pass', flaky: true }, 2],
  ['passes the third time', [busy, busy, pass], { verdict: 'pass', flaky: true }, 3],
  ['is never decided', [busy, busy, busy, pass], { verdict: 'inconclusive', reason: 'busy' }, 3],
] as const)('a check that %s', async (_, judgements, expected, times) => {
  const { check: turned, times: counted } = turning('test/turned', ...judgements);
  expect(await rowsOf(turned)).toMatchObject([expected]);
  expect(counted()).toBe(times);
});

test('a check that passes at once is not retried, and is not flaky', async () => {
  const { check: steady, times } = turning('test/steady', pass);
  const [row] = await rowsOf(steady);
  expect([row?.flaky, times()]).toEqual([undefined, 1]);
});
