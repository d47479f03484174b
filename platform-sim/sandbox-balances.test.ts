/** Balances of a sandbox, as its clients read them. Their rows and pages: `gateway/routes/balances.test.ts`. */
import { expect, test } from 'vitest';
import { add, decimal, formatDecimal, subtract } from '../gateway/contract/decimal.ts';
import type { BalanceRow } from '../gateway/facts.ts';
import { type Caller, callerOf } from './testing/sample-caller.ts';
import { scene } from './testing/sample-scene.ts';

type Balances = Readonly<Record<string, Omit<BalanceRow, 'orgId'>>>;

/** By `accountId/assetId`. */
async function balancesOf(caller: Caller): Promise<Balances> {
  const items: readonly BalanceRow[] = (await caller.get('/account-balances')).body.items;
  return Object.fromEntries(items.map((row) => [`${row.accountId}/${row.assetId}`, row]));
}

const plus = (text: string | undefined, more: string) => formatDecimal(add(decimal(text ?? ''), decimal(more)));
const minus = (text: string | undefined, less: string) => formatDecimal(subtract(decimal(text ?? ''), decimal(less)));
const ORDER = { price: '99.00', qty: '2' };

test('a fresh sandbox has balances at once: zero readings, several assets, and a DISCOVERED account’s', async () => {
  const { sandbox } = await scene();
  const { account, discoveredAccount, uncredentialledAccount, foreignAccount } = sandbox.profile.fixtures;
  const balances = Object.values(await balancesOf(await callerOf(sandbox, 'viewer')));
  const of = (id: number) => balances.filter(({ accountId }) => accountId === id);
  expect(of(account.id).length).toBeGreaterThan(3);
  expect(of(account.id)).toContainEqual(expect.objectContaining({ total: '0', available: '0', held: '0' }));
  expect(of(discoveredAccount.id).map(({ total }) => total)).toContain('9.223372036854775807');
  expect([of(uncredentialledAccount.id), of(foreignAccount.id)]).toEqual([[], []]);
  expect(new Set(balances.map(({ venueTsNs }) => venueTsNs === null))).toEqual(new Set([true, false]));
  const theirs = Object.values(await balancesOf(await callerOf(sandbox, 'outsider')));
  expect(theirs.map(({ accountId }) => accountId)).toContain(foreignAccount.id);
});

test('balances follow orders on every member: locked while they rest, released by a cancel, moved by a fill', async () => {
  const at = await scene({ members: [{ version: '0.14.0' }, { version: '0.13.0' }] });
  const before = await balancesOf(at.trader);
  const { body: resting } = await at.order('rests', ORDER);
  await at.sandbox.clock.advance(100);
  const { total, held } = before['1/1'] ?? {};
  for (let member = 0; member < 2; member += 1)
    expect((await balancesOf(at.trader))['1/1']).toMatchObject({ total, held: plus(held, '198') });
  await at.trader.post(`/orders/${resting.orderId}/cancel`, {});
  await at.order('fills', { ...ORDER, side: 'SELL', price: '100.00' });
  await at.sandbox.clock.advance(1000);
  const after = await balancesOf(at.trader);
  expect(after['1/2']).toMatchObject({ total: minus(before['1/2']?.total, '2'), held: before['1/2']?.held });
  // Two at 100, less a fee of 0.001 of it.
  expect(after['1/1']).toMatchObject({ total: plus(total, '199.8'), held });
  expect(after['1/3']).toEqual(before['1/3']);
});

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

test('a reset begins the balances again, and leaves no timer of the former ones', async () => {
  const at = await scene();
  const { sandbox } = at;
  const sums = async () =>
    Object.entries(await balancesOf(at.trader)).map(([name, { total, held }]) => [name, total, held]);
  const [before, waiting] = [await sums(), sandbox.clock.timers()];
  await at.order('k-1', ORDER);
  await sandbox.clock.advance(1000);
  expect(await sums()).not.toEqual(before);
  await sandbox.reset();
  expect([await sums(), sandbox.clock.timers()]).toEqual([before, waiting]);
  const head = sandbox.platform.head();
  await sandbox.clock.advance(30_000);
  expect(sandbox.platform.head()).toBe(head + 1);
});
