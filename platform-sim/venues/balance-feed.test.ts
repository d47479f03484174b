import { describe, expect, test } from 'vitest';
import { add, decimal, formatDecimal, subtract } from '../../gateway/contract/decimal.ts';
import { venueOf } from '../../gateway/contract/venues.ts';
import type { BalanceRow } from '../../gateway/facts.ts';
import type { FaultRule } from '../faults/rule-shape.ts';
import { MINUTE_MS, SampleVenue } from '../testing/sample-venue.ts';

const [USD, BTC] = ['1/1', '1/2'];
const READING = { owner: 'custody', command: 'reading' } as const;

const minus = (one = '', other = '') => formatDecimal(subtract(decimal(one), decimal(other)));
const plus = (one = '', other = '') => formatDecimal(add(decimal(one), decimal(other)));

function withoutTimes(balances: Readonly<Record<string, BalanceRow>>): object {
  return Object.fromEntries(Object.entries(balances).map(([name, { observedAtNs: _, ...row }]) => [name, row]));
}

describe('a platform that has just begun', () => {
  const sample = new SampleVenue();
  const balances = Object.values(sample.balances());
  const { fixtures } = sample.world;

  test('holds readings of every account with a credential, DISCOVERED ones too, of several organisations', () => {
    const read = balances.map(({ accountId }) => accountId);
    const { account, discoveredAccount, foreignAccount, uncredentialledAccount } = fixtures;
    expect(read).toEqual(expect.arrayContaining([account.id, discoveredAccount.id, foreignAccount.id]));
    expect(read).not.toContain(uncredentialledAccount.id);
    expect(new Set(balances.map(({ orgId }) => orgId))).toEqual(new Set([1, 2, 3, 4]));
    expect(balances.some(({ total }) => total === '0')).toBe(true);
  });

  test('received them by account, then by asset', () => {
    const received = sample.platform
      .records()
      .flatMap(({ command: { body } }) => (body.kind === 'reading' ? body.readings : []));
    expect(received.length).toBeGreaterThan(20);
    expect(received).toEqual(received.toSorted((a, b) => a.accountId - b.accountId || a.assetId - b.assetId));
  });

  test('states the venue’s clock and sequence for family A, not for family B', () => {
    const families = new Map(
      sample.world.statements
        .flat()
        .flatMap((fact) => (fact.kind === 'RegisterRecorded' && fact.family === 'accounts' ? [fact.row] : []))
        .map(({ accountId, exchangeId }) => [accountId, venueOf(exchangeId)?.family]),
    );
    for (const { accountId, venueTsNs, venueRevision } of balances) {
      const isSilent = families.get(accountId) === 'B';
      expect([venueTsNs, venueRevision].map((value) => value === null)).toEqual([isSilent, isSilent]);
    }
    const ofFirst = balances.filter(({ orgId }) => orgId === 1).map(({ accountId }) => families.get(accountId));
    expect(new Set(ofFirst)).toEqual(new Set(['A', 'B']));
  });
});

describe('a resting order', () => {
  test('locks price times quantity, reported once after 100 ms, and releases it when it is cancelled', async () => {
    const sample = new SampleVenue();
    const before = sample.balances();
    const orderId = await sample.open({ price: '99.5', qty: '2' });
    await sample.clock.advance(99.999999);
    expect(sample.reports()).toEqual([]);
    await sample.clock.advance(0.000001);
    expect(sample.reports()).toEqual([[USD]]);
    const { total, available, held } = before[USD] ?? {};
    const locked = { total, available: minus(available, '199'), held: plus(held, '199') };
    expect(sample.balances()[USD]).toMatchObject(locked);
    await sample.cancel('k2', orderId);
    await sample.clock.advance(100);
    expect(sample.balances()[USD]).toMatchObject({ total, available, held });
    expect(sample.balances()[BTC]).toEqual(before[BTC]);
  });

  test('to sell locks its quantity; a market order to buy locks nothing', async () => {
    const sample = new SampleVenue();
    const before = sample.balances();
    await sample.open({ side: 'SELL', price: '200', qty: '3' });
    sample.faults.add({ on: { command: 'fill' }, hold: 'fills' });
    await sample.open({ side: 'BUY', price: null, qty: '5' });
    await sample.clock.advance(200);
    expect(sample.balances()[BTC]?.held).toBe(plus(before[BTC]?.held, '3'));
    expect(sample.balances()[USD]?.held).toBe(before[USD]?.held);
  });
});

test('a fill moves what was bought, what was paid for it, and the fee', async () => {
  const sample = new SampleVenue();
  const before = sample.balances();
  await sample.open({ side: 'SELL', price: '100', qty: '2' });
  await sample.clock.advance(1000);
  const now = sample.balances();
  // Sold at 100, for a fee of 0.001 of it.
  expect(now[USD]).toMatchObject({ total: plus(before[USD]?.total, '199.8'), held: before[USD]?.held });
  expect(now[BTC]).toMatchObject({ total: minus(before[BTC]?.total, '2'), held: before[BTC]?.held });
  // The venue counts its changes: a fill is one of each asset, the payment and its fee together.
  const fills = sample.fills().length;
  const revisions = Object.values(before).filter(({ accountId }) => accountId === 1);
  const last = Math.max(...revisions.map(({ venueRevision }) => Number(venueRevision)));
  expect([now[BTC], now[USD]].map((row) => Number(row?.venueRevision) - last)).toEqual([2 * fills, 2 * fills + 1]);
});

test('simultaneous changes of an account are one report, and accounts do not wait for each other', async () => {
  const sample = new SampleVenue();
  for (let n = 0; n < 50; n += 1) await sample.open();
  await sample.clock.advance(60);
  await sample.submit('theirs', {}, 'outsider');
  await sample.open();
  await sample.clock.advance(40);
  expect(sample.reports('changes')).toEqual([[USD]]);
  await sample.clock.advance(60);
  expect(sample.reports('changes')).toEqual([[USD], ['4/1']]);
  await sample.clock.advance(MINUTE_MS);
  expect(sample.reports('changes')).toHaveLength(2);
});

describe('a heartbeat', () => {
  test('comes every 30 seconds, is one fact, and moves only observedAtNs of every balance', async () => {
    const sample = new SampleVenue();
    const before = sample.balances();
    const startNs = sample.clock.nowNs();
    await sample.clock.advance(29_999);
    expect(sample.reports()).toEqual([]);
    await sample.clock.advance(60_001);
    const body = { kind: 'reading', readings: [], heartbeat: true };
    expect(sample.readings().map((report) => [report.atNs, report.body])).toEqual(
      [30n, 60n, 90n].map((seconds) => [`${startNs + seconds * 1_000_000_000n}`, body]),
    );
    const now = sample.balances();
    expect(withoutTimes(now)).toEqual(withoutTimes(before));
    for (const { observedAtNs } of Object.values(now)) expect(observedAtNs).toBe(`${startNs + 90_000_000_000n}`);
  });

  test('an idle day is one timer and 2,880 records, none larger than the first', async () => {
    const sample = new SampleVenue();
    await sample.clock.advance(24 * 60 * MINUTE_MS);
    const sizes = new Set(sample.records().map((record) => JSON.stringify(record.verdict).length));
    expect([sample.records().length, sizes.size, sample.timers()]).toEqual([2880, 1, 0]);
  });

  test('states the changes so far, which are not stated again', async () => {
    const sample = new SampleVenue();
    await sample.clock.advance(29_950);
    await sample.open();
    await sample.clock.advance(100);
    expect([sample.reports(), sample.reports('heartbeats')]).toEqual([[[USD]], [[USD]]]);
  });

  test('begins to read a new account, with zeros', async () => {
    const sample = new SampleVenue();
    await sample.account({ accountId: 901, exchangeId: 2 });
    await sample.account();
    await sample.account({ accountId: 902, credentialId: null });
    await sample.clock.advance(29_999);
    expect(sample.reports()).toEqual([]);
    await sample.clock.advance(1);
    expect(sample.reports()).toEqual([['900/1', '900/2', '901/1', '901/2']]);
    const zero = { orgId: 2, credentialId: 4, total: '0', available: '0', held: '0' };
    expect(sample.balances()['900/1']).toMatchObject({ ...zero, venueRevision: '1' });
    expect(sample.balances()['901/2']).toMatchObject({ ...zero, venueRevision: null, venueTsNs: null });
    await sample.account({ accountId: 902 });
    await sample.clock.advance(30_000);
    expect(sample.reports('heartbeats').slice(1)).toEqual([['902/1', '902/2']]);
  });

  test('states an account’s balances once under its new credential, and no others of a restated account', async () => {
    const sample = new SampleVenue();
    await sample.account();
    await sample.clock.advance(30_000);
    await sample.account({ credentialId: 5 });
    await sample.clock.advance(60_000);
    expect(sample.reports('heartbeats')).toEqual([['900/1', '900/2'], ['900/1', '900/2'], []]);
    expect(sample.balances()['900/2']?.credentialId).toBe(5);
    await sample.open();
    await sample.clock.advance(100);
    const before = sample.balances();
    await sample.account({
      accountId: 1,
      orgId: 1,
      displayName: 'main',
      status: 'ACTIVE',
      credentialId: 1,
      version: 2,
    });
    await sample.clock.advance(30_000);
    expect(withoutTimes(sample.balances())).toEqual(withoutTimes(before));
  });
});

describe('held readings', () => {
  test('are late: nothing moves until their release, then heartbeats continue', async () => {
    const sample = new SampleVenue();
    const before = sample.balances();
    const { id } = sample.faults.add({ on: READING, hold: 'readings' });
    await sample.open();
    await sample.clock.advance(200);
    await sample.open();
    await sample.clock.advance(10 * MINUTE_MS);
    expect(sample.balances()).toEqual(before);
    // One report of the account and one heartbeat: held readings do not pile up.
    expect(sample.faults.get(id)?.held).toBe(2);
    sample.faults.remove(id);
    await sample.clock.advance(100);
    expect([sample.reports(), sample.reports('heartbeats').length]).toEqual([[[USD], [USD]], 1]);
    expect(minus(sample.balances()[USD]?.held, before[USD]?.held)).toBe('200');
    await sample.clock.advance(MINUTE_MS);
    expect(sample.reports('heartbeats')).toHaveLength(3);
  });

  test('are followed, on their arrival, by later changes', async () => {
    const sample = new SampleVenue();
    sample.faults.add({ on: READING, hold: 'first', times: 1 });
    await sample.open();
    await sample.clock.advance(100);
    await sample.open();
    await sample.clock.advance(1000);
    expect(sample.reports()).toEqual([]);
    sample.faults.release('first');
    await sample.clock.advance(99);
    expect(sample.reports()).toHaveLength(1);
    await sample.clock.advance(1);
    expect(sample.reports()).toEqual([[USD], [USD]]);
  });

  test('do not revert balances that were read after them', async () => {
    const sample = new SampleVenue();
    const before = sample.balances()[USD];
    sample.faults.add({ on: READING, hold: 'first', times: 1 });
    await sample.open();
    await sample.clock.advance(100);
    await sample.open();
    await sample.clock.advance(30_000);
    const now = sample.balances()[USD];
    expect(minus(now?.held, before?.held)).toBe('200');
    sample.faults.release('first');
    await sample.clock.advance(0);
    expect(sample.balances()[USD]).toEqual(now);
    expect(sample.reports()).toHaveLength(2);
  });
});

test.each<[string, FaultRule]>([
  ['not accepted', { on: { edge: 'inbox', owner: 'custody' }, refuse: 'INBOX_FULL' }],
  ['failed', { on: { edge: 'verdict', owner: 'custody' }, fail: true }],
  ['refused', { on: { edge: 'verdict', ...READING }, refuse: 'NOT_FOUND' }],
])('a report that is %s is repeated by the next heartbeat, and not before', async (_, rule) => {
  const sample = new SampleVenue();
  const before = sample.balances();
  const { id } = sample.faults.add({ ...rule, times: 3 });
  await sample.open();
  await sample.clock.advance(89_999);
  // The change itself, and two heartbeats.
  expect(sample.faults.get(id)?.firings).toBe(3);
  expect(sample.balances()).toEqual(before);
  await sample.clock.advance(1);
  expect(sample.reports('heartbeats').at(-1)).toEqual([USD]);
  await sample.clock.advance(30_000);
  expect(sample.reports('heartbeats').at(-1)).toEqual([]);
});

test('a closed platform ignores what a fault releases last', async () => {
  const sample = new SampleVenue();
  sample.faults.add({ on: READING, hold: 'readings' });
  await sample.open();
  await sample.clock.advance(100);
  await sample.open();
  sample.faults.clear();
  sample.platform.close();
  await sample.clock.advance(0);
  expect([sample.reports(), sample.clock.timers()]).toEqual([[[USD]], 0]);
});
