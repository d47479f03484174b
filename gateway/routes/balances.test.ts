import { expect, test } from 'vitest';
import type { BalanceRow, Fact } from '../facts.ts';
import { ask } from '../testing/sample-client.ts';
import { FIRST, SECOND, type Serving, serve, stated, tokenOf } from '../testing/sample-platform.ts';

function balance(accountId: number, assetId: number, of: Partial<BalanceRow> = {}): Fact {
  const amounts = { total: '3.5', available: '1.25', held: '2.25' };
  const stamps = { venueTsNs: '17', venueRevision: '9', observedAtNs: '1000' };
  return {
    kind: 'BalanceRecorded',
    balance: { orgId: 1, accountId, assetId, credentialId: 1, ...amounts, ...stamps, ...of },
  };
}

async function serveBalances(facts: readonly Fact[]): Promise<Serving> {
  const serving = await serve();
  serving.platform.record(stated(facts), { facts });
  return serving;
}

async function list(serving: Serving, who = FIRST): Promise<readonly BalanceRow[]> {
  return (await ask(serving, { path: '/account-balances', token: await tokenOf(who) })).body.items;
}

test('balances are ascending by account and then by asset, as numbers of one to ten digits', async () => {
  const foreign = balance(4, 1, { orgId: 2 });
  const facts = [balance(10, 100), balance(10, 9), balance(9, 1), balance(2_147_483_647, 1), balance(10, 10), foreign];
  await using serving = await serveBalances(facts);
  const idsFor = async (who = FIRST) => (await list(serving, who)).map((row) => [row.accountId, row.assetId]);
  expect([await idsFor(), await idsFor(SECOND)]).toEqual([
    [
      [9, 1],
      [10, 9],
      [10, 10],
      [10, 100],
      [2_147_483_647, 1],
    ],
    [[4, 1]],
  ]);
});

test('a heartbeat does not move a row that was read later, and a reading after it changes only its own row', async () => {
  await using serving = await serveBalances([
    ...[balance(9, 1), balance(10, 9), balance(10, 10), balance(10, 9, { observedAtNs: '10000' })],
    { kind: 'BalancesRestated', observedAtNs: '2000' },
    balance(10, 10, { observedAtNs: '3000' }),
  ]);
  expect((await list(serving)).map(({ observedAtNs }) => observedAtNs)).toEqual(['2000', '10000', '3000']);
});
