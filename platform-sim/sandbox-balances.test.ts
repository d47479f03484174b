import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { add, decimal, formatDecimal, subtract } from '../gateway/contract/decimal.ts';
import type { BalanceRow, Fact } from '../gateway/facts.ts';
import type { Sandbox } from './sandbox.ts';
import { type Caller, callerOf, sandboxOf } from './testing/sample-caller.ts';

type Served = Omit<BalanceRow, 'orgId'>;

/** By `accountId/assetId`. */
async function balancesOf(caller: Caller): Promise<Readonly<Record<string, Served>>> {
  const { items } = (await caller.get('/account-balances')).body as { items: readonly Served[] };
  return Object.fromEntries(items.map((row) => [`${row.accountId}/${row.assetId}`, row]));
}

async function hold(sandbox: Sandbox, fault: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await request(`${sandbox.controlUrl}/faults`, { method: 'POST', headers, body: JSON.stringify(fault) });
}

function stateAccounts(sandbox: Sandbox, accountIds: readonly number[]): void {
  const facts: readonly Fact[] = accountIds.map((accountId) => ({
    kind: 'RegisterRecorded',
    family: 'accounts',
    row: {
      accountId,
      orgId: 1,
      portfolioId: null,
      displayName: null,
      status: 'DISCOVERED',
      exchangeId: 1,
      credentialId: 1,
      version: 1,
    },
  }));
  const principal = { orgId: 0, userId: 0 };
  const body = { kind: 'state', facts } as const;
  void sandbox.platform.port('m1').submit({ owner: 'register', principal, key: null, operation: 'state', body });
}

const ORDER = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '99.00', qty: '2' };

describe('a fresh sandbox', () => {
  test('serves balances at once: zero readings, several assets of an account, and a DISCOVERED account’s', async () => {
    const sandbox = await sandboxOf();
    const { account, discoveredAccount, uncredentialledAccount, foreignAccount } = sandbox.profile.fixtures;
    const balances = Object.values(await balancesOf(await callerOf(sandbox, 'viewer')));
    const of = (id: number) => balances.filter(({ accountId }) => accountId === id);
    expect(of(account.id).length).toBeGreaterThan(3);
    expect(of(account.id)).toContainEqual(expect.objectContaining({ total: '0', available: '0', held: '0' }));
    expect(of(discoveredAccount.id).map(({ total }) => total)).toContain('9.223372036854775807');
    expect([of(uncredentialledAccount.id), of(foreignAccount.id)]).toEqual([[], []]);
    expect(new Set(balances.map(({ venueTsNs }) => venueTsNs === null))).toEqual(new Set([true, false]));

    const theirs = await balancesOf(await callerOf(sandbox, 'outsider'));
    expect(Object.values(theirs).map(({ accountId }) => accountId)).toContain(foreignAccount.id);
  });

  test('has no route of a single balance, no ETag, and no other view', async () => {
    const sandbox = await sandboxOf();
    const admin = await callerOf(sandbox, 'admin');
    const refusal = async (path: string) => {
      const { status, body } = await admin.get(path);
      return [status, body.error?.code];
    };
    expect((await admin.get('/account-balances')).headers).not.toHaveProperty('etag');
    expect(await refusal('/account-balances/1')).toEqual([404, 'ROUTE_NOT_FOUND']);
    expect(await refusal('/account-balances?view=approved')).toEqual([400, 'MALFORMED_REQUEST']);
    expect(await refusal('/account-balances?status=ACTIVE')).toEqual([400, 'MALFORMED_REQUEST']);
    expect(await refusal('/account-balances?view=latest')).toEqual([200, undefined]);
    for (const accountId of ['0', '-1', '1.5', 'abc', '007', '2147483648'])
      expect(await refusal(`/account-balances?accountId=${accountId}`)).toEqual([400, 'MALFORMED_REQUEST']);
  });

  test('answers alike for another organisation’s account and for a missing one', async () => {
    const sandbox = await sandboxOf();
    const admin = await callerOf(sandbox, 'admin');
    const foreign = await admin.get(`/account-balances?accountId=${sandbox.profile.fixtures.foreignAccount.id}`);
    const unknown = await admin.get('/account-balances?accountId=2147483647');
    const { 'x-request-id': _, date: __, ...headers } = foreign.headers;
    expect([foreign.status, foreign.body.items]).toEqual([200, []]);
    expect(unknown).toMatchObject({ status: 200, headers });
    expect(JSON.stringify(unknown.body)).toBe(JSON.stringify(foreign.body));
  });
});

test('balances are ascending by account, then by asset, as numbers, on one page and on many', async () => {
  const sandbox = await sandboxOf();
  stateAccounts(sandbox, [2_000_000_000, 30, 100_000]);
  await sandbox.clock.advance(30_000);
  const admin = await callerOf(sandbox, 'admin');
  const { items } = (await admin.get('/account-balances')).body as { items: readonly Served[] };
  const inOrder = items.toSorted((a, b) => a.accountId - b.accountId || a.assetId - b.assetId);
  expect(items).toEqual(inOrder);
  expect(items.slice(-6).map(({ accountId }) => accountId)).toEqual([30, 30, 100_000, 100_000, 2e9, 2e9]);

  const walked: Served[] = [];
  for (let cursor = ''; cursor !== 'null'; ) {
    const { body } = await admin.get(`/account-balances?limit=3${cursor && `&cursor=${cursor}`}`);
    walked.push(...body.items);
    cursor = String(body.nextCursor);
  }
  expect(walked).toEqual(items);
});

describe('the balances of an account', () => {
  test('follow its orders: locked while they rest, released by a cancel, moved by a fill', async () => {
    const sandbox = await sandboxOf();
    const trader = await callerOf(sandbox, 'trader');
    const before = await balancesOf(trader);
    const { body: resting } = await trader.post('/orders', { ...ORDER });
    await sandbox.clock.advance(100);
    const locked = await balancesOf(trader);
    expect(locked['1/1']).toMatchObject({
      total: before['1/1']?.total,
      held: formatDecimal(add(decimal(before['1/1']?.held ?? ''), decimal('198'))),
    });

    await trader.post(`/orders/${resting.orderId}/cancel`, {});
    await trader.post('/orders', { ...ORDER, side: 'SELL', price: '100.00' });
    await sandbox.clock.advance(1000);
    const after = await balancesOf(trader);
    const btc = subtract(decimal(before['1/2']?.total ?? ''), decimal('2'));
    expect(after['1/2']).toMatchObject({ total: formatDecimal(btc), held: before['1/2']?.held });
    // Two at 100, less a fee of 0.001 of it.
    const usd = add(decimal(before['1/1']?.total ?? ''), decimal('199.8'));
    expect(after['1/1']).toMatchObject({ total: formatDecimal(usd), held: before['1/1']?.held });
    expect(after['1/3']).toEqual(before['1/3']);
  });

  test('are observed again every 30 seconds, on every member', async () => {
    const sandbox = await sandboxOf({ members: [{ version: '0.14.0' }, { version: '0.13.0' }] });
    const admin = await callerOf(sandbox, 'admin');
    const before = await balancesOf(admin);
    await sandbox.clock.advance(30_000);
    const observedAtNs = `${sandbox.clock.nowNs()}`;
    const again = Object.fromEntries(Object.entries(before).map(([name, row]) => [name, { ...row, observedAtNs }]));
    expect(await balancesOf(admin)).toEqual(again);
    expect(await balancesOf(admin)).toEqual(again);
  });

  test('do not change while readings are held, and catch up when they are released', async () => {
    const sandbox = await sandboxOf();
    const trader = await callerOf(sandbox, 'trader');
    const before = await balancesOf(trader);
    await hold(sandbox, { on: { owner: 'custody', command: 'reading' }, hold: 'readings' });
    await trader.post('/orders', { ...ORDER });
    await sandbox.clock.advance(300_000);
    expect(await balancesOf(trader)).toEqual(before);
    sandbox.faults.clear();
    await sandbox.clock.advance(30_000);
    const now = await balancesOf(trader);
    expect(now['1/1']?.held).toBe(formatDecimal(add(decimal(before['1/1']?.held ?? ''), decimal('198'))));
    for (const { observedAtNs } of Object.values(now)) expect(observedAtNs).toBe(`${sandbox.clock.nowNs()}`);
  });
});

test('balances of a revoked credential are not read any more, and the others are', async () => {
  const sandbox = await sandboxOf();
  const [admin, trader] = [await callerOf(sandbox, 'admin'), await callerOf(sandbox, 'trader')];
  await trader.post('/orders', { ...ORDER });
  await sandbox.clock.advance(30_000);
  const before = await balancesOf(admin);
  const { credentialId } = before['1/1'] ?? {};
  // Changes the next reading.
  await trader.post('/orders', { ...ORDER });
  expect((await admin.post(`/credentials/${credentialId}/revoke`, {})).status).toBe(200);
  await sandbox.clock.advance(300_000);
  const after = await balancesOf(admin);
  const ofRevoked = (rows: typeof before) => Object.values(rows).filter((row) => row.credentialId === credentialId);
  expect(ofRevoked(before).length).toBeGreaterThan(3);
  expect(ofRevoked(after)).toEqual(ofRevoked(before));
  const others = Object.values(after).filter((row) => row.credentialId !== credentialId);
  expect(others.length).toBeGreaterThan(0);
  for (const { observedAtNs } of others) expect(observedAtNs).toBe(`${sandbox.clock.nowNs()}`);
  // A balance that is not stated any more is not pending: otherwise every heartbeat would carry it.
  const { command } = sandbox.platform.records().at(-1) ?? {};
  expect(command?.body).toEqual({ kind: 'reading', readings: [], heartbeat: true });
});

test('a reset begins the balances again, and leaves no timer of the former ones', async () => {
  const sandbox = await sandboxOf();
  const trader = await callerOf(sandbox, 'trader');
  const before = await balancesOf(trader);
  const waiting = sandbox.clock.timers();
  await trader.post('/orders', { ...ORDER });
  await sandbox.clock.advance(1000);
  await sandbox.reset();
  expect(sandbox.clock.timers()).toBe(waiting);
  const again = await balancesOf(trader);
  expect(Object.keys(again)).toEqual(Object.keys(before));
  for (const [name, { total, held }] of Object.entries(again)) expect(before[name]).toMatchObject({ total, held });
  const head = sandbox.platform.head();
  await sandbox.clock.advance(30_000);
  expect(sandbox.platform.head()).toBe(head + 1);
});
