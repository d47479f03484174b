import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalOf, formatDecimal, multiply } from '../../../gateway/contract/decimal.ts';
import type { Fact } from '../../../gateway/facts.ts';
import { SampleMarket } from '../../testing/sample-market.ts';
import { instrument, MINUTE_NS, OUTSIDER, policy } from '../../testing/sample-owner.ts';
import { EMPTY_DIRECTORY, recordIn } from '../directory.ts';
import { capsOf } from './caps.ts';

const submitted = (of: object, ...policies: readonly Fact[]) => new SampleMarket(...policies).submit(of).refused;

describe('caps are exact', () => {
  const aCap = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.integer({ min: 0, max: 4 }));
  const aMillion = fc.integer({ min: 1, max: 10 ** 6 });

  test('at every scale: the cap itself passes, a step above it does not', () => {
    fc.assert(
      fc.property(aCap, ([coefficient, scale]) => {
        const limitValue = formatDecimal(decimalOf(coefficient, scale));
        const observedValue = formatDecimal(decimalOf(coefficient * 10n ** BigInt(4 - scale) + 1n, 4));
        const cap = policy({ maxOrderQty: limitValue });
        expect(submitted({ qty: limitValue }, cap)).toBeUndefined();
        const refusal = { code: 'MAX_ORDER_QTY_EXCEEDED', observedValue, limitValue };
        expect(submitted({ qty: observedValue }, cap)).toMatchObject(refusal);
      }),
    );
  });

  test('the notional is price x qty to the last place', () => {
    fc.assert(
      fc.property(aMillion, aMillion, (cents, tenThousandths) => {
        const [price, qty] = [decimalOf(BigInt(cents), 2), decimalOf(BigInt(tenThousandths), 4)];
        const notional = multiply(price, qty);
        const below = decimalOf(notional.coefficient * 10n ** BigInt(6 - notional.scale) - 1n, 6);
        const order = { price: formatDecimal(price), qty: formatDecimal(qty) };
        const at = (cap: string) => submitted(order, policy({ maxOrderNotional: cap }))?.code;
        expect(at(formatDecimal(notional))).toBeUndefined();
        expect(at(formatDecimal(below))).toBe('MAX_ORDER_NOTIONAL_EXCEEDED');
      }),
    );
  });

  test('a leg past 18 places or 64 bits is left out of the refusal', () => {
    const fine = instrument({ tick: '0.0000000001', step: '0.0000000001', workingScale: 10 });
    const order = { instrumentId: 9, price: '1.0000000001', qty: '1.0000000001' };
    const refusal = { code: 'MAX_ORDER_NOTIONAL_EXCEEDED', observedValue: null, limitValue: '1' };
    expect(submitted(order, fine, policy({ instrumentId: 9, maxOrderNotional: '1' }))).toMatchObject(refusal);
  });
});

const AMENDED = { pendingTransition: 'AMEND' } as const;
const SEVENTH = { tradingPolicyId: 7, maxOrderQty: '4' };

/** Policies, and the cap that applies to an order of 5. */
// biome-ignore format: an aligned table
const APPLIES: readonly [string, string | undefined, ...Fact[]][] = [
  ['a proposed row binds nothing',                  undefined, policy({ maxOrderQty: '1', status: 'PROPOSED' }, null)],
  ['a withdrawn row binds nothing',                 undefined, policy({ maxOrderQty: '1', status: 'WITHDRAWN' }, null)],
  ['a retired row binds nothing',                   undefined, policy({ maxOrderQty: '1', status: 'RETIRED' })],
  ["another organisation's row binds nothing",      undefined, policy({ maxOrderQty: '1', orgId: 2 })],
  ['approved terms bind while tighter ones wait',   '2', policy({ maxOrderQty: '1', ...AMENDED }, { maxOrderQty: '2' })],
  ['approved terms bind while wider ones wait',     '2', policy({ maxOrderQty: '9', ...AMENDED }, { maxOrderQty: '2' })],
  ['the approved instrument binds while one waits', '1', policy({ instrumentId: 9, maxOrderQty: '1', ...AMENDED }, { instrumentId: 1 })],
  ['the newest row of an instrument applies',       '4', policy(SEVENTH), policy({ tradingPolicyId: 5, maxOrderQty: '2' })],
  ['the older row applies if the newest is retired', '2', policy({ maxOrderQty: '2' }), policy({ ...SEVENTH, status: 'RETIRED' })],
  ['the older row applies if the newest waits',     '2', policy({ maxOrderQty: '2' }), policy({ ...SEVENTH, status: 'PROPOSED' }, null)],
];

describe('which policy applies', () => {
  test.each<(typeof APPLIES)[number]>(APPLIES)('%s', (_, limit, ...policies) => {
    expect(submitted({ qty: '5' }, ...policies)?.limitValue).toBe(limit);
  });

  test('a retired row that was in force no longer applies', () => {
    const market = new SampleMarket(policy({ maxOrderQty: '2' }), policy(SEVENTH));
    market.know(policy({ ...SEVENTH, status: 'RETIRED' }));
    expect(market.submit({ qty: '5' }).refused?.limitValue).toBe('2');
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
    const row = (caps: SomeCaps & { readonly count: number | null }, instrumentId: number | null) => {
      const money = { maxOrderQty: stated(caps.maxOrderQty), maxOrderNotional: stated(caps.maxOrderNotional) };
      return policy({ instrumentId, ...money, maxOpenOrders: caps.count, maxOrdersPerMinute: caps.count });
    };

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

describe('open orders and orders a minute', () => {
  test.each([
    ['MAX_OPEN_ORDERS_EXCEEDED', { maxOpenOrders: 2 }],
    ['RATE_CEILING', { maxOrdersPerMinute: 2 }],
  ])("%s counts the organisation's orders of every instrument, and no other organisation's", (code, caps) => {
    const market = new SampleMarket(instrument(), policy(caps));
    market.submit({ accountId: 2 }, OUTSIDER);
    market.submit({ instrumentId: 9 });
    expect(market.submit().refused).toBeUndefined();
    expect(market.submit().refused).toMatchObject({ code, observedValue: '3' });
    // The cap is of another instrument.
    expect(market.submit({ instrumentId: 9 }).refused).toBeUndefined();
  });

  test('a place is free again once an order is filled, cancelled or rejected', () => {
    const market = new SampleMarket(policy({ maxOpenOrders: 1 }));
    for (const end of [
      (orderId: string) => market.cancel(orderId),
      (orderId: string) => market.fill(orderId, { price: '100', qty: '1' }),
      (orderId: string) => market.reject(orderId),
    ]) {
      const orderId = market.opened();
      expect(market.submit().refused?.code).toBe('MAX_OPEN_ORDERS_EXCEEDED');
      end(orderId);
    }
    expect(market.submit().refused).toBeUndefined();
  });
});

describe('the ceiling of a minute', () => {
  const ceiling = (count: number) => new SampleMarket(policy({ maxOrdersPerMinute: count }));

  test('slides: a place is free again exactly a minute after it was taken', () => {
    const market = ceiling(2);
    market.submit();
    market.pass(1_000_000_000n);
    market.submit();
    // 1 us before the end of the first one's minute, then a microsecond at a time.
    market.pass(MINUTE_NS - 1_000_000_000n - 3_000n);
    expect([1, 2, 3].map(() => market.submit().refused?.code)).toEqual(['RATE_CEILING', undefined, 'RATE_CEILING']);
  });

  test('does not count refused orders', () => {
    const market = ceiling(2);
    const codes = (of: object, count: number) =>
      new Set(Array.from({ length: count }, () => market.submit(of).refused?.code));
    expect(codes({ qty: null }, 10)).toEqual(new Set(['INVALID_FIELD']));
    expect(codes({}, 2)).toEqual(new Set([undefined]));
    expect(codes({}, 10)).toEqual(new Set(['RATE_CEILING']));
    market.pass(MINUTE_NS);
    expect(codes({}, 2)).toEqual(new Set([undefined]));
  });

  test('in any sliding minute at most the stated number is accepted, and none is refused below it', () => {
    const someGaps = fc.array(fc.bigInt({ min: 0n, max: 30_000_000_000n }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), someGaps, (count, gaps) => {
        const market = ceiling(count);
        const acceptedAtNs: bigint[] = [];
        for (const gap of gaps) {
          market.pass(gap);
          const { refused } = market.submit();
          const atNs = BigInt(market.atNs);
          expect(refused === undefined).toBe(acceptedAtNs.filter((at) => atNs - at < MINUTE_NS).length < count);
          if (refused === undefined) acceptedAtNs.push(atNs);
        }
      }),
    );
  });
});
