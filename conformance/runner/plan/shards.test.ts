import { describe, expect, test } from 'vitest';
import { sampleCheck } from '../../testing/stub-run.ts';
import { EXPECTED_COSTS } from './expected-costs.gen.ts';
import { loadChecks } from './load-checks.ts';
import { NOTHING_SENT } from './sent-counts.ts';
import { shardsOf, weightOf } from './shards.ts';
import { TimeLeft } from './time-left.ts';

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

describe('the time left of a run', () => {
  const planned = (id: string, requests: number) => ({
    check: sampleCheck({ id }),
    sent: { ...NOTHING_SENT, requests },
  });
  const checks = [planned('a/first', 100), planned('a/second', 300)];

  test('is the forecast at first, and then follows the speed of the run so far', () => {
    const left = new TimeLeft({ checks, seconds: 40, waitsMs: 0 }, 0);
    expect(left.atMs(1_000)).toBe(39_000);
    left.done('a/first');
    // A quarter took 20 s: twice as long as foretold.
    expect(left.atMs(20_000)).toBe(60_000);
    left.done('a/first');
    expect(left.atMs(20_000)).toBe(60_000);
    left.done('a/second');
    expect(left.atMs(70_000)).toBe(0);
  });

  test('is no shorter than what is left of the longest wait', () => {
    const left = new TimeLeft({ checks, seconds: 76, waitsMs: 75_000 }, 1_000);
    for (const { check } of checks) left.done(check.id);
    expect(left.atMs(11_000)).toBe(65_000);
  });
});
