import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  compare,
  decimal,
  decimalOf,
  fitsInt64AtOwnScale,
  multiply,
  subtract,
} from '../../gateway/contract/decimal.ts';
import { statedAmounts } from './stated-amounts.ts';

test.each<[total: string, wanted: string, available: string, held: string]>([
  ['10', '0', '10', '0'],
  ['10.5', '0.25', '10.25', '0.25'],
  ['10', '10', '0', '10'],
  // At most the total is locked.
  ['10', '10.000001', '0', '10'],
  ['0', '5', '0', '0'],
  ['-2', '5', '-2', '0'],
  ['9.223372036854775807', '0.000000000000000001', '9.223372036854775806', '0.000000000000000001'],
])('of %s with %s wanted: %s available, %s held', (total, wanted, available, held) => {
  expect(statedAmounts(decimal(total), decimal(wanted))).toEqual({ total, available, held });
});

test.each([
  ['too many places for a 64-bit integer', decimal('10.000000000000000004'), '10'],
  ['a tie, to the even digit below', decimal('10.000000000000000005'), '10'],
  ['a tie, to the even digit above', decimal('10.000000000000000015'), '10.00000000000000002'],
  ['more places than 18', decimalOf(10n ** 20n - 15n, 20), '1'],
])('a value that cannot be stated exactly is the nearest that can: %s', (_, total, stated) => {
  expect(statedAmounts(total, decimal('0')).total).toBe(stated);
});

describe('any holding', () => {
  const amount = (least: bigint) =>
    fc
      .tuple(fc.bigInt({ min: least, max: 10n ** 24n }), fc.integer({ min: 6, max: 24 }))
      .map(([coefficient, scale]) => decimalOf(coefficient, scale));

  test('the parts add up to the total, fit, and are exact if they fit', () => {
    fc.assert(
      fc.property(amount(-(10n ** 24n)), amount(0n), (total, wanted) => {
        const stated = statedAmounts(total, wanted);
        const [whole, free, locked] = [stated.total, stated.available, stated.held].map(decimal) as [
          typeof total,
          typeof total,
          typeof total,
        ];
        expect(add(free, locked)).toEqual(whole);
        for (const value of [whole, free, locked]) expect(fitsInt64AtOwnScale(value)).toBe(true);
        expect(compare(locked, decimal('0'))).not.toBe(-1);
        if (compare(total, decimal('0')) >= 0) expect(compare(free, decimal('0'))).not.toBe(-1);
        const places = stated.total.split('.')[1]?.length ?? 0;
        if (
          total.scale <= 18 &&
          fitsInt64AtOwnScale(total) &&
          fitsInt64AtOwnScale(wanted) &&
          wanted.scale <= total.scale
        )
          expect(whole).toEqual(total);
        // At most half a unit of the last place that could be stated.
        const off = subtract(whole, total);
        const distance = compare(off, decimal('0')) < 0 ? subtract(decimal('0'), off) : off;
        expect(compare(multiply(distance, decimal('2')), decimalOf(1n, Math.min(places, 18)))).not.toBe(1);
      }),
    );
  });
});
