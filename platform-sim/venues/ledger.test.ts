import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  compare,
  type Decimal,
  decimal,
  decimalOf,
  multiply,
  subtract,
  ZERO,
} from '../../gateway/contract/decimal.ts';
import type { BalanceRow, ExecutionRow, OrderRow, SubmitOrder } from '../../gateway/facts.ts';
import { AppliedState } from '../../gateway/state/applied-state.ts';
import type { FaultRule } from '../faults/rule-shape.ts';
import type { PrincipalName } from '../seed-data/world.ts';
import { SampleVenue } from '../testing/sample-venue.ts';

type Step =
  | { readonly do: 'submit'; readonly as: PrincipalName; readonly of: Partial<SubmitOrder> }
  | { readonly do: 'cancel'; readonly nth: number }
  | { readonly do: 'advance'; readonly ms: number }
  | { readonly do: 'fault'; readonly rule: FaultRule }
  | { readonly do: 'release' };

const order = fc.record({
  instrumentId: fc.constantFrom(1, 1, 2, 4, 7),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  price: fc.constantFrom('100', '100.02', '99.99', '50', '80.02', '80', null),
  qty: fc.constantFrom('1', '0.001', '12.5', '999', '30000', '0.25'),
});
const trader = fc.constantFrom<PrincipalName>('trader', 'trader', 'outsider', 'throttled');
const rule = fc.constantFrom<FaultRule>(
  { on: { owner: 'custody' }, hold: 'readings', times: 2 },
  { on: { edge: 'inbox', owner: 'custody' }, delay: 170, times: { every: 2 } },
  { on: { edge: 'inbox', owner: 'custody' }, refuse: 'INBOX_FULL', times: 2 },
  { on: { command: 'fill' }, delay: 40, times: { every: 2 } },
);
const ms = fc.constantFrom(0, 50, 60, 100, 31_000);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('submit' as const), as: trader, of: order }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), nth: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('advance' as const), ms }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fault' as const), rule }) },
  { weight: 1, arbitrary: fc.constant({ do: 'release' as const }) },
);

async function run(steps: readonly Step[]): Promise<SampleVenue> {
  const sample = new SampleVenue();
  const placed: { readonly orderId: string; readonly as: PrincipalName }[] = [];
  for (const [index, each] of steps.entries()) {
    if (each.do === 'submit') {
      const submission = await sample.submit(`k${index}`, each.of, each.as);
      const { verdict } = sample.recordOf(submission);
      if (verdict.refused === undefined) placed.push({ orderId: sample.orderOf(submission).orderId, as: each.as });
    } else if (each.do === 'cancel') {
      const order = placed[each.nth % Math.max(placed.length, 1)];
      if (order !== undefined) await sample.cancel(`k${index}`, order.orderId, order.as);
    } else if (each.do === 'advance') await sample.clock.advance(each.ms);
    else if (each.do === 'fault') sample.faults.add(each.rule);
    else sample.faults.release('readings');
  }
  return sample;
}

/** The expected balances, from the world and the sequence alone, by `accountId/assetId`. */
function expected(sample: SampleVenue): { total: Map<string, Decimal>; locked: Map<string, Decimal> } {
  const total = new Map<string, Decimal>();
  const orders = new Map<string, OrderRow>();
  const move = (sums: Map<string, Decimal>, accountId: number, assetId: number, by: Decimal) => {
    const name = `${accountId}/${assetId}`;
    sums.set(name, add(sums.get(name) ?? ZERO, by));
  };
  for (const { accountId, assetId, total: opening } of sample.world.balances)
    move(total, accountId, assetId, decimal(opening));
  for (const fact of sample.platform.records().flatMap(({ verdict }) => verdict.facts ?? [])) {
    if (fact.kind === 'OrderUpdated') orders.set(fact.order.orderId, fact.order);
    if (fact.kind === 'ExecutionRecorded') {
      for (const [assetId, by] of legsOf(sample, fact.execution)) move(total, fact.execution.accountId, assetId, by);
    }
  }
  const locked = new Map<string, Decimal>();
  for (const { status, side, price, leavesQty, accountId, instrumentId } of orders.values()) {
    if (status !== 'OPEN' && status !== 'PARTIALLY_FILLED') continue;
    const { base, quote } = instrumentOf(sample, instrumentId);
    if (side === 'SELL') move(locked, accountId, base, decimal(leavesQty));
    else if (price !== null) move(locked, accountId, quote, multiply(decimal(price), decimal(leavesQty)));
  }
  return { total, locked };
}

function legsOf(sample: SampleVenue, execution: ExecutionRow): readonly (readonly [number, Decimal])[] {
  const { side, price, qty, fee, feeAssetId, instrumentId } = execution;
  const { base, quote } = instrumentOf(sample, instrumentId);
  const paid = multiply(decimal(price), decimal(qty));
  const fees = feeAssetId === null || fee === null ? [] : ([[feeAssetId, subtract(ZERO, decimal(fee))]] as const);
  return side === 'BUY'
    ? [[base, decimal(qty)], [quote, subtract(ZERO, paid)], ...fees]
    : [[base, subtract(ZERO, decimal(qty))], [quote, paid], ...fees];
}

function instrumentOf({ world }: SampleVenue, instrumentId: number): { base: number; quote: number } {
  for (const fact of world.statements.flat()) {
    if (fact.kind === 'InstrumentRecorded' && fact.instrument.instrumentId === instrumentId)
      return { base: fact.instrument.baseAssetId, quote: fact.instrument.quoteAssetId };
  }
  throw new Error(`no instrument ${instrumentId}`);
}

/** Values that a 64-bit integer holds are exact; others differ by less than the last stated place. */
function expectStated(row: BalanceRow, total: Decimal, locked: Decimal): void {
  const stated = decimal(row.total);
  const off = subtract(stated, total);
  const isExact = total.scale <= 10;
  if (isExact) expect(stated).toEqual(total);
  else expect(compare(multiply(off, off), decimalOf(1n, 20))).toBe(-1);
  expect(add(decimal(row.available), decimal(row.held))).toEqual(stated);
  const there = compare(stated, ZERO) > 0 ? stated : ZERO;
  if (isExact) expect(decimal(row.held)).toEqual(compare(locked, there) > 0 ? there : locked);
}

describe('after any orders, cancels and fills', () => {
  test('a balance is its opening plus the executions; its parts are what living orders lock, and the rest', async () => {
    const met = { rounded: 0, capped: 0, locked: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const sample = await run(steps);
        sample.faults.clear();
        // A heartbeat past the last fill, so that lost reports are repeated.
        await sample.clock.advance(91_000);
        const { total, locked } = expected(sample);
        const now = sample.balances();
        expect(Object.keys(now)).toEqual(expect.arrayContaining([...total.keys(), ...locked.keys()]));
        for (const [name, row] of Object.entries(now)) {
          const wanted = locked.get(name) ?? ZERO;
          expectStated(row, total.get(name) ?? ZERO, wanted);
          if ((total.get(name)?.scale ?? 0) > 10) met.rounded += 1;
          if (compare(wanted, ZERO) > 0) met.locked += 1;
          if (compare(wanted, decimal(row.held)) > 0) met.capped += 1;
        }
      }),
      { numRuns: 60, seed: 20260105 },
    );
    for (const count of Object.values(met)) expect(count).toBeGreaterThan(5);
  });

  test('observedAtNs of a balance never goes back as the position grows, and is never in the future (T42)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const sample = await run(steps);
        sample.faults.clear();
        await sample.clock.advance(61_000);
        const state = new AppliedState();
        const seen = new Map<string, bigint>();
        for (const record of sample.platform.records()) {
          state.apply(record);
          if (record.command.owner !== 'custody') continue;
          for (const row of [1, 2, 3, 4].flatMap((orgId) => state.balances(orgId).above(undefined, 1000))) {
            const name = `${row.accountId}/${row.assetId}`;
            const atNs = BigInt(state.observedAtNs(row));
            expect(atNs).toBeGreaterThanOrEqual(seen.get(name) ?? 0n);
            expect(atNs).toBeLessThanOrEqual(BigInt(record.atNs));
            seen.set(name, atNs);
          }
        }
        expect(new Set([...seen.values()]).size).toBe(1);
      }),
      { numRuns: 40, seed: 20260105 },
    );
  });
});
