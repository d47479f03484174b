import { expect, test } from 'vitest';
import { toMs } from './duration.ts';

test.each([
  [250, 250],
  ['250ms', 250],
  ['1.5s', 1_500],
  ['90m', 5_400_000],
  ['24h', 86_400_000],
  ['1d', 86_400_000],
])('%s is %i ms', (by, ms) => {
  expect(toMs(by)).toBe(ms);
});

test('throws for a text that is no duration', () => {
  expect(() => toMs('soon')).toThrow("'soon' is no duration");
});
