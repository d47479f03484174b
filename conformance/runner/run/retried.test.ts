/** A check without a verdict is retried at the end of the run, at most twice. */
import { expect, test } from 'vitest';
import { stubTarget } from '../../testing/stub-target.ts';
import type { Check } from '../check.ts';
import { check } from '../check.ts';
import { inconclusive, type Judgement, pass } from '../judgement.ts';
import { run } from './run.ts';

/** The n-th attempt is judged by the n-th of these. */
function turning(
  id: `test/${string}`,
  judgements: readonly Judgement[],
  over: { readonly waits?: NonNullable<Check['waits']> } = {},
): { check: Check; times: () => number } {
  let times = 0;
  const made = check({
    ...over,
    id,
    proves: ['RID-01'],
    title: 'a claim',
    needs: ['trader'],
    drive: async ({ trader }) => void (await trader.get('/me')),
    judge: () => judgements[times++] ?? pass,
  });
  return { check: made, times: () => times };
}

async function rowsOf(checks: readonly Check[], timeBudgetMs?: number) {
  const { target, stopwatch, freshKey } = await stubTarget(() => ({ status: 200 }));
  const selection = { select: [], requirements: [], readOnly: false };
  const record = await run({
    ...{ checks, target, selection, stopwatch, freshKey, seed: 1, version: '0' },
    resetBetweenChecks: false,
    timeBudgetMs,
  });
  return record.checks;
}

const busy = inconclusive('busy');

test.each([
  ['passes the second time', [busy, pass], { verdict: 'pass', flaky: true }, 2],
  ['passes the third time', [busy, busy, pass], { verdict: 'pass', flaky: true }, 3],
  ['is never decided', [busy, busy, busy, pass], { verdict: 'inconclusive', reason: 'busy' }, 3],
] as const)('a check that %s', async (_, judgements, expected, times) => {
  const { check: turned, times: counted } = turning('test/turned', judgements);
  expect(await rowsOf([turned])).toMatchObject([expected]);
  expect(counted()).toBe(times);
});

test('a check that passes at once is not retried, and is not flaky', async () => {
  const { check: steady, times } = turning('test/steady', [pass]);
  const [row] = await rowsOf([steady]);
  expect([row?.flaky, times()]).toEqual([undefined, 1]);
});

/** A restart of the member cuts the session that it waits with. */
test.each([
  ['is tried again once, after the others', undefined, { verdict: 'pass', flaky: true }, 2],
  ['is not where the time budget does not last for it', 60_000, { verdict: 'inconclusive' }, 1],
] as const)('a check that waits on a running clock %s', async (_, budgetMs, expected, times) => {
  const { check: waiting, times: counted } = turning('test/waiting', [busy, pass], { waits: { ms: 1, for: 'an end' } });
  expect(await rowsOf([waiting], budgetMs)).toMatchObject([expected]);
  expect(counted()).toBe(times);
});
