import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SequencedRecord } from '../facts.ts';
import { KeyPositions } from './key-positions.ts';
import { hashKeyOf, keyedHash } from './keyed-hash.ts';

const MS = 1_000_000n;
const SECRET = Buffer.from('a hash secret');

function recordOf(position: number, orgId: number, key: string, atNs: bigint): SequencedRecord {
  return {
    position,
    atNs: `${atNs}`,
    command: {
      owner: 'orders',
      principal: { orgId, userId: 1 },
      key,
      operation: 'cancelOrder 1',
      body: { kind: 'cancel', orderId: '1' },
    },
    verdict: { facts: [] },
  };
}

test('equals a plain table of (organisation, key, record), forgets permanently, and so does each fork by itself', () => {
  const step = fc.record({
    orgId: fc.constantFrom(1, 2),
    key: fc.constantFrom('a', 'b', 'c', ...Array.from({ length: 60 }, (_, n) => `k-${n}`)),
    afterMs: fc.nat(4),
    of: fc.nat(3),
    forks: fc.nat(20),
  });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 1_500, size: 'max' }),
      fc.integer({ min: 1, max: 3_000 }),
      (steps, retentionMs) => {
        const records: SequencedRecord[] = [];
        const recordAt = (position: number) => records[position - 1];
        const pairs = [{ kept: new KeyPositions(retentionMs, SECRET), plain: new Map<string, SequencedRecord>() }];
        let nowNs = 0n;
        for (const { orgId, key, afterMs, of, forks } of steps) {
          nowNs += BigInt(afterMs) * MS;
          const one = pairs[of % pairs.length] as (typeof pairs)[number];
          const record = recordOf(records.length + 1, orgId, key, nowNs);
          records.push(record);
          one.kept.set(orgId, key, record);
          one.plain.set(`${orgId}/${key}`, record);
          if (forks === 0 && pairs.length < 4) pairs.push({ kept: one.kept.fork(), plain: new Map(one.plain) });
          for (const { kept, plain } of pairs) {
            const held = plain.get(`${orgId}/${key}`);
            const isKept = held !== undefined && nowNs - BigInt(held.atNs) < BigInt(retentionMs) * MS;
            expect(kept.find(orgId, key, nowNs, recordAt)).toBe(isKept ? held : undefined);
          }
        }
        for (const { kept, plain } of pairs) {
          for (const held of plain.values()) {
            const { principal, key } = held.command;
            const isKept = nowNs - BigInt(held.atNs) < BigInt(retentionMs) * MS;
            expect(kept.find(principal.orgId, key ?? '', nowNs, recordAt)).toBe(isKept ? held : undefined);
          }
        }
      },
    ),
    { numRuns: 30 },
  );
});

test('every key has its own record among many, and a key that was never set has none, whatever its hash', () => {
  const count = 120_000;
  const kept = new KeyPositions(1, SECRET);
  const keyOf = (n: number) => `${Math.imul(n, 0x9e3779b1)}-${Math.imul(n, 0x85ebca6b)}`;
  const recordAt = (position: number) => recordOf(position, 1, keyOf(position), 0n);
  let read = 0;
  for (let position = 1; position <= count; position += 1) kept.set(1, keyOf(position), { position, atNs: '0' });
  for (let position = 1; position <= count; position += 1) {
    const find = (key: string) =>
      kept.find(1, key, 0n, (at) => {
        read += 1;
        return recordAt(at);
      });
    if (find(keyOf(position))?.position !== position) expect.fail(`${position} has another record`);
    if (find(keyOf(-position)) !== undefined) expect.fail(`${-position} has a record`);
  }
  // Some of that many keys do have the hash of another, and hardly more of them than by chance.
  expect(read).toBeGreaterThan(count);
  expect(read).toBeLessThan(count + 100);
});

test('keys that were chosen to have one hash do not have one under another secret', () => {
  const keys = Array.from({ length: 200_000 }, (_, n) => `order-${n}`);
  const of = (secret: string) => hashKeyOf(Buffer.from(secret));
  const byHash = Map.groupBy(keys, (key) => keyedHash(of('one secret'), 1, key));
  const chosen = [...byHash.values()].filter(({ length }) => length > 1).flat();
  /** How many records of other keys are read to find each of the chosen ones. */
  const inVain = (secret: string): number => {
    const kept = new KeyPositions(1, Buffer.from(secret));
    let read = 0;
    for (const [index, key] of chosen.entries()) kept.set(1, key, { position: index + 1, atNs: '0' });
    for (const key of chosen) {
      kept.find(1, key, 0n, (position) => {
        read += 1;
        return recordOf(position, 1, chosen[position - 1] ?? '', 0n);
      });
    }
    return read - chosen.length;
  };
  expect([chosen.length > 0, inVain('one secret'), inVain('another secret')]).toEqual([true, chosen.length, 0]);
});

test('holds no more than its retention allows, for any running time', () => {
  const kept = new KeyPositions(10, SECRET);
  for (let at = 1; at <= 20_000; at += 1) kept.set(1, `name-${at}`, { position: at, atNs: `${BigInt(at) * MS}` });
  expect(kept.size).toBe(10);
});
