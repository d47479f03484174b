import { describe, expect, test } from 'vitest';
import { add, compare, type Decimal, decimal, multiply, ZERO } from '../gateway/contract/decimal.ts';
import type { ExecutionRow, OrderRow, SequencedRecord } from '../gateway/facts.ts';
import { averagePrice } from './owners/orders/fill.ts';
import { driveAtRandom } from './testing/sample-run.ts';

const SEEDS = 200;
const STEPS = 50;

function journalOf(records: readonly SequencedRecord[]): string {
  return records.map((record) => JSON.stringify(record)).join('\n');
}

test('the same seed and the same inputs make the same journal, byte for byte, with faults and time', async () => {
  const journals = new Set<string>();
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const [one, again] = [await driveAtRandom(seed, STEPS), await driveAtRandom(seed, STEPS)];
    const journal = journalOf(one.platform.records());
    expect(journalOf(again.platform.records()) === journal, `seed ${seed}`).toBe(true);
    expect(again.faults.list()).toEqual(one.faults.list());
    journals.add(journal);
  }
  expect(journals.size).toBe(SEEDS);
});

describe('after any operations', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('seed %i: positions, times, ids, keys and sums are consistent', async (seed) => {
    const { platform } = await driveAtRandom(seed, 400);
    const records = platform.records();
    const orders = new Map<string, OrderRow>();
    const sums = new Map<string, { qty: Decimal; traded: Decimal }>();
    const ids = new Set<string>();
    const keys = new Set<string>();
    const started = new Set<number>();
    let lastNs = 0n;
    records.forEach(({ position, atNs, command, verdict }, index) => {
      expect(position).toBe(index + 1);
      expect(BigInt(atNs) - lastNs).toBeGreaterThanOrEqual(1000n);
      lastNs = BigInt(atNs);
      if (command.key !== null) {
        const key = `${command.principal.orgId}/${command.key}`;
        expect(keys.has(key), `${key} has one effect`).toBe(false);
        keys.add(key);
      }
      if (command.body.kind === 'submit' && command.body.algoInstanceId !== undefined && verdict.facts !== undefined)
        expect(started.has(command.body.algoInstanceId), `${position} is of a started instance`).toBe(true);
      for (const fact of verdict.facts ?? []) {
        if (fact.kind === 'AlgoInstanceRecorded') {
          const { status, instanceId } = fact.instance;
          if (status === 'STARTED') started.add(instanceId);
          else started.delete(instanceId);
        }
        if (fact.kind === 'ExecutionRecorded') count(sums, ids, fact.execution);
        if (fact.kind === 'OrderUpdated')
          holdOrder(orders.get(fact.order.orderId), fact.order, sums.get(fact.order.orderId));
        if (fact.kind === 'OrderUpdated') orders.set(fact.order.orderId, fact.order);
      }
    });
    expect(sums.size).toBeGreaterThan(3);
  });
});

function count(
  sums: Map<string, { qty: Decimal; traded: Decimal }>,
  ids: Set<string>,
  { executionId, orderId, price, qty }: ExecutionRow,
): void {
  expect(ids.has(executionId)).toBe(false);
  ids.add(executionId);
  const sum = sums.get(orderId) ?? { qty: ZERO, traded: ZERO };
  sums.set(orderId, {
    qty: add(sum.qty, decimal(qty)),
    traded: add(sum.traded, multiply(decimal(price), decimal(qty))),
  });
}

function holdOrder(
  before: OrderRow | undefined,
  row: OrderRow,
  sum: { qty: Decimal; traded: Decimal } | undefined,
): void {
  const lives = row.status === 'OPEN' || row.status === 'PARTIALLY_FILLED';
  if (lives) expect(add(decimal(row.cumQty), decimal(row.leavesQty))).toEqual(decimal(row.qty));
  expect(decimal(row.cumQty)).toEqual(sum?.qty ?? ZERO);
  expect(row.avgPx).toBe(sum === undefined ? null : averagePrice(sum.traded, sum.qty));
  expect((row.userId !== 0) !== (row.algoInstanceId !== null)).toBe(true);
  if (before === undefined) return;
  // A finished row never changes; until then its stated terms keep their values.
  if (before.status !== 'OPEN' && before.status !== 'PARTIALLY_FILLED') expect(row).toEqual(before);
  expect(decimal(row.qty)).toEqual(decimal(before.qty));
  expect(compare(decimal(row.cumQty), decimal(before.cumQty))).not.toBe(-1);
}
