import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exact, justBelow, largestWholeAt, times, written } from './exact.ts';

const INT64_MAX = 2n ** 63n - 1n;

test.each(['0', '7', '0.01', '100.00', '9007199254.74099301', '0.000000000000000001'])(
  '%s round-trips through its text',
  (text) => {
    expect(written(exact(text))).toBe(text);
  },
);

test.each([
  ['2.5', '4', '10.0'],
  ['0.01', '0.001', '0.00001'],
  ['9007199254740993', '0.00000001', '90071992.54740993'],
])('%s times %s is %s', (left, right, product) => expect(written(times(exact(left), exact(right)))).toBe(product));

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
      fc.property(fc.bigInt({ min: 1n, max: INT64_MAX }), fc.integer({ min: 0, max: 18 }), (units, scale) => {
        const below = justBelow({ units, scale });
        const same = units * 10n ** BigInt(below.scale - scale);
        expect(same - below.units).toBe(1n);
        expect(below.scale === 18 || same * 10n > INT64_MAX).toBe(true);
      }),
    );
  });
});

test.each([
  [0, 9223372036854775807n],
  [8, 92233720368n],
  [18, 9n],
])('at %d places the largest whole number is %s', (scale, whole) => expect(largestWholeAt(scale)).toBe(whole));
