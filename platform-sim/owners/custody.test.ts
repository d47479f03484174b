import { expect, test } from 'vitest';
import type { BalanceReading, BalanceRow, Fact, Verdict } from '../../gateway/facts.ts';
import { PLATFORM, registered, SampleOwner } from '../testing/sample-owner.ts';
import { custody } from './custody.ts';

/** An account 7 of the second organisation. */
const account = (of: object = {}): Fact => registered('accounts', { accountId: 7, orgId: 2, credentialId: 70, ...of });
const revoked = (credentialId: number): Fact => registered('credentials', { credentialId, status: 'REVOKED' });

const reading = (of: Partial<BalanceReading> = {}): BalanceReading => {
  const values = { total: '3', available: '2', held: '1', venueTsNs: '5', venueRevision: '6' };
  return { accountId: 7, assetId: 1, ...values, readAtNs: '100', ...of };
};

const of = (...facts: readonly Fact[]) => new SampleOwner(custody, facts);
type Custody = ReturnType<typeof of>;

function read(owner: Custody, ...readings: readonly BalanceReading[]): readonly BalanceRow[] {
  return balancesOf(owner.judge({ kind: 'reading', readings }, PLATFORM));
}

function beat(owner: Custody, ...readings: readonly BalanceReading[]): Verdict {
  return owner.judge({ kind: 'reading', readings, heartbeat: true }, PLATFORM);
}

function balancesOf({ facts }: Verdict): readonly BalanceRow[] {
  return (facts ?? []).flatMap((fact) => (fact.kind === 'BalanceRecorded' ? [fact.balance] : []));
}

test('a reading is recorded whole, at its sequenced time, and an unchanged one again: it was observed again', () => {
  const owner = of(account());
  const { readAtNs: _, ...values } = reading();
  for (let time = 0; time < 2; time += 1) {
    const [row, ...rest] = read(owner, reading());
    expect([row, rest]).toEqual([{ orgId: 2, credentialId: 70, ...values, observedAtNs: owner.atNs }, []]);
  }
});

/** What is known of an account, what follows once it has been read, and the credential of its next reading. */
// biome-ignore format: an aligned table
test.each<[string, known: readonly Fact[], later: readonly Fact[], readonly number[]]>([
  ['is ACTIVE',                                    [account()],                        [],                                         [70]],
  ['is DISCOVERED',                                [account({ status: 'DISCOVERED' })], [],                                        [70]],
  ['is unknown',                                   [],                                 [],                                         []],
  ['has no credential and never had',              [account({ credentialId: null })],  [],                                         []],
  ['lost its credential before it was read',       [account(), account({ credentialId: null })], [],                               []],
  ['lost its credential after it was read',        [account()],                        [account({ credentialId: null })],          [70]],
  ['has a revoked credential',                     [account(), revoked(70)],           [],                                         []],
  ['has another credential than the revoked one',  [account(), revoked(71)],           [],                                         [70]],
  ['has another credential after a revoked one',   [account(), revoked(70), account({ credentialId: 71 })], [],                    [71]],
  ['has another credential now',                   [account()],                        [account({ credentialId: 71 })],            [71]],
  ['lost a credential that was revoked later',     [account()],                        [account({ credentialId: null }), revoked(70)], []],
])('a reading of an account that %s', (_, known, later, credentialIds) => {
  const owner = of(...known);
  if (later.length > 0) read(owner, reading());
  owner.know(...later);
  expect(read(owner, reading({ assetId: 2 })).map(({ credentialId }) => credentialId)).toEqual(credentialIds);
});

test('an ignored reading does not affect the rest of the report', () => {
  expect(read(of(account()), reading({ accountId: 99 }), reading({ assetId: 2 }))).toMatchObject([{ assetId: 2 }]);
});

test('a reading older than a recorded one is ignored, for its asset only', () => {
  const owner = of(account());
  read(owner, reading({ readAtNs: '200' }));
  const rows = read(owner, reading({ readAtNs: '199' }), reading({ assetId: 2, readAtNs: '199' }));
  expect(rows).toMatchObject([{ assetId: 2 }]);
  // An ignored reading does not count as the last one, and times are compared as numbers.
  expect(read(owner, reading({ readAtNs: '199' }))).toEqual([]);
  expect(read(owner, reading({ readAtNs: '200' }))).toHaveLength(1);
  expect(read(owner, reading({ readAtNs: '1000' }))).toHaveLength(1);
});

test('a refused report does not count as the last one', () => {
  const owner = of(account());
  read(owner, reading());
  const refused = { code: 'INTERRUPTED', message: '', observedValue: null, limitValue: null };
  const body = { kind: 'reading', readings: [reading({ readAtNs: '300' })] } as const;
  owner.record('custody', body, PLATFORM, { verdict: { refused } });
  expect(read(owner, reading({ readAtNs: '200' }))).toHaveLength(1);
});

test('a heartbeat is one fact, for any number of balances', () => {
  const owner = of(account());
  read(owner, ...Array.from({ length: 50 }, (_, index) => reading({ assetId: index + 1 })));
  expect(beat(owner)).toEqual({ facts: [{ kind: 'BalancesRestated', observedAtNs: owner.atNs }] });
});

test('a heartbeat states its readings, and once the balances of an account under another credential', () => {
  const owner = of(account(), account({ accountId: 8, credentialId: 80 }));
  read(owner, reading(), reading({ assetId: 2, total: '9' }), reading({ accountId: 8 }));
  owner.know(account({ credentialId: 71 }));
  const rows = balancesOf(beat(owner, reading({ total: '4' })));
  const moved = { accountId: 7, credentialId: 71, observedAtNs: owner.atNs };
  expect(rows).toMatchObject([
    { ...moved, assetId: 1, total: '4' },
    { ...moved, assetId: 2, total: '9' },
  ]);
  expect(balancesOf(beat(owner))).toEqual([]);
});
