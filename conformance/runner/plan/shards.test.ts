import { describe, expect, test } from 'vitest';
import { EXPECTED_COSTS } from './expected-costs.gen.ts';
import { loadChecks } from './load-checks.ts';
import { shardsOf } from './shards.ts';

const checks = await loadChecks();

function loads(count: number): readonly number[] {
  const sums = Array.from({ length: count }, () => 0);
  for (const [id, shard] of shardsOf(checks, count))
    sums[shard - 1] = (sums[shard - 1] ?? 0) + (EXPECTED_COSTS[id]?.[0] ?? 0);
  return sums;
}

test('the table has nearly every check', () => {
  expect(checks.filter(({ id }) => EXPECTED_COSTS[id] !== undefined).length / checks.length).toBeGreaterThan(0.9);
});

describe('shards', () => {
  test.each([2, 3, 4])('%i of them have about the same length', (count) => {
    const sums = loads(count);
    expect(Math.max(...sums) / Math.min(...sums)).toBeLessThan(1.25);
  });

  test('do not depend on the order of the checks', () => {
    const sorted = (shards: ReadonlyMap<string, number>) => [...shards].sort();
    expect(sorted(shardsOf(checks.toReversed(), 3))).toEqual(sorted(shardsOf(checks, 3)));
  });

  test('count a check that the table does not have as one of median cost', () => {
    const expected = { 'a/long': 100, 'a/middle': 10, 'a/short': 1 };
    const ids = ['a/long', 'a/new', 'a/newer', 'a/short'].map((id) => ({ id }));
    expect([...shardsOf(ids, 2, expected)]).toEqual([
      ['a/long', 1],
      ['a/new', 2],
      ['a/newer', 2],
      ['a/short', 2],
    ]);
  });

  test('may be more than there are checks', () => {
    expect([...shardsOf([{ id: 'a/b' }], 5).values()]).toEqual([1]);
  });
});
