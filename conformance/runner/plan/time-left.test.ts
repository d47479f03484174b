import { expect, test } from 'vitest';
import { sampleCheck } from '../../testing/stub-run.ts';
import { NOTHING_SENT } from './sent-counts.ts';
import { TimeLeft } from './time-left.ts';

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
