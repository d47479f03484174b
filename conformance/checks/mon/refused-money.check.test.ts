import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Check } from '../../runner/check.ts';
import { judges } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';
import { FINEST_UNIT, refusedMoney, type SentMoney, scaleFieldsAreRefused } from './refused-money.check.ts';

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

/** Of each check: the one fault of what it sends; a spelling that is refused, and one at the boundary that is not. */
const CASES: Readonly<Record<keyof typeof refusedMoney, readonly [Fault, refused: unknown, taken?: string]>> = {
  'malformed-money-is-refused': ['grammar', '1,000'],
  'overlong-money-is-refused': ['length', '1'.padStart(65, '0'), '1'.padStart(64, '0')],
  'exponent-money-is-refused': ['grammar', '1e2'],
  'leading-plus-is-refused': ['grammar', '+1'],
  'bare-point-is-refused': ['grammar', '.5'],
  'white-space-in-money-is-refused': ['grammar', ' 1'],
  'non-ascii-digits-are-refused': ['grammar', '\u0661'],
  'nineteen-places-are-refused': ['places', '0.0000000000000000001', '0.000000000000000001'],
  'money-past-int64-is-refused': ['int64', '9223372036854775808', '9223372036854775807'],
  'money-of-another-type-is-refused': ['type', 100],
};

const DOOR = { status: 400, code: 'MALFORMED_REQUEST' } as const;
const OWNER = { status: 422, code: 'QTY_STEP_VIOLATION', position: 7 } as const;

const sent = (money: object, came: AnswerOptions): Sample => answer('POST /orders', { ...came, sentBody: money });

function judgesRefusal(check: Parameters<typeof judges>[0], refused: unknown, taken?: string): void {
  const inBothFields = (came: AnswerOptions) => ({
    refused: [sent({ price: refused }, came), sent({ qty: refused }, DOOR)],
  });
  const atTheBoundary = (came: AnswerOptions) => ({ taken: sent({ price: taken }, came) });

  judges(check, { plain: sent({ price: '1' }, OWNER), ...inBothFields(DOOR) }, [
    ['any order at all is refused', { plain: sent({}, DOOR) }, 'inconclusive'],
    ['nothing was sent', { refused: [], taken: [] }, 'not-exercised'],
    ...(taken === undefined
      ? []
      : ([
          ['the boundary taken', atTheBoundary(OWNER), 'pass'],
          ['the boundary refused too', atTheBoundary(DOOR), 'violated'],
        ] as const)),
  ]);
}

judgesRefusal(scaleFieldsAreRefused, '1');

for (const [name, [fault, refused, taken]] of Object.entries(CASES)) {
  const check = refusedMoney[name as keyof typeof refusedMoney];
  judgesRefusal(check, refused, taken);

  test(`${name}: sends money whose one fault is ${fault}, and none of what it says is taken`, () => {
    const given = (check as Check).given?.({}) as fc.Arbitrary<SentMoney>;
    fc.assert(
      fc.property(given, (money) => {
        for (const value of valuesOf(money.refused)) expect([value, faultsOf(value)]).toEqual([value, [fault]]);
        for (const value of valuesOf(money.taken)) expect([value, faultsOf(value)]).toEqual([value, []]);
      }),
    );
  });
}

test('the plain order is of money that the door takes', () => {
  expect(faultsOf(FINEST_UNIT)).toEqual([]);
});

const came = (options: AnswerOptions): Sample => answer('POST /orders', options);
const ACCEPTED = came({ status: 201, position: 7, body: { orderId: '5' } });
const INVALID = came({ status: 422, code: 'INVALID_FIELD', position: 7 });

judges('mon/minus-sign-passes-the-door', { price: INVALID, qty: INVALID }, [
  ['a negative price accepted (A72)', { price: ACCEPTED }, 'pass'],
  ['a negative price accepted, another reason', { price: ACCEPTED, qty: came(OWNER) }, ['pass', 'violated']],
  ['a negative quantity accepted', { qty: ACCEPTED }, 'violated'],
  ['a minus sign refused in the price', { price: came(DOOR) }, 'violated'],
  ['another reason', { qty: came(OWNER) }, ['pass', 'violated']],
]);

const [first, second, third] = [came(DOOR), came(DOOR), came(DOOR)];

judges('mon/amount-without-instrument-is-refused', { without: [first, second, third], with: ACCEPTED }, [
  ['nothing sent', { without: [] }, 'inconclusive'],
  ['an order that is refused with an instrument, too', { with: came(DOOR) }, 'inconclusive'],
]);
