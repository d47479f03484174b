import { expect, test } from 'vitest';
import { answer } from '../testing/sample-history.ts';
import { isToldWithin, secondsToWait, toldSeconds } from './retry-after.ts';

const DATE = ['Date', 'Mon, 05 Jan 2026 00:00:00 GMT'] as const;
const IN_A_MINUTE = ['Retry-After', 'Mon, 05 Jan 2026 00:01:05 GMT'] as const;

test.each([
  ['seconds', [['Retry-After', '61']], 61, 61, true],
  ['a second too many', [['Retry-After', '62']], 62, 62, false],
  ['none', [], undefined, undefined, false],
  ['a date, whose Date may be of another clock', [DATE, IN_A_MINUTE], 65, 70, true],
  ['a date that no clock explains', [DATE, ['Retry-After', 'Mon, 05 Jan 2026 00:01:07 GMT']], 67, 72, false],
  ['a date beside a Date that is ahead', [DATE, ['Retry-After', 'Sun, 04 Jan 2026 23:59:57 GMT']], -3, 2, true],
] as const)('%s', (_, headers, told, waited, isWithin) => {
  const e = answer('POST /orders', { status: 429, headers: Object.fromEntries(headers) })(1, null);
  expect(toldSeconds(e)).toBe(told);
  expect(secondsToWait(e)).toBe(waited);
  expect(isToldWithin(e, 1, 61)).toBe(isWithin);
});
