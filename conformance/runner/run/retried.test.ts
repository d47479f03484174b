/** A check without a verdict is retried at the end of the run, at most twice. */
import { expect, test } from 'vitest';
import { gets, ranAll, sampleCheck } from '../../testing/stub-run.ts';
import type { Check } from '../check.ts';
import { inconclusive, type Judgement, pass } from '../judgement.ts';

/** The n-th attempt is judged by the n-th of these. */
async function turned(judgements: readonly Judgement[], over: Partial<Check> = {}, timeBudgetMs?: number) {
  let times = 0;
  const turning = sampleCheck({ drive: gets('/me'), judge: () => judgements[times++] ?? pass, ...over });
  const { record } = await ranAll([turning], undefined, { timeBudgetMs });
  return { rows: record.checks, times };
}

const busy = inconclusive('busy');

test.each([
  ['passes the second time', [busy, pass], { verdict: 'pass', flaky: true }, 2],
  ['passes the third time', [busy, busy, pass], { verdict: 'pass', flaky: true }, 3],
  ['is never decided', [busy, busy, busy, pass], { verdict: 'inconclusive', reason: 'busy' }, 3],
] as const)('a check that %s', async (_, judgements, expected, times) => {
  const seen = await turned(judgements);
  expect(seen.rows).toMatchObject([expected]);
  expect(seen.times).toBe(times);
});

test('a check that passes at once is not retried, and is not flaky', async () => {
  const { rows, times } = await turned([pass]);
  expect([rows[0]?.flaky, times]).toEqual([undefined, 1]);
});

/** A restart of the member cuts the session that it waits with. */
test.each([
  ['is tried again once, after the others', undefined, { verdict: 'pass', flaky: true }, 2],
  ['is not where the time budget does not last for it', 60_000, { verdict: 'inconclusive' }, 1],
] as const)('a check that waits on a running clock %s', async (_, budgetMs, expected, times) => {
  const seen = await turned([busy, pass], { waits: { ms: 1, for: 'an end' } }, budgetMs);
  expect(seen.rows).toMatchObject([expected]);
  expect(seen.times).toBe(times);
});
