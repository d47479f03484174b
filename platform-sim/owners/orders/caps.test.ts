import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalOf, formatDecimal, multiply } from '../../../gateway/contract/decimal.ts';
import { INSTRUMENT, orderOf, policy, REGISTER, SampleMarket } from './sample-market.ts';

describe('caps are exact', () => {
  const aCap = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.integer({ min: 0, max: 4 }));

  test('at every scale: the cap itself passes, a step above it does not', () => {
    fc.assert(
      fc.property(aCap, ([coefficient, scale]) => {
        const maxOrderQty = formatDecimal(decimalOf(coefficient, scale));
        const market = new SampleMarket([...REGISTER, policy({ maxOrderQty })]);
        expect(market.submit({ qty: maxOrderQty }).refused).toBeUndefined();
        const above = formatDecimal(decimalOf(coefficient * 10n ** BigInt(4 - scale) + 1n, 4));
        expect(market.submit({ qty: above }).refused).toMatchObject({
          code: 'MAX_ORDER_QTY_EXCEEDED',
          observedValue: above,
          limitValue: maxOrderQty,
        });
      }),
    );
  });

  test('the notional is price x qty to the last place', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 6 }),
        fc.integer({ min: 1, max: 10 ** 6 }),
        (cents, tenThousandths) => {
          const [price, qty] = [decimalOf(BigInt(cents), 2), decimalOf(BigInt(tenThousandths), 4)];
          const notional = multiply(price, qty);
          const below = decimalOf(notional.coefficient * 10n ** BigInt(6 - notional.scale) - 1n, 6);
          const order = { price: formatDecimal(price), qty: formatDecimal(qty) };
          const at = (cap: string) =>
            new SampleMarket([...REGISTER, policy({ maxOrderNotional: cap })]).submit(order).refused?.code;
          expect(at(formatDecimal(notional))).toBeUndefined();
          expect(at(formatDecimal(below))).toBe('MAX_ORDER_NOTIONAL_EXCEEDED');
        },
      ),
    );
  });

  test('a leg that 18 places or 64 bits do not hold is left out of the refusal', () => {
    const market = new SampleMarket([
      ...REGISTER,
      {
        kind: 'InstrumentRecorded',
        instrument: {
          ...INSTRUMENT,
          instrumentId: 9,
          symbol: 'FINE',
          tick: '0.0000000001',
          step: '0.0000000001',
          workingScale: 10,
        },
      },
      policy({ instrumentId: 9, maxOrderNotional: '1' }),
    ]);
    const { refused } = market.submit({ instrumentId: 9, price: '1.0000000001', qty: '1.0000000001' });
    expect(refused).toMatchObject({ code: 'MAX_ORDER_NOTIONAL_EXCEEDED', observedValue: null, limitValue: '1' });
  });

  test('of two rows the tighter binds, whichever it is', () => {
    const at = (governing: string | null, byDefault: string | null) =>
      new SampleMarket([
        ...REGISTER,
        policy({ maxOrderQty: governing }),
        policy({ instrumentId: null, maxOrderQty: byDefault }),
      ]).submit({ qty: '1.5' }).refused?.limitValue;
    expect([at('1', '2'), at('2', '1'), at(null, '1'), at('1', null), at('2', '2'), at(null, null)]).toEqual([
      '1',
      '1',
      '1',
      '1',
      undefined,
      undefined,
    ]);
  });

  test("another organisation's policy binds nobody else", () => {
    expect(new SampleMarket([...REGISTER, policy({ orgId: 2, maxOrderQty: '0.1' })]).submit().refused).toBeUndefined();
  });
});

describe('open orders', () => {
  test('a place is free again once an order is filled, cancelled or rejected', () => {
    const market = new SampleMarket([...REGISTER, policy({ maxOpenOrders: 1 })]);
    for (const end of [
      (orderId: string) => market.cancel(orderId),
      (orderId: string) => market.fill(orderId, { price: '100', qty: '1' }),
      (orderId: string) => market.report({ kind: 'venue-reject', orderId, reason: 'CREDENTIAL_UNAVAILABLE' }),
    ]) {
      const { orderId } = orderOf(market.submit());
      expect(market.submit().refused?.code).toBe('MAX_OPEN_ORDERS_EXCEEDED');
      end(orderId);
    }
    expect(market.submit().refused).toBeUndefined();
  });
});
