import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  compare,
  type Decimal,
  decimal,
  decimalOf,
  divide,
  formatDecimal,
  multiply,
  subtract,
  ZERO,
} from '../../../gateway/contract/decimal.ts';
import type { ExecutionRow, Verdict } from '../../../gateway/facts.ts';
import { type Fill, INSTRUMENT, orderOf, REGISTER, SampleMarket } from '../../testing/sample-market.ts';
import { averagePrice } from './fill.ts';
import { heldOrder } from './state.ts';

function executionOf({ facts }: Verdict): ExecutionRow {
  const execution = facts?.find((fact) => fact.kind === 'ExecutionRecorded')?.execution;
  if (execution === undefined) throw new Error('no execution in this verdict');
  return execution;
}

function opened(market: SampleMarket, of: Parameters<SampleMarket['submit']>[0] = {}): string {
  return orderOf(market.submit(of)).orderId;
}

describe('a fill', () => {
  test('moves its quantity from leavesQty to cumQty, with its execution in the same record', () => {
    const market = new SampleMarket();
    const orderId = opened(market, { qty: '2' });
    const first = market.fill(orderId, { price: '100', qty: '0.5' });
    expect(orderOf(first)).toMatchObject({
      status: 'PARTIALLY_FILLED',
      cumQty: '0.5',
      leavesQty: '1.5',
      avgPx: '100',
      lastFillPx: '100',
      lastFillQty: '0.5',
    });
    const second = market.fill(orderId, { price: '99', qty: '1.5' });
    expect(orderOf(second)).toMatchObject({
      status: 'FILLED',
      cumQty: '2.0',
      leavesQty: '0.0',
      avgPx: '99.25',
      lastFillPx: '99',
      lastFillQty: '1.5',
    });
    // An order's progress is kept only while it lives.
    expect(market.orders.progress.size).toBe(0);
    expect(executionOf(second)).toMatchObject({
      orderId,
      accountId: 1,
      instrumentId: 1,
      side: 'BUY',
      price: '99',
      qty: '1.5',
    });
    expect(executionOf(second).executionId).not.toBe(executionOf(first).executionId);
  });

  test.each([
    ['after the order was cancelled', (market: SampleMarket, orderId: string) => void market.cancel(orderId), {}],
    [
      'after the order was filled',
      (market: SampleMarket, orderId: string) => void market.fill(orderId, { price: '100', qty: '1' }),
      {},
    ],
    [
      'of a trade that was counted',
      (market: SampleMarket, orderId: string) => void market.fill(orderId, { price: '100', qty: '0.1', tradeId: 'T' }),
      { tradeId: 'T' },
    ],
    ['of more than is left', () => undefined, { qty: '1.0001' }],
    ['of zero', () => undefined, { qty: '0' }],
    ['of a negative quantity', () => undefined, { qty: '-0.5' }],
    [
      'finer than anyone holds, after the order was cancelled',
      (market: SampleMarket, orderId: string) => void market.cancel(orderId),
      { qty: '0.1234567890123456789' },
    ],
  ])('%s changes nothing', (_, before, of: Partial<Fill>) => {
    const market = new SampleMarket();
    const orderId = opened(market);
    before(market, orderId);
    const row = heldOrder(market.orders, orderId);
    expect(market.fill(orderId, { price: '100', qty: '0.5', ...of })).toEqual({ facts: [] });
    expect(heldOrder(market.orders, orderId)).toBe(row);
  });

  test('of an unknown order changes nothing', () => {
    expect(new SampleMarket().fill('1', { price: '100', qty: '1' })).toEqual({ facts: [] });
  });
});

describe('finer than the order states', () => {
  test('adds trailing zeros to price and quantity and changes no value (ORD-20)', () => {
    const market = new SampleMarket();
    const orderId = opened(market, { price: '100', qty: '2' });
    const row = orderOf(market.fill(orderId, { price: '99.995', qty: '0.125' }));
    expect(row).toMatchObject({ price: '100.000', qty: '2.000', cumQty: '0.125', leavesQty: '1.875', avgPx: '99.995' });
    expect(orderOf(market.fill(orderId, { price: '100', qty: '1' }))).toMatchObject({
      price: '100.000',
      qty: '2.000',
      cumQty: '1.125',
      leavesQty: '0.875',
    });
  });

  test.each([
    ['the quantity at its places', { price: '100', qty: '0.0000000001' }, '0.0000000001'],
    ['the price at its places', { price: '99.00000000000000001', qty: '1' }, null],
    ['a quantity of 19 places', { price: '100', qty: '0.1234567890123456789' }, null],
  ])('than 64 bits hold, %s: REJECTED, and earlier fills stay', (_, fill, observedValue) => {
    const market = new SampleMarket();
    const orderId = opened(market, { qty: '10000000000' });
    market.fill(orderId, { price: '100', qty: '4' });
    const verdict = market.fill(orderId, fill);
    expect(orderOf(verdict)).toMatchObject({
      status: 'REJECTED',
      cumQty: '4',
      leavesQty: '0',
      qty: '10000000000',
      rejection: { reason: 'FILL_PRECISION_OVERFLOW', observedValue, limitValue: null },
    });
    expect(verdict.facts).toHaveLength(1);
    expect(market.fill(orderId, { price: '100', qty: '1' })).toEqual({ facts: [] });
  });
});

describe('a fee', () => {
  test.each([
    ["a charge, at its asset's working scale", '0.1', 'USD', '0.10', 1],
    ['a rebate', '-0.1', 'USD', '-0.10', 1],
    ['finer than the working scale, exactly', '0.12345', 'USD', '0.12345', 1],
    ['of zero, as a zero', '0', 'USD', '0.00', 1],
    ['of zero in a fine asset', '0', 'ETH', '0.000000000000000000', 3],
    ['in a currency that the platform does not hold', '0.1', 'VNT', null, null],
    ['in no currency', '0.1', null, null, null],
    ['that fits 64 bits at the working scale', '9.223372036854775807', 'ETH', '9.223372036854775807', 3],
    ['that does not fit 64 bits there', '9.223372036854775808', 'ETH', null, 3],
    ['in whole coins, that does not fit there either', '10', 'ETH', null, 3],
    ['that the venue did not state', null, 'USD', null, 1],
    ['of 19 places', '0.0000000000000000001', 'USD', null, 1],
  ])('%s', (_, fee, feeCurrency, served, feeAssetId) => {
    const market = new SampleMarket();
    expect(executionOf(market.fill(opened(market), { price: '100', qty: '1', fee, feeCurrency }))).toMatchObject({
      fee: served,
      feeAssetId,
    });
  });
});

describe('sums', () => {
  const aFill = fc.record({ price: fc.integer({ min: 1, max: 10 ** 7 }), part: fc.integer({ min: 1, max: 9 }) });

  test('executions add up to cumQty and avgPx, and cumQty and leavesQty to qty while the order lives (ORD-18, EXE-04)', () => {
    fc.assert(
      fc.property(fc.array(aFill, { minLength: 1, maxLength: 12 }), (fills) => {
        const market = new SampleMarket();
        const orderId = opened(market, { qty: '30' });
        let qtySum: Decimal = ZERO;
        let traded: Decimal = ZERO;
        for (const { price, part } of fills) {
          const verdict = market.fill(orderId, {
            price: formatDecimal(decimalOf(BigInt(price), 4)),
            qty: formatDecimal(decimalOf(BigInt(part), 1)),
          });
          const execution = executionOf(verdict);
          const row = orderOf(verdict);
          qtySum = add(qtySum, decimal(execution.qty));
          traded = add(traded, multiply(decimal(execution.price), decimal(execution.qty)));
          expect(decimal(row.cumQty)).toEqual(qtySum);
          expect(add(decimal(row.cumQty), decimal(row.leavesQty))).toEqual(decimal(row.qty));
          expect(row.avgPx).toBe(averagePrice(traded, qtySum));
        }
      }),
    );
  });

  test('an average is exact if possible, otherwise the nearest that 64 bits hold', () => {
    expect(averagePrice(decimal('300'), decimal('3'))).toBe('100');
    expect(averagePrice(decimal('1'), decimal('3'))).toBe('0.333333333333333333');
    expect(averagePrice(decimal('200'), decimal('3'))).toBe('66.66666666666666667');
    expect(averagePrice(decimal('9223372036854775807'), decimal('1'))).toBe('9223372036854775807');
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.bigInt({ min: 1n, max: 10n ** 9n }), (traded, qty) => {
        const [sum, of] = [decimalOf(traded, 6), decimalOf(qty, 4)];
        const average = decimal(averagePrice(sum, of));
        const error = subtract(average, divide(sum, of, 18));
        const unit = decimalOf(1n, average.scale);
        expect(compare(error, unit)).not.toBe(1);
        expect(compare(subtract(ZERO, unit), error)).not.toBe(1);
      }),
    );
  });
});

test('a venue rejects a living order with its own reason, and no finished one', () => {
  const market = new SampleMarket([
    ...REGISTER,
    { kind: 'InstrumentRecorded', instrument: { ...INSTRUMENT, instrumentId: 9, symbol: 'X' } },
  ]);
  const orderId = opened(market);
  const reject = () => market.report({ kind: 'venue-reject', orderId, reason: 'ACCOUNT_NOT_ACTIVE' });
  expect(orderOf(reject())).toMatchObject({
    status: 'REJECTED',
    leavesQty: '0',
    rejection: { reason: 'ACCOUNT_NOT_ACTIVE', observedValue: null, limitValue: null },
  });
  expect(reject()).toEqual({ facts: [] });
});
