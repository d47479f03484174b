import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalOf, formatDecimal, multiply } from '../../../gateway/contract/decimal.ts';
import type { Fact } from '../../../gateway/facts.ts';
import { INSTRUMENT, orderOf, policy, REGISTER, SampleMarket } from '../../testing/sample-market.ts';
import { EMPTY_DIRECTORY, recordIn } from '../directory.ts';
import { capsOf } from './caps.ts';

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

  test('a leg past 18 places or 64 bits is left out of the refusal', () => {
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

  test('of two rows the tighter binds', () => {
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

  test("another organisation's policy does not bind", () => {
    expect(new SampleMarket([...REGISTER, policy({ orgId: 2, maxOrderQty: '0.1' })]).submit().refused).toBeUndefined();
  });
});

describe('which policy applies', () => {
  const limitOn = (...policies: readonly Fact[]) =>
    new SampleMarket([...REGISTER, ...policies]).submit({ qty: '5' }).refused?.limitValue;

  test.each<[string, readonly Fact[], string | undefined]>([
    ['a row that is proposed binds nothing', [policy({ maxOrderQty: '1', status: 'PROPOSED' }, null)], undefined],
    ['a row that was withdrawn binds nothing', [policy({ maxOrderQty: '1', status: 'WITHDRAWN' }, null)], undefined],
    ['a row that is retired binds nothing', [policy({ maxOrderQty: '1', status: 'RETIRED' })], undefined],
    [
      'while tighter terms wait, the approved ones bind',
      [policy({ maxOrderQty: '1', pendingTransition: 'AMEND' }, { maxOrderQty: '2', pendingTransition: null })],
      '2',
    ],
    [
      'while wider terms wait, the approved ones bind',
      [policy({ maxOrderQty: '9', pendingTransition: 'AMEND' }, { maxOrderQty: '2', pendingTransition: null })],
      '2',
    ],
    [
      'while another instrument waits, the approved one is bound',
      [policy({ instrumentId: 9, maxOrderQty: '1', pendingTransition: 'AMEND' }, { instrumentId: 1 })],
      '1',
    ],
    [
      'of two rows of one instrument the newest applies, although it is wider',
      [policy({ tradingPolicyId: 7, maxOrderQty: '4' }), policy({ tradingPolicyId: 5, maxOrderQty: '2' })],
      '4',
    ],
    [
      'once the newest is retired, the one before it governs again',
      [
        policy({ tradingPolicyId: 5, maxOrderQty: '2' }),
        policy({ tradingPolicyId: 7, maxOrderQty: '4' }),
        policy({ tradingPolicyId: 7, maxOrderQty: '4', status: 'RETIRED' }),
      ],
      '2',
    ],
    [
      'a newest row that is only proposed leaves the one before it',
      [policy({ maxOrderQty: '2' }), policy({ tradingPolicyId: 7, maxOrderQty: '4', status: 'PROPOSED' }, null)],
      '2',
    ],
  ])('%s', (_, policies, limit) => {
    expect(limitOn(...policies)).toBe(limit);
  });

  test('of every cap the tighter of two rows binds, and an unset cap binds nothing', () => {
    const aCount = fc.option(fc.integer({ min: 1, max: 1000 }));
    const aMoney = fc.option(fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.integer({ min: 0, max: 18 })));
    const someCaps = fc.record({ maxOrderQty: aMoney, maxOrderNotional: aMoney, count: aCount });
    const stated = (money: readonly [bigint, number] | null) => money && formatDecimal(decimalOf(...money));
    const tighter = <T>(left: T | null, right: T | null, isTighter: (a: T, b: T) => boolean): T | null =>
      left === null || right === null ? (left ?? right) : isTighter(left, right) ? left : right;
    const atScale18 = ([coefficient, scale]: readonly [bigint, number]) => coefficient * 10n ** BigInt(18 - scale);

    type SomeCaps = Readonly<Record<'maxOrderQty' | 'maxOrderNotional', readonly [bigint, number] | null>>;
    const row = (caps: SomeCaps & { readonly count: number | null }, instrumentId: number | null) =>
      policy({
        instrumentId,
        maxOrderQty: stated(caps.maxOrderQty),
        maxOrderNotional: stated(caps.maxOrderNotional),
        maxOpenOrders: caps.count,
        maxOrdersPerMinute: caps.count,
      });

    fc.assert(
      fc.property(someCaps, someCaps, (own, byDefault) => {
        const directory = recordIn(recordIn(EMPTY_DIRECTORY, row(own, 1)), row(byDefault, null));
        const money = (name: keyof SomeCaps) => {
          const expected = tighter(own[name], byDefault[name], (a, b) => atScale18(a) <= atScale18(b));
          return expected === null ? undefined : decimalOf(...expected);
        };
        const count = tighter(own.count, byDefault.count, (a, b) => a <= b) ?? undefined;
        expect(capsOf(directory, 1, 1)).toEqual({
          halted: undefined,
          maxOrderQty: money('maxOrderQty'),
          maxOrderNotional: money('maxOrderNotional'),
          maxOpenOrders: count,
          maxOrdersPerMinute: count,
        });
      }),
    );
  });
});

describe('open orders', () => {
  test('are counted over the whole organisation, for any scope of the capped row', () => {
    const market = new SampleMarket([
      ...REGISTER,
      { kind: 'InstrumentRecorded', instrument: { ...INSTRUMENT, instrumentId: 9, symbol: 'NINE-USD' } },
      policy({ maxOpenOrders: 2 }),
    ]);
    const elsewhere = orderOf(market.submit({ instrumentId: 9 }));
    market.submit({ accountId: 2 }, { orgId: 2, userId: 3 });
    expect(market.submit().refused).toBeUndefined();
    expect(market.submit().refused).toMatchObject({ code: 'MAX_OPEN_ORDERS_EXCEEDED', observedValue: '3' });
    expect(market.submit({ instrumentId: 9 }).refused).toBeUndefined();
    market.cancel(elsewhere.orderId);
    expect(market.submit().refused?.code).toBe('MAX_OPEN_ORDERS_EXCEEDED');
  });

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
