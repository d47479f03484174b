import { expect, test } from 'vitest';
import { riseOf, type Sample } from './flatness.ts';

const BOUND = { name: 'heap', unit: 'MB', most: 5 };
const of = (value: (n: number) => number): readonly Sample[] =>
  Array.from({ length: 40 }, (_, n) => ({ atS: n * 30, value: value(n) }));

test.each<readonly [string, (n: number) => number, boolean]>([
  ['a steady one', () => 80, false],
  ['one that rises in the first half alone', (n) => Math.min(n, 20), false],
  [
    'one that swings widely around a line that rises by less than the swing tells',
    (n) => (n % 2) * 40 + n * 0.3,
    false,
  ],
  ['one that rises within the bound', (n) => 80 + n * 0.2, false],
  ['one that rises', (n) => 80 + n * 0.5, true],
  ['one that rises and swings a little', (n) => 80 + n + (n % 2), true],
  ['one that falls', (n) => 80 - n, false],
])('%s', (_, value, rises) => {
  expect(riseOf(BOUND, of(value)) !== undefined).toBe(rises);
});
