import { expect, test } from 'vitest';
import type { Command } from '../gateway/facts.ts';
import { createKeyTable } from './key-table.ts';

const DAY_MS = 86_400_000;
const DAY_NS = 86_400_000_000_000n;

const command: Command = {
  owner: 'orders',
  principal: { orgId: 1, userId: 1 },
  key: 'k',
  operation: 'cancelOrder 1',
  body: { kind: 'cancel', orderId: '1' },
};

test('a key is held for its retention, to the nanosecond, and free after it', () => {
  const keys = createKeyTable(DAY_MS);
  keys.bind(1, 'k', { command, position: 1, atNs: 0n });
  expect(keys.find(1, 'k', DAY_NS - 1n)?.position).toBe(1);
  expect(keys.find(1, 'k', DAY_NS)).toBeUndefined();
});

test("a key is its organisation's own", () => {
  const keys = createKeyTable(DAY_MS);
  keys.bind(1, 'k', { command, position: 1, atNs: 0n });
  expect(keys.find(2, 'k', 0n)).toBeUndefined();
});

test('a key bound again after its retention is not forgotten with its first use', () => {
  const keys = createKeyTable(DAY_MS);
  keys.bind(1, 'k', { command, position: 1, atNs: 0n });
  keys.bind(1, 'k', { command, position: 2, atNs: DAY_NS });
  keys.bind(1, 'other', { command, position: 3, atNs: DAY_NS + 1n });
  expect(keys.find(1, 'k', DAY_NS + 2n)?.position).toBe(2);
});

test('what is forgotten goes as new keys come: the table holds a day and no more', () => {
  const keys = createKeyTable(1000);
  for (let at = 0; at < 10_000; at += 1)
    keys.bind(1, `k${at}`, { command, position: at, atNs: BigInt(at) * 1_000_000n });
  expect(keys.size()).toBe(1000);
  expect(keys.find(1, 'k9000', 9_999_000_000n)?.position).toBe(9000);
});
