import { expect, test } from 'vitest';
import type {
  AccountRow,
  BalanceReading,
  BalanceRow,
  Command,
  CommandBody,
  CredentialRow,
  Fact,
  OwnerName,
  Verdict,
} from '../../gateway/facts.ts';
import { type RunningOwner, runningOwner } from '../running-owner.ts';
import { custody } from './custody.ts';

/** The owner with its received records; each record comes a second after the one before. */
class Custody {
  readonly #owner: RunningOwner = runningOwner(custody);
  #position = 0;

  get atNs(): string {
    return String((this.#position + 1) * 1_000_000_000);
  }

  /** @param ruling recorded in place of the owner's verdict. */
  record(owner: OwnerName, body: CommandBody, ruling?: Verdict): Verdict {
    const { atNs } = this;
    this.#position += 1;
    const command: Command = { owner, principal: { orgId: 0, userId: 0 }, key: null, operation: 'test', body };
    const verdict = ruling ?? this.#owner.judge(this.#position, atNs, command);
    this.#owner.apply({ position: this.#position, atNs, command, verdict });
    return verdict;
  }

  account(of: Partial<AccountRow>): this {
    const facts: readonly Fact[] = [
      { kind: 'RegisterRecorded', family: 'accounts', row: { ...ACCOUNT, ...of }, approved: null },
    ];
    this.record('register', { kind: 'state', facts }, { facts });
    return this;
  }

  revoke(credentialId: number): this {
    const row = { ...CREDENTIAL, credentialId, status: 'REVOKED' } as const;
    const facts: readonly Fact[] = [{ kind: 'RegisterRecorded', family: 'credentials', row, approved: null }];
    this.record('register', { kind: 'state', facts }, { facts });
    return this;
  }

  read(...readings: readonly BalanceReading[]): Verdict {
    return this.record('custody', { kind: 'reading', readings });
  }

  beat(...readings: readonly BalanceReading[]): Verdict {
    return this.record('custody', { kind: 'reading', readings, heartbeat: true });
  }
}

const ACCOUNT: AccountRow = {
  accountId: 7,
  orgId: 2,
  portfolioId: null,
  displayName: null,
  status: 'ACTIVE',
  exchangeId: 1,
  credentialId: 70,
  version: 1,
};

const CREDENTIAL: CredentialRow = {
  credentialId: 70,
  orgId: 2,
  displayName: null,
  exchangeId: 1,
  canReadBalances: true,
  canTrade: true,
  status: 'ACTIVE',
  pendingTransition: null,
  observedPermissions: [],
  scopeUnobserved: false,
  probe: 'ANSWERED',
  proposedByUserId: null,
  approvedByUserId: null,
  version: 1,
};

function reading(of: Partial<BalanceReading> = {}): BalanceReading {
  return {
    accountId: 7,
    assetId: 1,
    total: '3',
    available: '2',
    held: '1',
    venueTsNs: '5',
    venueRevision: '6',
    readAtNs: '100',
    ...of,
  };
}

function balancesOf({ facts }: Verdict): readonly BalanceRow[] {
  return (facts ?? []).flatMap((fact) => (fact.kind === 'BalanceRecorded' ? [fact.balance] : []));
}

test('a reading is recorded whole, with the account’s organisation and credential, at its sequenced time', () => {
  const owner = new Custody().account({});
  const { atNs } = owner;
  const { readAtNs: _, ...values } = reading();
  expect(owner.read(reading())).toEqual({
    facts: [{ kind: 'BalanceRecorded', balance: { orgId: 2, credentialId: 70, ...values, observedAtNs: atNs } }],
  });
});

test('an unchanged reading is recorded again: it was observed again', () => {
  const owner = new Custody().account({});
  owner.read(reading());
  const { atNs } = owner;
  expect(balancesOf(owner.read(reading()))).toMatchObject([{ total: '3', observedAtNs: atNs }]);
});

test.each<[string, (owner: Custody) => Custody, readonly number[]]>([
  ['is ACTIVE', (owner) => owner.account({}), [70]],
  ['is DISCOVERED', (owner) => owner.account({ status: 'DISCOVERED' }), [70]],
  ['is unknown', (owner) => owner, []],
  ['has no credential and never had', (owner) => owner.account({ credentialId: null }), []],
  ['lost its credential before it was read', (owner) => owner.account({}).account({ credentialId: null }), []],
  ['has a revoked credential', (owner) => owner.account({}).revoke(70), []],
  ['has another credential than the revoked one', (owner) => owner.account({}).revoke(71), [70]],
  [
    'has another credential in place of the revoked one',
    (owner) => owner.account({}).revoke(70).account({ credentialId: 71 }),
    [71],
  ],
  ['has another credential now', (owner) => owner.account({}).account({ credentialId: 71 }), [71]],
])('a reading of an account that %s', (_, given, credentialIds) => {
  const balances = balancesOf(given(new Custody()).read(reading()));
  expect(balances.map(({ credentialId }) => credentialId)).toEqual(credentialIds);
});

test('an account whose credential was removed is still read under its last one', () => {
  const owner = new Custody().account({});
  owner.read(reading());
  owner.account({ credentialId: null });
  expect(balancesOf(owner.read(reading({ assetId: 2 })))).toMatchObject([{ assetId: 2, credentialId: 70 }]);
});

test('an account whose last credential was revoked is not read any more', () => {
  const owner = new Custody().account({});
  owner.read(reading());
  owner.account({ credentialId: null }).revoke(70);
  expect(balancesOf(owner.read(reading({ assetId: 2 })))).toEqual([]);
});

test('an ignored reading does not affect the rest of the report', () => {
  const owner = new Custody().account({});
  const verdict = owner.read(reading({ accountId: 99 }), reading({ assetId: 2 }));
  expect(balancesOf(verdict)).toMatchObject([{ accountId: 7, assetId: 2 }]);
});

test('a reading older than a recorded one is ignored, for its asset only', () => {
  const owner = new Custody().account({});
  owner.read(reading({ readAtNs: '200', total: 'new' }));
  const verdict = owner.read(reading({ readAtNs: '199', total: 'old' }), reading({ assetId: 2, readAtNs: '199' }));
  expect(balancesOf(verdict)).toMatchObject([{ assetId: 2 }]);
  // An ignored reading does not count as the last one.
  expect(balancesOf(owner.read(reading({ readAtNs: '199' })))).toEqual([]);
  expect(balancesOf(owner.read(reading({ readAtNs: '200' })))).toHaveLength(1);
  expect(balancesOf(owner.read(reading({ readAtNs: '1000' })))).toHaveLength(1);
});

test('a report that another owner refused recorded nothing, and counts for nothing', () => {
  const owner = new Custody().account({});
  const refused = { code: 'INTERRUPTED', message: '', observedValue: null, limitValue: null };
  owner.read(reading({ readAtNs: '100' }));
  owner.record('custody', { kind: 'reading', readings: [reading({ readAtNs: '300' })] }, { refused });
  expect(balancesOf(owner.read(reading({ readAtNs: '200' })))).toHaveLength(1);
});

test('a heartbeat is one fact, for any number of balances', () => {
  const owner = new Custody().account({});
  owner.read(...Array.from({ length: 50 }, (_, index) => reading({ assetId: index + 1 })));
  const { atNs } = owner;
  expect(owner.beat()).toEqual({ facts: [{ kind: 'BalancesRestated', observedAtNs: atNs }] });
});

test('a heartbeat states its readings, and once the balances of an account under another credential', () => {
  const owner = new Custody().account({}).account({ accountId: 8, credentialId: 80 });
  owner.read(reading(), reading({ assetId: 2, total: '9' }), reading({ accountId: 8 }));
  owner.account({ credentialId: 71 });
  const { atNs } = owner;
  expect(balancesOf(owner.beat(reading({ total: '4' })))).toMatchObject([
    { accountId: 7, assetId: 1, credentialId: 71, total: '4', observedAtNs: atNs },
    { accountId: 7, assetId: 2, credentialId: 71, total: '9', observedAtNs: atNs },
  ]);
  expect(balancesOf(owner.beat())).toEqual([]);
});
