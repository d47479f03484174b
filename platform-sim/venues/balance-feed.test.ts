import { describe, expect, test } from 'vitest';
import { add, decimal, formatDecimal, multiply, subtract } from '../../gateway/contract/decimal.ts';
import { venueOf } from '../../gateway/contract/venues.ts';
import type { AccountRow, BalanceRow, Fact } from '../../gateway/facts.ts';
import type { FaultRule } from '../faults/rule-shape.ts';
import { balancesNow, changes, heartbeats, reports } from '../testing/sample-balances.ts';
import { SamplePlatform } from '../testing/sample-platform.ts';

const MINUTE_MS = 60_000;
const [USD, BTC] = ['1/1', '1/2'];

function amounts({ total, available, held }: BalanceRow | undefined = {} as BalanceRow): readonly string[] {
  return [total, available, held];
}

function withoutTimes(balances: Readonly<Record<string, BalanceRow>>): object {
  return Object.fromEntries(Object.entries(balances).map(([name, { observedAtNs: _, ...row }]) => [name, row]));
}

async function state(sample: SamplePlatform, row: Partial<AccountRow>): Promise<void> {
  const account: AccountRow = {
    accountId: 900,
    orgId: 2,
    portfolioId: null,
    displayName: null,
    status: 'DISCOVERED',
    exchangeId: 1,
    credentialId: 4,
    version: 1,
    ...row,
  };
  const facts: readonly Fact[] = [{ kind: 'RegisterRecorded', family: 'accounts', row: account }];
  const principal = { orgId: 0, userId: 0 };
  await sample.port.submit({
    owner: 'register',
    principal,
    key: null,
    operation: 'state',
    body: { kind: 'state', facts },
  });
}

describe('a platform that has just begun', () => {
  const sample = new SamplePlatform();
  const balances = balancesNow(sample);
  const { fixtures } = sample.world;

  test('holds readings of every account with a credential, DISCOVERED ones too, of several organisations', () => {
    const read = new Set(Object.values(balances).map(({ accountId }) => accountId));
    expect(read).toContain(fixtures.account.id);
    expect(read).toContain(fixtures.discoveredAccount.id);
    expect(read).toContain(fixtures.foreignAccount.id);
    expect(read).not.toContain(fixtures.uncredentialledAccount.id);
    expect(new Set(Object.values(balances).map(({ orgId }) => orgId))).toEqual(new Set([1, 2, 3, 4]));
    expect(Object.values(balances).some(({ total }) => total === '0')).toBe(true);
  });

  test('received them by account, then by asset', () => {
    const told = sample.platform
      .records()
      .flatMap(({ command: { body } }) => (body.kind === 'reading' ? body.readings : []));
    const inOrder = told.toSorted((a, b) => a.accountId - b.accountId || a.assetId - b.assetId);
    expect(told.length).toBeGreaterThan(20);
    expect(told).toEqual(inOrder);
  });

  test('states the venue’s clock and sequence for family A, not for family B', () => {
    const families = new Map(
      sample.world.statements
        .flat()
        .flatMap((fact) => (fact.kind === 'RegisterRecorded' && fact.family === 'accounts' ? [fact.row] : []))
        .map(({ accountId, exchangeId }) => [accountId, venueOf(exchangeId)?.family]),
    );
    for (const { accountId, venueTsNs, venueRevision } of Object.values(balances)) {
      const isSilent = families.get(accountId) === 'B';
      expect([venueTsNs, venueRevision].map((value) => value === null)).toEqual([isSilent, isSilent]);
    }
    // The first organisation sees both.
    const ofFirst = Object.values(balances).filter(({ orgId }) => orgId === 1);
    expect(new Set(ofFirst.map(({ accountId }) => families.get(accountId)))).toEqual(new Set(['A', 'B']));
  });
});

describe('a resting order', () => {
  test('locks price times quantity, reported once after 100 ms, and releases it when it is cancelled', async () => {
    const sample = new SamplePlatform();
    const before = balancesNow(sample);
    const [total = '', available = '', held = ''] = amounts(before[USD]);
    const { orderId } = sample.orderOf(await sample.submit('k1', { price: '99.5', qty: '2' }));
    await sample.clock.advance(99.999999);
    expect(reports(sample)).toEqual([]);
    await sample.clock.advance(0.000001);
    expect(reports(sample).map(({ recorded }) => recorded)).toEqual([[USD]]);
    expect(amounts(balancesNow(sample)[USD])).toEqual([
      total,
      formatDecimal(subtract(decimal(available), decimal('199'))),
      formatDecimal(add(decimal(held), decimal('199'))),
    ]);

    await sample.cancel('k2', orderId);
    await sample.clock.advance(100);
    expect(amounts(balancesNow(sample)[USD])).toEqual([total, available, held]);
    expect(balancesNow(sample)[BTC]).toEqual(before[BTC]);
  });

  test('to sell locks its quantity; a market order to buy locks nothing', async () => {
    const sample = new SamplePlatform();
    const [, , btcHeld = ''] = amounts(balancesNow(sample)[BTC]);
    const [, , usdHeld = ''] = amounts(balancesNow(sample)[USD]);
    await sample.submit('k1', { side: 'SELL', price: '200', qty: '3' });
    sample.faults.add({ on: { command: 'fill' }, hold: 'fills' });
    await sample.submit('k2', { side: 'BUY', price: null, qty: '5' });
    await sample.clock.advance(200);
    expect(balancesNow(sample)[BTC]?.held).toBe(formatDecimal(add(decimal(btcHeld), decimal('3'))));
    expect(balancesNow(sample)[USD]?.held).toBe(usdHeld);
  });
});

test('a fill moves what was bought, what was paid for it, and the fee', async () => {
  const sample = new SamplePlatform();
  const before = balancesNow(sample);
  await sample.submit('k1', { side: 'SELL', price: '100', qty: '2' });
  await sample.clock.advance(1000);
  const now = balancesNow(sample);
  // At 100, for a fee of 0.001 of it.
  const usd = add(
    decimal(before[USD]?.total ?? ''),
    subtract(decimal('200'), multiply(decimal('200'), decimal('0.001'))),
  );
  expect(now[USD]).toMatchObject({ total: formatDecimal(usd), held: before[USD]?.held });
  expect(now[BTC]).toMatchObject({
    total: formatDecimal(subtract(decimal(before[BTC]?.total ?? ''), decimal('2'))),
    held: before[BTC]?.held,
  });
  // The venue counts its changes: a fill is one of each asset, the payment and its fee together.
  const fills = sample.records().filter(({ command }) => command.body.kind === 'fill').length;
  const last = Math.max(
    ...Object.values(before).map(({ accountId, venueRevision }) => (accountId === 1 ? Number(venueRevision) : 0)),
  );
  expect([now[BTC], now[USD]].map((row) => Number(row?.venueRevision) - last)).toEqual([2 * fills, 2 * fills + 1]);
});

test('simultaneous changes of an account are one report, and accounts do not wait for each other', async () => {
  const sample = new SamplePlatform();
  for (let n = 0; n < 50; n += 1) await sample.submit(`k${n}`);
  await sample.clock.advance(60);
  await sample.submit('theirs', {}, 'outsider');
  await sample.submit('one-more');
  await sample.clock.advance(40);
  expect(changes(sample).map(({ recorded }) => recorded)).toEqual([[USD]]);
  await sample.clock.advance(60);
  expect(changes(sample).map(({ recorded }) => recorded)).toEqual([[USD], ['4/1']]);
  await sample.clock.advance(MINUTE_MS);
  expect(changes(sample)).toHaveLength(2);
});

describe('a heartbeat', () => {
  test('comes every 30 seconds, is one fact, and moves only observedAtNs of every balance', async () => {
    const sample = new SamplePlatform();
    const before = balancesNow(sample);
    const startNs = sample.clock.nowNs();
    await sample.clock.advance(29_999);
    expect(reports(sample)).toEqual([]);
    await sample.clock.advance(60_001);
    expect(reports(sample).map(({ atNs }) => BigInt(atNs) - startNs)).toEqual([
      30_000_000_000n,
      60_000_000_000n,
      90_000_000_000n,
    ]);
    for (const { body } of reports(sample)) expect(body).toEqual({ kind: 'reading', readings: [], heartbeat: true });
    const now = balancesNow(sample);
    expect(withoutTimes(now)).toEqual(withoutTimes(before));
    for (const { observedAtNs } of Object.values(now)) expect(observedAtNs).toBe(`${startNs + 90_000_000_000n}`);
  });

  test('an idle day is one timer and 2,880 records, none larger than the first', async () => {
    const sample = new SamplePlatform();
    await sample.clock.advance(24 * 60 * MINUTE_MS);
    const sizes = new Set(sample.records().map((record) => JSON.stringify(record.verdict).length));
    expect([sample.records().length, sizes.size, sample.timers()]).toEqual([2880, 1, 0]);
  });

  test('states the changes so far', async () => {
    const sample = new SamplePlatform();
    await sample.clock.advance(29_950);
    await sample.submit('k1');
    await sample.clock.advance(100);
    expect(reports(sample).map(({ recorded }) => recorded)).toEqual([[USD]]);
    expect(heartbeats(sample)).toHaveLength(1);
  });

  test('begins to read a new account, with zeros', async () => {
    const sample = new SamplePlatform();
    await state(sample, { accountId: 901, exchangeId: 2 });
    await state(sample, {});
    await state(sample, { accountId: 902, credentialId: null });
    await sample.clock.advance(29_999);
    expect(reports(sample)).toEqual([]);
    await sample.clock.advance(1);
    expect(reports(sample).map(({ recorded }) => recorded)).toEqual([['900/1', '900/2', '901/1', '901/2']]);
    const now = balancesNow(sample);
    const zero = { orgId: 2, credentialId: 4, total: '0', available: '0', held: '0' };
    expect(now['900/1']).toMatchObject({ ...zero, venueRevision: '1' });
    expect(now['901/2']).toMatchObject({ ...zero, venueRevision: null, venueTsNs: null });

    await state(sample, { accountId: 902 });
    await sample.clock.advance(30_000);
    expect(heartbeats(sample).map(({ recorded }) => recorded)).toEqual([
      ['900/1', '900/2', '901/1', '901/2'],
      ['902/1', '902/2'],
    ]);
  });

  test('keeps the balances of a restated account', async () => {
    const sample = new SamplePlatform();
    await sample.submit('k1');
    await sample.clock.advance(100);
    const before = balancesNow(sample);
    await state(sample, { accountId: 1, orgId: 1, displayName: 'main', status: 'ACTIVE', credentialId: 1, version: 2 });
    await sample.clock.advance(30_000);
    expect(withoutTimes(balancesNow(sample))).toEqual(withoutTimes(before));
  });

  test('states an account’s balances under its new credential', async () => {
    const sample = new SamplePlatform();
    await state(sample, {});
    await sample.clock.advance(30_000);
    await state(sample, { credentialId: 5 });
    await sample.clock.advance(60_000);
    expect(heartbeats(sample).map(({ recorded }) => recorded)).toEqual([['900/1', '900/2'], ['900/1', '900/2'], []]);
    expect(balancesNow(sample)['900/2']?.credentialId).toBe(5);
  });
});

describe('held readings', () => {
  test('are late: nothing moves until their release, then heartbeats continue', async () => {
    const sample = new SamplePlatform();
    const before = balancesNow(sample);
    const { id } = sample.faults.add({ on: { owner: 'custody', command: 'reading' }, hold: 'readings' });
    await sample.submit('k1');
    await sample.clock.advance(200);
    await sample.submit('k2');
    await sample.clock.advance(10 * MINUTE_MS);
    expect(balancesNow(sample)).toEqual(before);
    // One report of the account and one heartbeat: held readings do not pile up.
    expect(sample.faults.get(id)?.held).toBe(2);

    sample.faults.remove(id);
    await sample.clock.advance(100);
    expect(reports(sample).map(({ recorded }) => recorded)).toEqual([[USD], [USD]]);
    const held = subtract(decimal(balancesNow(sample)[USD]?.held ?? ''), decimal(before[USD]?.held ?? ''));
    expect(held).toEqual(decimal('200'));
    expect(heartbeats(sample)).toHaveLength(1);
    await sample.clock.advance(MINUTE_MS);
    expect(heartbeats(sample)).toHaveLength(3);
  });

  test('are followed, on their arrival, by later changes', async () => {
    const sample = new SamplePlatform();
    sample.faults.add({ on: { owner: 'custody', command: 'reading' }, hold: 'first', times: 1 });
    await sample.submit('k1');
    await sample.clock.advance(100);
    await sample.submit('k2');
    await sample.clock.advance(1000);
    expect(reports(sample)).toEqual([]);
    sample.faults.release('first');
    await sample.clock.advance(99);
    expect(reports(sample)).toHaveLength(1);
    await sample.clock.advance(1);
    expect(reports(sample).map(({ recorded }) => recorded)).toEqual([[USD], [USD]]);
  });

  test('do not revert balances that were read after them', async () => {
    const sample = new SamplePlatform();
    const before = balancesNow(sample)[USD];
    sample.faults.add({ on: { owner: 'custody', command: 'reading' }, hold: 'first', times: 1 });
    await sample.submit('k1');
    await sample.clock.advance(100);
    await sample.submit('k2');
    await sample.clock.advance(30_000);
    const now = balancesNow(sample)[USD];
    expect(subtract(decimal(now?.held ?? ''), decimal(before?.held ?? ''))).toEqual(decimal('200'));
    sample.faults.release('first');
    await sample.clock.advance(0);
    expect(balancesNow(sample)[USD]).toEqual(now);
    expect(reports(sample)).toHaveLength(2);
  });
});

test.each<[string, FaultRule]>([
  ['not accepted', { on: { edge: 'inbox', owner: 'custody' }, refuse: 'INBOX_FULL' }],
  ['failed', { on: { edge: 'verdict', owner: 'custody' }, fail: true }],
  ['refused', { on: { edge: 'verdict', owner: 'custody', command: 'reading' }, refuse: 'NOT_FOUND' }],
])('a report that is %s is repeated by the next heartbeat, and not before', async (_, rule) => {
  const sample = new SamplePlatform();
  const before = balancesNow(sample);
  const { id } = sample.faults.add({ ...rule, times: 3 });
  await sample.submit('k1');
  await sample.clock.advance(89_999);
  // The change itself, and two heartbeats.
  expect(sample.faults.get(id)?.firings).toBe(3);
  expect(balancesNow(sample)).toEqual(before);
  await sample.clock.advance(1);
  expect(heartbeats(sample).at(-1)?.recorded).toEqual([USD]);
  await sample.clock.advance(30_000);
  expect(heartbeats(sample).at(-1)?.recorded).toEqual([]);
});

test('a closed platform ignores what a fault releases last', async () => {
  const sample = new SamplePlatform();
  sample.faults.add({ on: { owner: 'custody', command: 'reading' }, hold: 'readings' });
  await sample.submit('k1');
  await sample.clock.advance(100);
  await sample.submit('k2');
  sample.faults.clear();
  sample.platform.close();
  await sample.clock.advance(0);
  expect(sample.clock.timers()).toBe(0);
});

test('a closed platform receives nothing more', async () => {
  const sample = new SamplePlatform();
  await sample.submit('k1');
  sample.platform.close();
  await sample.submit('k2');
  await sample.clock.advance(MINUTE_MS);
  expect(reports(sample)).toEqual([]);
  expect(sample.clock.timers()).toBe(0);
});
