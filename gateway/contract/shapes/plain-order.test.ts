import fc from 'fast-check';
import { expect, test } from 'vitest';
import { submitOrderBody } from './order.ts';
import { isPlainOrder } from './plain-order.ts';

const ORDER = { accountId: 1, instrumentId: 2, side: 'SELL', price: '100.10', qty: '1' };

test.each([
  ['priced', ORDER],
  ['at the market', { accountId: 1, instrumentId: 2, side: 'BUY', qty: '0.000000000000000001' }],
  ['of the largest ids', { ...ORDER, accountId: 2_147_483_647, instrumentId: 2_147_483_647 }],
])('an order %s is plain', (_, body) => {
  expect(isPlainOrder(body)).toBe(true);
});

const anything = fc.oneof(
  fc.constantFrom(null, undefined, 0, 1, -1, 1.5, 2_147_483_648, Number.NaN, '', 'BUY', 'buy', '1', '-1', '0', '1e3'),
  fc.constantFrom(' 1', '1 ', '1\n', '+1', '.5', '1.', '9'.repeat(19), '9'.repeat(65), `0.${'1'.repeat(19)}`, '00.10'),
  fc.constantFrom([], {}, true, [1], { 0: 1 }),
  fc.stringMatching(/^-?[0-9]{1,20}(\.[0-9]{1,20})?$/),
);
const members = [
  'accountId',
  'account',
  'instrumentId',
  'instrument',
  'clientOrderId',
  'side',
  'price',
  'qty',
  'userId',
];

test('what is plain the shape takes as it is', () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...members), anything), { maxLength: 2 }), (changes) => {
      const body = { ...ORDER, ...Object.fromEntries(changes) };
      if (!isPlainOrder(body)) return;
      plain += 1;
      expect(submitOrderBody.parse(body)).toEqual(body);
    }),
    { numRuns: 2_000 },
  );
  expect(plain).toBeGreaterThan(100);
});

test.each([
  ['null', null],
  ['a list', [ORDER]],
  ['a text', 'BUY'],
])('%s is not plain', (_, body) => {
  expect(isPlainOrder(body)).toBe(false);
});
