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
import { executionOf, type Fill, orderOf, SampleMarket } from '../../testing/sample-market.ts';
import { OUTSIDER, registered, UNPRIVILEGED } from '../../testing/sample-owner.ts';
import { averagePrice } from './fill.ts';

/** What ends an order of 1. */
const ENDS = {
  FILLED: (market: SampleMarket, orderId: string) => market.fill(orderId, { price: '100', qty: '1' }),
  CANCELLED: (market: SampleMarket, orderId: string) => market.cancel(orderId),
  REJECTED: (market: SampleMarket, orderId: string) => market.reject(orderId),
} as const;
const ENDED = Object.keys(ENDS) as (keyof typeof ENDS)[];

test.each(ENDED)(
  'an order that is %s: a fill or a rejection changes nothing, and a cancel answers its row',
  (status) => {
    const market = new SampleMarket();
    const orderId = market.opened();
    ENDS[status](market, orderId);
    const row = market.order(orderId);
    expect(row?.status).toBe(status);
    // A fill is also ignored if it is finer than 64 bits hold.
    for (const qty of ['0.5', '0.1234567890123456789'])
      expect(market.fill(orderId, { price: '100', qty })).toEqual({ facts: [] });
    expect(market.reject(orderId)).toEqual({ facts: [] });
    expect(market.cancel(orderId)).toEqual({ facts: [{ kind: 'OrderUpdated', order: row }] });
    expect(market.order(orderId)).toEqual(row);
  },
);

describe('a cancel', () => {
  test('removes the remainder', () => {
    const market = new SampleMarket();
    const orderId = market.opened({ qty: '2' });
    market.fill(orderId, { price: '100', qty: '0.5' });
    const after = { status: 'CANCELLED', cumQty: '0.5', leavesQty: '0', avgPx: '100' };
    expect(orderOf(market.cancel(orderId))).toMatchObject(after);
  });

  test('is refused to another organisation like one of a missing order, and to a user who may not trade', () => {
    const market = new SampleMarket();
    const orderId = market.opened();
    expect(market.cancel('17').refused?.code).toBe('NOT_FOUND');
    expect(market.cancel(orderId, OUTSIDER)).toEqual(market.cancel('17', OUTSIDER));
    expect(market.cancel(orderId, UNPRIVILEGED).refused?.code).toBe('CAPABILITY_DENIED');
    market.know(registered('orgs', { status: 'SUSPENDED' }));
    expect(market.cancel(orderId).refused?.code).toBe('ORG_NOT_ACTIVE');
    expect(orderOf(market.know(registered('orgs')).cancel(orderId)).status).toBe('CANCELLED');
  });
});

test('a venue rejects an open order with its own reason', () => {
  const market = new SampleMarket();
  const rejection = { reason: 'ACCOUNT_NOT_ACTIVE', observedValue: null, limitValue: null };
  const after = { status: 'REJECTED', leavesQty: '0', rejection };
  expect(orderOf(market.reject(market.opened(), 'ACCOUNT_NOT_ACTIVE'))).toMatchObject(after);
});

describe('a fill', () => {
  test('moves its quantity from leavesQty to cumQty, with its execution in the same record', () => {
    const market = new SampleMarket();
    const orderId = market.opened({ qty: '2' });
    const first = market.fill(orderId, { price: '100', qty: '0.5' });
    const part = { status: 'PARTIALLY_FILLED', cumQty: '0.5', leavesQty: '1.5', avgPx: '100' };
    expect(orderOf(first)).toMatchObject({ ...part, lastFillPx: '100', lastFillQty: '0.5' });
    const second = market.fill(orderId, { price: '99', qty: '1.5' });
    const whole = { status: 'FILLED', cumQty: '2.0', leavesQty: '0.0', avgPx: '99.25' };
    expect(orderOf(second)).toMatchObject({ ...whole, lastFillPx: '99', lastFillQty: '1.5' });
    // An order's progress is kept only while it lives.
    expect(market.state.progress.size).toBe(0);
    const trade = { accountId: 1, instrumentId: 1, side: 'BUY', price: '99', qty: '1.5' };
    expect(executionOf(second)).toMatchObject({ orderId, ...trade });
    expect(executionOf(second).executionId).not.toBe(executionOf(first).executionId);
  });

  test.each<[string, Partial<Fill>]>([
    ['of a recorded trade', { tradeId: 'T' }],
    ['of more than is left', { qty: '0.9001' }],
    ['of zero', { qty: '0' }],
    ['of a negative quantity', { qty: '-0.5' }],
  ])('%s changes nothing', (_, of) => {
    const market = new SampleMarket();
    const orderId = market.opened();
    market.fill(orderId, { price: '100', qty: '0.1', tradeId: 'T' });
    const row = market.order(orderId);
    expect(market.fill(orderId, { price: '100', qty: '0.5', ...of })).toEqual({ facts: [] });
    expect(market.fill('1', { price: '100', qty: '0.5' })).toEqual({ facts: [] });
    expect(market.order(orderId)).toBe(row);
  });
});

describe('finer than the order states', () => {
  test('adds trailing zeros to price and quantity and changes no value (ORD-20)', () => {
    const market = new SampleMarket();
    const orderId = market.opened({ qty: '2' });
    const stated = { price: '100.000', qty: '2.000' };
    const first = orderOf(market.fill(orderId, { price: '99.995', qty: '0.125' }));
    expect(first).toMatchObject({ ...stated, cumQty: '0.125', leavesQty: '1.875', avgPx: '99.995' });
    const second = orderOf(market.fill(orderId, { price: '100', qty: '1' }));
    expect(second).toMatchObject({ ...stated, cumQty: '1.125', leavesQty: '0.875' });
  });

  test.each([
    ['the quantity at its places', { price: '100', qty: '0.0000000001' }, '0.0000000001'],
    ['the price at its places', { price: '99.00000000000000001', qty: '1' }, null],
    ['a quantity of 19 places', { price: '100', qty: '0.1234567890123456789' }, null],
  ])('than 64 bits hold, %s: REJECTED, and earlier fills stay', (_, fill, observedValue) => {
    const market = new SampleMarket();
    const orderId = market.opened({ qty: '10000000000' });
    market.fill(orderId, { price: '100', qty: '4' });
    const verdict = market.fill(orderId, fill);
    const rejection = { reason: 'FILL_PRECISION_OVERFLOW', observedValue, limitValue: null };
    const after = { status: 'REJECTED', cumQty: '4', leavesQty: '0', qty: '10000000000', rejection };
    expect(orderOf(verdict)).toMatchObject(after);
    expect(verdict.facts).toHaveLength(1);
  });
});

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
])('a fee %s', (_, fee, feeCurrency, served, feeAssetId) => {
  const market = new SampleMarket();
  const execution = executionOf(market.fill(market.opened(), { price: '100', qty: '1', fee, feeCurrency }));
  expect(execution).toMatchObject({ fee: served, feeAssetId });
});

describe('sums', () => {
  const aFill = fc.record({ price: fc.integer({ min: 1, max: 10 ** 7 }), part: fc.integer({ min: 1, max: 9 }) });

  test('executions add up to cumQty and avgPx, and cumQty and leavesQty to qty while the order lives (ORD-18, EXE-04)', () => {
    fc.assert(
      fc.property(fc.array(aFill, { minLength: 1, maxLength: 12 }), (fills) => {
        const market = new SampleMarket();
        const orderId = market.opened({ qty: '30' });
        let qtySum: Decimal = ZERO;
        let traded: Decimal = ZERO;
        for (const { price, part } of fills) {
          const trade = { price: decimalOf(BigInt(price), 4), qty: decimalOf(BigInt(part), 1) };
          const verdict = market.fill(orderId, { price: formatDecimal(trade.price), qty: formatDecimal(trade.qty) });
          const [execution, row] = [executionOf(verdict), orderOf(verdict)];
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
