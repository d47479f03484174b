/** That what the checks send has the one defect that each is about, and no other. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Check } from '../../runner/check.ts';
import { barePointIsRefused } from './bare-point-is-refused.check.ts';
import { exponentMoneyIsRefused } from './exponent-money-is-refused.check.ts';
import { leadingPlusIsRefused } from './leading-plus-is-refused.check.ts';
import { malformedMoneyIsRefused } from './malformed-money-is-refused.check.ts';
import { moneyOfAnotherTypeIsRefused } from './money-of-another-type-is-refused.check.ts';
import { moneyPastInt64IsRefused } from './money-past-int64-is-refused.check.ts';
import { nineteenPlacesAreRefused } from './nineteen-places-are-refused.check.ts';
import { nonAsciiDigitsAreRefused } from './non-ascii-digits-are-refused.check.ts';
import { overlongMoneyIsRefused } from './overlong-money-is-refused.check.ts';
import { HAIR, type SentMoney } from './refused-money.ts';
import { whiteSpaceInMoneyIsRefused } from './white-space-in-money-is-refused.check.ts';

const INT64_MAX = 2n ** 63n - 1n;

type Fault = 'type' | 'length' | 'grammar' | 'places' | 'int64';

/** What the Money table of the interface has against a value; nothing: taken. */
function faultsOf(value: unknown): readonly Fault[] {
  if (typeof value !== 'string') return ['type'];
  const long: readonly Fault[] = [...value].length > 64 ? ['length'] : [];
  if (!/^-?[0-9]+(\.[0-9]+)?$/.test(value)) return [...long, 'grammar'];
  const [, sign = '', whole = '', fraction = ''] = /^(-?)([0-9]+)\.?([0-9]*)$/.exec(value) ?? [];
  const coefficient = BigInt(whole + fraction.replace(/0+$/, ''));
  const fits = coefficient <= INT64_MAX + (sign === '-' ? 1n : 0n);
  return [...long, ...(fraction.length > 18 ? (['places'] as const) : []), ...(fits ? [] : (['int64'] as const))];
}

const valuesOf = (bodies: SentMoney['refused']): readonly unknown[] => bodies.map((body) => Object.values(body)[0]);

describe.each([
  [malformedMoneyIsRefused, 'grammar'],
  [overlongMoneyIsRefused, 'length'],
  [exponentMoneyIsRefused, 'grammar'],
  [leadingPlusIsRefused, 'grammar'],
  [barePointIsRefused, 'grammar'],
  [whiteSpaceInMoneyIsRefused, 'grammar'],
  [nonAsciiDigitsAreRefused, 'grammar'],
  [nineteenPlacesAreRefused, 'places'],
  [moneyPastInt64IsRefused, 'int64'],
  [moneyOfAnotherTypeIsRefused, 'type'],
] as const satisfies readonly (readonly [Check, Fault])[])('$id', (check, fault) => {
  const given = (check as Check).given?.({}) as fc.Arbitrary<SentMoney>;

  test(`sends money whose one fault is ${fault}, and none of what it says is taken`, () => {
    fc.assert(
      fc.property(given, ({ refused, taken }) => {
        for (const value of valuesOf(refused)) expect([value, faultsOf(value)]).toEqual([value, [fault]]);
        for (const value of valuesOf(taken)) expect([value, faultsOf(value)]).toEqual([value, []]);
      }),
    );
  });
});

test('the plain order is of money that the door takes', () => {
  expect(faultsOf(HAIR)).toEqual([]);
});
