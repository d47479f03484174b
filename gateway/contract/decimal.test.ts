import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  compare,
  type Decimal,
  decimal,
  decimalOf,
  divide,
  fitsInt64At,
  fitsInt64AtOwnScale,
  formatDecimal,
  isMultipleOf,
  multiply,
  parseDecimal,
  subtract,
  ZERO,
} from './decimal.ts';

const aDecimal = fc
  .tuple(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.integer({ min: 0, max: 18 }))
  .map(([coefficient, scale]) => decimalOf(coefficient, scale));

/** The same value as a fraction over 10^18, calculated without the module's own arithmetic. */
const over18 = (value: Decimal) => value.coefficient * 10n ** BigInt(18 - value.scale);

describe('the published grammar', () => {
  test.each([
    ['0', '0'],
    ['-0', '0'],
    ['0.00', '0'],
    ['000', '0'],
    ['1.50', '1.5'],
    ['01.5', '1.5'],
    ['100', '100'],
    ['-12.340', '-12.34'],
    ['-0.05', '-0.05'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['1.000000000000000000', '1'],
    [`${'0'.repeat(63)}7`, '7'],
  ])('%s reads as %s', (text, value) => {
    expect(formatDecimal(decimal(text))).toBe(value);
  });

  test.each([
    ['exponent', '1e3'],
    ['leading plus', '+1'],
    ['bare point before', '.5'],
    ['bare point after', '5.'],
    ['two points', '1.2.3'],
    ['white space before', ' 1'],
    ['white space after', '1 '],
    ['line end', '1\n'],
    ['non-ASCII digits', '١'],
    ['hexadecimal', '0x1'],
    ['an empty text', ''],
    ['only a sign', '-'],
    ['grouping', '1,000'],
    ['19 fractional digits', '0.1234567890123456789'],
    ['19 fractional digits, the last a zero', '0.1234567890123456780'],
    ['65 characters', '0'.repeat(65)],
  ])('%s is outside the grammar', (_, text) => {
    expect(parseDecimal(text)).toBeUndefined();
    expect(() => decimal(text)).toThrow(RangeError);
  });
});

describe('64 bits', () => {
  test.each([
    ['9223372036854775807', true],
    ['9223372036854775808', false],
    ['-9223372036854775808', true],
    ['-9223372036854775809', false],
    ['9.223372036854775807', true],
    ['9.223372036854775808', false],
    ['9223372036854775807.000', true],
  ])('%s at its own scale: %s', (text, fits) => {
    expect(fitsInt64AtOwnScale(decimal(text))).toBe(fits);
  });

  test.each([
    ['92233720368.54775807', 8, true],
    ['92233720368.54775808', 8, false],
    ['1.5', 0, false],
    ['1.5', 1, true],
    ['9223372036854775807', 1, false],
    ['-922337203685477580.8', 1, true],
  ])('%s at scale %i: %s', (text, scale, fits) => {
    expect(fitsInt64At(decimal(text), scale)).toBe(fits);
  });
});

describe('arithmetic', () => {
  test('agrees with integers over a common denominator', () => {
    fc.assert(
      fc.property(aDecimal, aDecimal, (a, b) => {
        expect(over18(add(a, b))).toBe(over18(a) + over18(b));
        expect(over18(subtract(a, b))).toBe(over18(a) - over18(b));
        const product = multiply(a, b);
        expect(product.coefficient * 10n ** BigInt(36 - product.scale)).toBe(over18(a) * over18(b));
        expect(compare(a, b)).toBe(over18(a) < over18(b) ? -1 : over18(a) > over18(b) ? 1 : 0);
        if (b.coefficient !== 0n) expect(isMultipleOf(a, b)).toBe(over18(a) % over18(b) === 0n);
      }),
    );
  });

  test('every result has its minimal scale, so equal values are equal objects', () => {
    fc.assert(
      fc.property(aDecimal, aDecimal, (a, b) => {
        for (const value of [add(a, b), subtract(a, b), multiply(a, b)]) {
          expect(value.scale === 0 || value.coefficient % 10n !== 0n).toBe(true);
        }
        expect(subtract(add(a, b), b)).toEqual(a);
        expect(subtract(a, a)).toEqual(ZERO);
      }),
    );
  });

  test('a formatted value parses to the same value, for any number of added zeros', () => {
    fc.assert(
      fc.property(aDecimal, fc.integer({ min: 0, max: 18 }), (value, places) => {
        const text = formatDecimal(value, places);
        expect(text).not.toMatch(/^-0(\.0*)?$/);
        expect(parseDecimal(text)).toEqual(value);
        const fraction = text.split('.')[1] ?? '';
        expect(fraction.length).toBe(Math.max(value.scale, places));
      }),
    );
  });

  test('a quotient is the nearest value with the given number of places', () => {
    fc.assert(
      fc.property(
        aDecimal,
        aDecimal.filter((b) => b.coefficient !== 0n),
        fc.integer({ min: 0, max: 18 }),
        (a, b, places) => {
          const quotient = divide(a, b, places);
          expect(quotient.scale).toBeLessThanOrEqual(places);
          // |a - q b| <= |b| / 2 in the last place
          const rest = subtract(a, multiply(quotient, b));
          const half = multiply(b, decimalOf(5n, places + 1));
          const size = (value: Decimal) =>
            value.coefficient < 0n ? { ...value, coefficient: -value.coefficient } : value;
          expect(compare(size(rest), size(half))).not.toBe(1);
        },
      ),
    );
  });

  test.each([
    ['1', '3', 4, '0.3333'],
    ['2', '3', 4, '0.6667'],
    ['1', '8', 2, '0.12'],
    ['3', '8', 2, '0.38'],
    ['-1', '8', 2, '-0.12'],
    ['100.00', '1', 18, '100'],
  ])('%s / %s at %i places is %s: a tie goes to the even digit', (a, b, places, value) => {
    expect(formatDecimal(divide(decimal(a), decimal(b), places))).toBe(value);
  });

  test('a zero grid and a zero divisor throw', () => {
    expect(() => isMultipleOf(decimal('1'), ZERO)).toThrow(RangeError);
    expect(() => divide(decimal('1'), ZERO, 2)).toThrow(RangeError);
  });
});
