import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compare, decimal } from '../../../gateway/contract/decimal.ts';
import { atSharedScale } from './shared-scale.ts';

const INT64_MAX = 2n ** 63n - 1n;

/** A text of the money grammar with `digits` before its point and up to `places` after it, with trailing zeros. */
const anAmount = (digits: number, places: number) =>
  fc
    .tuple(
      fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n }),
      fc.stringMatching(new RegExp(`^[0-9]{0,${places}}$`)),
    )
    .map(([whole, fraction]) => (fraction === '' ? `${whole}` : `${whole}.${fraction}`));
const aPolicy = (digits: number, places: number) => {
  const amount = fc.option(anAmount(digits, places));
  return fc.record({ first: amount, second: amount, third: amount });
};
const aScale = fc.integer({ min: 0, max: 18 });

type Policy = Readonly<Record<'first' | 'second' | 'third', string | null>>;

function placesOf(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

/** Calculated from the texts alone: trailing zeros of a fraction do not count. */
function finestOf(policy: Policy, unitScale: number): number {
  const places = Object.values(policy).map((amount) =>
    amount?.includes('.') ? placesOf(amount.replace(/\.?0+$/, '')) : 0,
  );
  return Math.max(unitScale, ...places);
}

test('amounts that fit keep their values, at the finest scale of the policy or its asset, and are written the same again', () => {
  fc.assert(
    fc.property(aPolicy(6, 8), fc.integer({ min: 0, max: 8 }), (policy, unitScale) => {
      const scaled = atSharedScale(policy, unitScale);
      if (!('amounts' in scaled)) throw new Error('six digits and eight places fit');
      for (const name of ['first', 'second', 'third'] as const) {
        const [stated, read] = [policy[name], scaled.amounts[name]];
        expect(read === null).toBe(stated === null || /^[0.]*$/.test(stated));
        if (stated === null || read === null) continue;
        expect(compare(decimal(read), decimal(stated))).toBe(0);
        expect(placesOf(read)).toBe(finestOf(policy, unitScale));
      }
      expect(atSharedScale(scaled.amounts, unitScale)).toEqual(scaled);
    }),
  );
});

test('exactly the amounts that do not fit 64 bits at the finest stated scale are named', () => {
  fc.assert(
    fc.property(aPolicy(14, 10), aScale, (policy, unitScale) => {
      const scale = finestOf(policy, 0);
      const tooLong = Object.entries(policy).find(
        ([, amount]) =>
          amount !== null &&
          BigInt(amount.replace('.', '')) * 10n ** BigInt(scale) > INT64_MAX * 10n ** BigInt(placesOf(amount)),
      );
      expect(atSharedScale(policy, unitScale)).toMatchObject(
        tooLong === undefined ? { amounts: expect.anything() } : { tooLong: tooLong[0], scale },
      );
    }),
    { numRuns: 500 },
  );
});

test.each<[string, Policy, number, unknown]>([
  ['the finest of its amounts', { first: '1.5', second: '0.001', third: null }, 0, ['1.500', '0.001', null]],
  ["the asset's, which is finer", { first: '1.5', second: '2', third: null }, 8, ['1.50000000', '2.00000000', null]],
  ['whole numbers', { first: '15', second: '2', third: null }, 0, ['15', '2', null]],
  ['trailing zeros, which state no scale', { first: '1.50', second: '2.000', third: '0.0' }, 0, ['1.5', '2.0', null]],
  ['a zero, which states no scale', { first: '1', second: '0.00000', third: '-0' }, 0, ['1', null, null]],
])('%s', (_, policy, unitScale, read) => {
  const scaled = atSharedScale(policy, unitScale);
  expect('amounts' in scaled && Object.values(scaled.amounts)).toEqual(read);
});

test('exact bounds: the largest 64-bit integer at the stated scale fits, one more does not', () => {
  const fits = { first: '92233720368.54775807', second: null, third: null };
  expect(atSharedScale(fits, 8)).toEqual({ amounts: fits });
  // A whole number fits at its own scale, for any places of the asset (MON-09).
  const whole = { first: '9223372036854775807', second: null, third: null };
  expect(atSharedScale(whole, 8)).toEqual({ amounts: { ...whole, first: '9223372036854775807.00000000' } });
  expect(atSharedScale({ ...fits, first: '92233720368.54775808' }, 8)).toMatchObject({ tooLong: 'first', scale: 8 });
  expect(atSharedScale({ ...fits, second: '0.000000001' }, 8)).toMatchObject({ tooLong: 'first', scale: 9 });
});
