import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compared,
  distance,
  exact,
  exactDecimal,
  finerBy1,
  justBelow,
  largestWholeAt,
  lastPlace,
  plus,
  times,
  written,
} from './exact-decimal.ts';

test.each([
  ['1.50', { units: 150n, places: 2 }],
  ['-0.1', { units: -1n, places: 1 }],
  ['7', { units: 7n, places: 0 }],
  ['1e2', undefined],
  ['.5', undefined],
  [7, undefined],
  [null, undefined],
])('reads %j', (value, read) => expect(exactDecimal(value)).toEqual(read));

test('adds, multiplies and compares by value', () => {
  expect(compared(plus(exact('0.1'), exact('0.20')), exact('0.3'))).toBe(0);
  expect(compared(times(exact('1.5'), exact('-2')), exact('-3'))).toBe(0);
  expect(written(times(exact('0.01'), exact('0.001')))).toBe('0.00001');
  expect(compared(exact('0.09'), exact('0.1'))).toBe(-1);
  expect(compared(exact('10'), exact('9.99'))).toBe(1);
});

test('a distance is never negative, and the last place is the stated one', () => {
  expect(compared(distance(exact('1'), exact('3.5')), exact('2.5'))).toBe(0);
  expect(compared(lastPlace(exact('1.500')), exact('0.001'))).toBe(0);
});

test.each([
  ['0.01', '0.011'],
  ['100.00', '100.001'],
  ['1', '1.1'],
])('a finer value than %s: %s', (text, finer) => expect(finerBy1(text)).toBe(finer));

const INT64_MAX = 2n ** 63n - 1n;

test.each(['0', '7', '0.01', '100.00', '9007199254.74099301', '0.000000000000000001'])(
  '%s round-trips through its text',
  (text) => {
    expect(written(exact(text))).toBe(text);
  },
);

describe('just below', () => {
  test.each([
    ['1', '0.999999999999999999'],
    ['9', '8.999999999999999999'],
    ['10', '9.99999999999999999'],
    ['9223372036854775807', '9223372036854775806'],
    ['92233720368.54775807', '92233720368.54775806'],
  ])('%s is %s', (text, below) => expect(written(justBelow(exact(text)))).toBe(below));

  test('no representable value lies between the two', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: INT64_MAX }), fc.integer({ min: 0, max: 18 }), (units, places) => {
        const below = justBelow({ units, places });
        const same = units * 10n ** BigInt(below.places - places);
        expect(same - below.units).toBe(1n);
        expect(below.places === 18 || same * 10n > INT64_MAX).toBe(true);
      }),
    );
  });
});

test.each([
  [0, 9223372036854775807n],
  [8, 92233720368n],
  [18, 9n],
])('at %d places the largest whole number is %s', (scale, whole) => expect(largestWholeAt(scale)).toBe(whole));
