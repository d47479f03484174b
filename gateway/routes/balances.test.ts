import { describe, expect, test } from 'vitest';
import type { BalanceRow, Fact } from '../facts.ts';
import { ask, type SampleRequest } from '../testing/sample-client.ts';
import { SECOND, type Serving, serve, stated, tokenOf } from '../testing/sample-platform.ts';

type Served = Omit<BalanceRow, 'orgId'>;
type BalanceFact = Extract<Fact, { kind: 'BalanceRecorded' }>;

function balance(accountId: number, assetId: number, of: Partial<BalanceRow> = {}): Fact {
  const amounts = { total: '3.5', available: '1.25', held: '2.25' };
  const stamps = { venueTsNs: '17', venueRevision: '9', observedAtNs: '1000' };
  return {
    kind: 'BalanceRecorded',
    balance: { orgId: 1, accountId, assetId, credentialId: 1, ...amounts, ...stamps, ...of },
  };
}

/** Recorded in another order than served; ids of one to ten digits. Account 4 belongs to the second organisation. */
const ROWS: readonly Fact[] = [
  balance(10, 100),
  balance(10, 9),
  balance(9, 1, { venueTsNs: null, venueRevision: null }),
  balance(2_147_483_647, 1),
  balance(10, 10, { total: '0', available: '0', held: '0' }),
  balance(4, 1, { orgId: 2 }),
];
const IN_ORDER = [
  [9, 1],
  [10, 9],
  [10, 10],
  [10, 100],
  [2_147_483_647, 1],
];

function record({ platform }: Serving, facts: readonly Fact[]): void {
  platform.record(stated(facts), { facts });
}

async function serveBalances(): Promise<Serving> {
  const serving = await serve();
  record(serving, ROWS);
  return serving;
}

async function list(serving: Serving, query = '', over: Partial<SampleRequest> = {}) {
  const { status, headers, body } = await ask(serving, { path: `/account-balances${query}`, ...over });
  const items: readonly Served[] = body.items ?? [];
  return { status, headers, body, items, ids: items.map(({ accountId, assetId }) => [accountId, assetId]) };
}

describe('the balances', () => {
  test('are ascending by account and then by asset, as numbers, and only of the caller’s organisation', async () => {
    await using serving = await serveBalances();
    expect((await list(serving)).ids).toEqual(IN_ORDER);
    const second = await list(serving, '', { token: await tokenOf(SECOND) });
    expect(second.ids).toEqual([[4, 1]]);
  });

  test('carry exactly the members that the interface names, with a zero and an absent venue time', async () => {
    await using serving = await serveBalances();
    const { items } = await list(serving);
    const { orgId: _, ...served } = (balance(9, 1, { venueTsNs: null, venueRevision: null }) as BalanceFact).balance;
    expect(items[0]).toEqual(served);
    expect(items[2]).toMatchObject({ total: '0', available: '0', held: '0', venueTsNs: '17', venueRevision: '9' });
  });

  test('have no route of a single row and no ETag', async () => {
    await using serving = await serveBalances();
    expect((await list(serving)).headers).not.toHaveProperty('etag');
    const { status, body } = await ask(serving, { path: '/account-balances/9' });
    expect([status, body.error.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
  });
});

describe('a heartbeat', () => {
  test('moves only observedAtNs of every row', async () => {
    await using serving = await serveBalances();
    const { items } = await list(serving);
    record(serving, [{ kind: 'BalancesRestated', observedAtNs: '2000' }]);
    expect((await list(serving)).items).toEqual(items.map((row) => ({ ...row, observedAtNs: '2000' })));
  });

  test('does not move a row that was read later, and a reading after it changes only its own row', async () => {
    await using serving = await serveBalances();
    record(serving, [
      balance(10, 9, { observedAtNs: '10000' }),
      { kind: 'BalancesRestated', observedAtNs: '2000' },
      balance(10, 10, { observedAtNs: '3000' }),
    ]);
    const { items } = await list(serving);
    expect(items.map(({ observedAtNs }) => observedAtNs)).toEqual(['2000', '10000', '3000', '2000', '2000']);
  });
});

describe('accountId', () => {
  test('filters', async () => {
    await using serving = await serveBalances();
    expect((await list(serving, '?accountId=10')).ids).toEqual(IN_ORDER.filter(([accountId]) => accountId === 10));
    expect((await list(serving, '?accountId=10&include=total')).body.total).toBe(3);
  });

  test('of another organisation, of no organisation or without a reading gives the same empty page', async () => {
    await using serving = await serveBalances();
    const pages = await Promise.all(['4', '5', '1', '2147483646'].map((id) => list(serving, `?accountId=${id}`)));
    for (const { status, body } of pages) {
      expect([status, body]).toEqual([200, { ...pages[0]?.body, items: [], nextCursor: null, prevCursor: null }]);
    }
  });
});

test('view=latest equals the default', async () => {
  await using serving = await serveBalances();
  expect((await list(serving, '?view=latest')).body).toEqual((await list(serving)).body);
});

/** Cursors of other filters and organisations: `gateway/state/page.test.ts`. */
test('a page continues from its cursor in both directions after further readings', async () => {
  await using serving = await serveBalances();
  const first = await list(serving, '?limit=2');
  record(serving, [{ kind: 'BalancesRestated', observedAtNs: '2000' }, balance(10, 9, { total: '8' })]);
  const next = await list(serving, `?limit=2&cursor=${first.body.nextCursor}`);
  const last = await list(serving, `?cursor=${next.body.nextCursor}`);
  expect([...first.ids, ...next.ids, ...last.ids]).toEqual(IN_ORDER);
  expect((await list(serving, `?limit=2&cursor=${next.body.prevCursor}`)).ids).toEqual(first.ids);
  const otherFilter = await list(serving, `?limit=1&accountId=9&cursor=${first.body.nextCursor}`);
  expect([otherFilter.status, otherFilter.body.error.code]).toEqual([400, 'INVALID_CURSOR']);
});
