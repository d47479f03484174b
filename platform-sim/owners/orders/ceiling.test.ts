import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INSTRUMENT, policy, REGISTER, SampleMarket } from '../../testing/sample-market.ts';

const MINUTE_NS = 60_000_000_000n;

describe('the ceiling', () => {
  const ceiling = (count: number) => new SampleMarket([...REGISTER, policy({ maxOrdersPerMinute: count })]);

  test('slides: a place is free again exactly a minute after it was taken', () => {
    const market = ceiling(2);
    market.submit();
    market.pass(1_000_000_000n);
    market.submit();
    // 1 us before the end of the first one's minute, then a microsecond at a time.
    market.pass(MINUTE_NS - 1_000_000_000n - 1000n - 2000n);
    expect(market.submit().refused?.code).toBe('RATE_CEILING');
    expect(market.submit().refused).toBeUndefined();
    expect(market.submit().refused?.code).toBe('RATE_CEILING');
  });

  test("counts the organisation's orders of every instrument, and no other organisation's", () => {
    const market = new SampleMarket([
      ...REGISTER,
      { kind: 'InstrumentRecorded', instrument: { ...INSTRUMENT, instrumentId: 9, symbol: 'NINE-USD' } },
      policy({ maxOrdersPerMinute: 2 }),
    ]);
    market.submit({ accountId: 2 }, { orgId: 2, userId: 3 });
    market.submit({ instrumentId: 9 });
    expect(market.submit().refused).toBeUndefined();
    expect(market.submit().refused?.code).toBe('RATE_CEILING');
    expect(market.submit({ instrumentId: 9 }).refused).toBeUndefined();
  });

  test('a refused submission costs nothing, for any refusal', () => {
    const market = ceiling(2);
    for (let count = 0; count < 10; count += 1) market.submit({ qty: null });
    expect([market.submit(), market.submit()].map(({ refused }) => refused)).toEqual([undefined, undefined]);
    for (let count = 0; count < 10; count += 1) expect(market.submit().refused?.code).toBe('RATE_CEILING');
    market.pass(MINUTE_NS);
    expect(market.submit().refused).toBeUndefined();
  });

  test('in any sliding minute at most the stated number is accepted, and none is refused below it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.bigInt({ min: 0n, max: 30_000_000_000n }), { maxLength: 40 }),
        (count, gaps) => {
          const market = ceiling(count);
          let atNs = 0n;
          const acceptedAtNs: bigint[] = [];
          for (const gap of gaps) {
            market.pass(gap);
            atNs += gap + 1000n;
            const within = acceptedAtNs.filter((at) => atNs - at < MINUTE_NS).length;
            const { refused } = market.submit();
            expect(refused === undefined).toBe(within < count);
            if (refused === undefined) acceptedAtNs.push(atNs);
          }
        },
      ),
    );
  });
});
