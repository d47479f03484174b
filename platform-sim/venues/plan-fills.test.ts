import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  decimal,
  decimalOf,
  divide,
  formatDecimal,
  isMultipleOf,
  multiply,
  ZERO,
} from '../../gateway/contract/decimal.ts';
import type { OrderRow } from '../../gateway/facts.ts';
import { createSeed } from '../seed.ts';
import { orderOf, SampleMarket } from '../testing/sample-market.ts';
import type { BookRow } from './book.ts';
import { planFills } from './plan-fills.ts';

const FEE = { feeRate: '0.001', feeCurrency: 'USD', feePlaces: 8 };
const BOOK: BookRow = { instrumentId: 1, bid: '100.00', ask: '100.02', step: '0.0001', finerPlaces: 0, ...FEE };
const ORDER = { ...orderOf(new SampleMarket().submit({ price: null })), clientOrderId: 'k1' };

const seed = createSeed(1);

test.each<[string, Partial<OrderRow>, string | null]>([
  ['a BUY at the bid rests', { price: '100.00' }, null],
  ['a BUY below the ask rests', { price: '100.01' }, null],
  ['a BUY at the ask trades there', { price: '100.02' }, '100.02'],
  ['a BUY above the ask trades at it', { price: '101' }, '100.02'],
  ['a BUY at the market trades at the ask', {}, '100.02'],
  ['a SELL at the ask rests', { side: 'SELL', price: '100.02' }, null],
  ['a SELL above the bid rests', { side: 'SELL', price: '100.01' }, null],
  ['a SELL at the bid trades there', { side: 'SELL', price: '100' }, '100'],
  ['a SELL below the bid trades at it', { side: 'SELL', price: '1' }, '100'],
  ['a SELL at the market trades at the bid', { side: 'SELL' }, '100'],
])('%s', (_, of, at) => {
  const prices = planFills({ ...ORDER, ...of }, BOOK, seed).map(({ price }) => price);
  expect(new Set(prices)).toEqual(new Set(at === null ? [] : [at]));
  expect(planFills({ ...ORDER, ...of }, undefined, seed)).toEqual([]);
});

describe('slices', () => {
  const aQty = fc.integer({ min: 1, max: 10 ** 9 }).map((steps) => formatDecimal(decimalOf(BigInt(steps), 4)));

  test("are one to three on the venue's grid, each 50 ms after the last, and add up to the order", () => {
    fc.assert(
      fc.property(aQty, fc.string({ minLength: 1 }), fc.constantFrom(0, 3, 6), (qty, clientOrderId, finerPlaces) => {
        const slices = planFills({ ...ORDER, qty, clientOrderId }, { ...BOOK, finerPlaces }, seed);
        expect(planFills({ ...ORDER, qty, clientOrderId }, { ...BOOK, finerPlaces }, seed)).toEqual(slices);
        expect(slices.length).toBeGreaterThanOrEqual(1);
        expect(slices.length).toBeLessThanOrEqual(3);
        expect(slices.map(({ afterMs }) => afterMs)).toEqual(slices.map((__, index) => 50 * (index + 1)));
        let sum = ZERO;
        for (const slice of slices) {
          expect(decimal(slice.qty).coefficient).toBeGreaterThan(0n);
          expect(isMultipleOf(decimal(slice.qty), decimalOf(1n, 4 + finerPlaces))).toBe(true);
          expect(decimal(slice.fee ?? '')).toEqual(
            divide(multiply(multiply(decimal(slice.price), decimal(slice.qty)), decimal('0.001')), decimal('1'), 8),
          );
          sum = add(sum, decimal(slice.qty));
        }
        expect(sum).toEqual(decimal(qty));
        expect(new Set(slices.map(({ tradeId }) => tradeId)).size).toBe(slices.length);
      }),
    );
  });

  test('one, two and three all occur', () => {
    const lengths = Array.from(
      { length: 100 },
      (_, n) => planFills({ ...ORDER, clientOrderId: `k${n}` }, BOOK, seed).length,
    );
    expect(new Set(lengths)).toEqual(new Set([1, 2, 3]));
  });

  test("on a finer venue are finer than the platform's grids, in price and in quantity", () => {
    const slices = planFills(ORDER, { ...BOOK, finerPlaces: 3 }, seed);
    expect(slices[0]?.price).toBe('100.01999');
    expect(decimal(slices[0]?.qty ?? '0').scale).toBe(7);
  });

  test("follow the seed, the organisation and its key: not other traffic or the order's moment", () => {
    const cuts = (of: Partial<OrderRow>, value = 1) =>
      planFills({ ...ORDER, qty: '7', ...of }, BOOK, createSeed(value)).map(({ qty }) => qty);
    expect(cuts({ orderId: '5', createdAtNs: '5' })).toEqual(cuts({}));
    const others = [cuts({ orgId: 2 }), cuts({ clientOrderId: 'k2' }), cuts({}, 2)];
    for (const other of others) expect(other).not.toEqual(cuts({}));
  });
});
