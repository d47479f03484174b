/** Balances of a revoked credential, as clients of a sandbox read them. */
import { expect, test } from 'vitest';
import type { BalanceRow } from '../gateway/facts.ts';
import type { Caller } from './testing/sample-caller.ts';
import { scene } from './testing/sample-scene.ts';

type Balances = Readonly<Record<string, Omit<BalanceRow, 'orgId'>>>;

/** By `accountId/assetId`. */
async function balancesOf(caller: Caller): Promise<Balances> {
  const items: readonly BalanceRow[] = (await caller.get('/account-balances')).body.items;
  return Object.fromEntries(items.map((row) => [`${row.accountId}/${row.assetId}`, row]));
}

const ORDER = { price: '99.00', qty: '2' };

test('balances of a revoked credential are not read any more, and the others are', async () => {
  const at = await scene();
  await at.order('k-1', ORDER);
  await at.sandbox.clock.advance(30_000);
  const before = await balancesOf(at.admin);
  const { credentialId } = before['1/1'] ?? {};
  // Changes the next reading.
  await at.order('k-2', ORDER);
  expect((await at.admin.post(`/credentials/${credentialId}/revoke`, {})).status).toBe(200);
  await at.sandbox.clock.advance(300_000);
  const after = await balancesOf(at.admin);
  const ofRevoked = (rows: Balances) => Object.values(rows).filter((row) => row.credentialId === credentialId);
  expect(ofRevoked(before).length).toBeGreaterThan(3);
  expect(ofRevoked(after)).toEqual(ofRevoked(before));
  const others = Object.values(after).filter((row) => row.credentialId !== credentialId);
  expect(new Set(others.map(({ observedAtNs }) => observedAtNs))).toEqual(new Set([`${at.sandbox.clock.nowNs()}`]));
  // A balance that is not stated any more is not pending: otherwise every heartbeat would carry it.
  const { command } = at.sandbox.platform.records().at(-1) ?? {};
  expect(command?.body).toEqual({ kind: 'reading', readings: [], heartbeat: true });
});
