import { describe, expect, test } from 'vitest';
import { EXPECTED_COSTS } from './expected-costs.gen.ts';
import { loadChecks } from './load-checks.ts';
import { shardsOf, weightOf } from './shards.ts';

const checks = await loadChecks();

function loads(count: number): readonly number[] {
  const sums = Array.from({ length: count }, () => 0);
  const shards = shardsOf(checks, count);
  for (const check of checks) {
    const shard = shards.get(check.id) ?? 0;
    sums[shard - 1] = (sums[shard - 1] ?? 0) + weightOf(check);
  }
  return sums;
}

test('the table has nearly every check', () =>
  expect(checks.filter(({ id }) => EXPECTED_COSTS[id] !== undefined).length / checks.length).toBeGreaterThan(0.9));

describe('shards', () => {
  test.each([2, 3, 4])('%i of them have about the same length', (count) => {
    const sums = loads(count);
    expect(Math.max(...sums) / Math.min(...sums)).toBeLessThan(1.25);
  });

  test('do not depend on the order of the checks', () => {
    const sorted = (shards: ReadonlyMap<string, number>) => [...shards].sort();
    expect(sorted(shardsOf(checks.toReversed(), 3))).toEqual(sorted(shardsOf(checks, 3)));
  });

  test('may be more than there are checks', () => expect([...shardsOf(checks.slice(0, 1), 5).values()]).toEqual([1]));
});
