import { expect, test } from 'vitest';
import { answer } from '../../testing/sample-history.ts';
import { isToldWithin, secondsToWait, toldSeconds } from './retry-after.ts';

const DATE = ['Date', 'Mon, 05 Jan 2026 00:00:00 GMT'] as const;
const IN_A_MINUTE = ['Retry-After', 'Mon, 05 Jan 2026 00:01:05 GMT'] as const;

test.each([
  ['a number of seconds', [['Retry-After', '61']], 61, 61, true],
  ['a second too many', [['Retry-After', '62']], 62, 62, false],
  ['no Retry-After', [], undefined, undefined, false],
  ['a date that may come from another clock than Date', [DATE, IN_A_MINUTE], 65, 70, true],
  [
    'a date beyond the tolerated clock difference',
    [DATE, ['Retry-After', 'Mon, 05 Jan 2026 00:01:07 GMT']],
    67,
    72,
    false,
  ],
  ['a date in the past of Date', [DATE, ['Retry-After', 'Sun, 04 Jan 2026 23:59:57 GMT']], -3, 2, true],
] as const)('%s', (_, headers, told, waited, isWithin) => {
  const e = answer('POST /orders', { status: 429, headers: Object.fromEntries(headers) })(1, null);
  expect(toldSeconds(e)).toBe(told);
  expect(secondsToWait(e)).toBe(waited);
  expect(isToldWithin(e, 1, 61)).toBe(isWithin);
});
