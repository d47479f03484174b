import { describe, expect, test } from 'vitest';
import { SCOPES } from '../../gateway/contract/capabilities.ts';
import { REGISTER_FAMILIES, registerKeyOf } from '../../gateway/contract/register.ts';
import type { RegisterFact, RegisterFamily, RegisterRows } from '../../gateway/facts.ts';
import { createClock } from '../clock.ts';
import { type Directory, EMPTY_DIRECTORY, recordIn } from '../owners/directory.ts';
import { capsOf } from '../owners/orders/caps.ts';
import { atSharedScale } from '../owners/register/shared-scale.ts';
import { createPlatform } from '../platform.ts';
import { createSeed } from '../seed.ts';
import { SamplePlatform } from '../testing/sample-platform.ts';
import { buildWorld } from './build-world.ts';
import { NAMED_INSTRUMENTS } from './market.ts';
import { ORG_IDS, userIdOf } from './organisations.ts';

const SIZES = ['small', 'large'] as const;

/** A world with the rows that it states. */
function stated(size: (typeof SIZES)[number] = 'small') {
  const world = buildWorld({ seed: 1, size });
  const facts = world.statements.flat();
  const registered = <Family extends RegisterFamily>(family: Family) =>
    facts.flatMap((fact): RegisterRows[Family][] =>
      fact.kind === 'RegisterRecorded' && fact.family === family ? [fact.row as RegisterRows[Family]] : [],
    );
  const byId = <Family extends RegisterFamily>(family: Family) =>
    new Map(registered(family).map((row) => [registerKeyOf(family, row), row]));
  const instruments = facts.flatMap((fact) => (fact.kind === 'InstrumentRecorded' ? [fact.instrument] : []));
  return { world, facts, registered, byId, instruments };
}

describe.each(SIZES)('a %s world', (size) => {
  const { facts, registered, byId, instruments } = stated(size);

  test('is the same under the same seed, and has other names under another', () => {
    const [one, same, other] = [1, 1, 2].map((seed) => buildWorld({ seed, size }));
    expect(one).toEqual(same);
    expect([other?.principals, other?.fixtures]).toEqual([one?.principals, one?.fixtures]);
    expect(one?.statements).not.toEqual(other?.statements);
  });

  test('has unique ids and names', () => {
    const named = registered('accounts').filter(({ displayName }) => displayName !== null);
    const lists: readonly (readonly (number | string)[])[] = [
      ...REGISTER_FAMILIES.map((family) => registered(family).map((row) => registerKeyOf(family, row))),
      registered('orgs').map(({ externalId }) => externalId),
      registered('users').map(({ orgId, subject }) => `${orgId}/${subject}`),
      named.map(({ orgId, displayName }) => `${orgId}/${displayName}`),
      instruments.map(({ symbol }) => symbol),
    ];
    for (const list of lists) expect(new Set(list).size).toBe(list.length);
  });

  test('binds accounts to credentials of their venue, and all rows to rows of their own organisation', () => {
    const [accounts, portfolios, credentials] = [byId('accounts'), byId('portfolios'), byId('credentials')];
    for (const { orgId, exchangeId, portfolioId, credentialId } of accounts.values()) {
      if (portfolioId !== null) expect(portfolios.get(portfolioId)?.orgId).toBe(orgId);
      if (credentialId !== null) expect(credentials.get(credentialId)).toMatchObject({ orgId, exchangeId });
    }
    const assets = facts.flatMap((fact) => (fact.kind === 'AssetRecorded' ? [fact.asset.assetId] : []));
    for (const { orgId, accountId, assetId } of registered('account-addresses')) {
      expect(accounts.get(accountId)?.orgId).toBe(orgId);
      if (assetId !== null) expect(assets).toContain(assetId);
    }
  });

  test('has an organisation that its sponsor’s admin may approve, and its proposer may not', () => {
    const proposer = userIdOf('deputy') ?? 0;
    const proposed = { status: 'PENDING_ACTIVATION', sponsorOrgId: ORG_IDS.first, proposedByUserId: proposer };
    expect(byId('orgs').get(ORG_IDS.proposed)).toMatchObject(proposed);
    expect(byId('users').get(proposer)?.subject).toBe('deputy');
    expect(registered('users').filter(({ orgId }) => orgId === ORG_IDS.proposed)).toEqual([]);
  });

  test('runs its history through the owners, all of it before now', () => {
    const clock = createClock({ mode: 'virtual' });
    const vaultSalt = Buffer.from('a salt of tests');
    const platform = createPlatform({ clock, seed: createSeed(1), world: stated(size).world, vaultSalt });
    let lastNs = 0n;
    const last = new Map<string, string>();
    for (const { atNs, verdict, position } of platform.records()) {
      expect(BigInt(atNs)).toBeGreaterThan(lastNs);
      lastNs = BigInt(atNs);
      expect(verdict.refused, `record ${position}`).toBeUndefined();
      for (const fact of verdict.facts ?? []) {
        if (fact.kind !== 'OrderUpdated') continue;
        const { orderId, status, cumQty } = fact.order;
        last.set(orderId, cumQty === '0' ? status : `${status} with fills`);
      }
    }
    expect(lastNs).toBeLessThan(clock.nowNs());
    const statuses = [...last.values()];
    expect(new Set(statuses)).toEqual(new Set(['FILLED with fills', 'OPEN', 'CANCELLED', 'CANCELLED with fills']));
    expect(statuses.filter((status) => status === 'OPEN').length).toBeLessThanOrEqual(4);
    // Three more belong to the started instance.
    expect(last.size).toBe(3 + (size === 'small' ? 16 : 5000));
    // The alarm of the balances, and none of the history.
    expect(clock.timers()).toBe(1);
  });
});

test.each(Array.from({ length: 20 }, (_, index) => index))('seed %i begins without a refusal', (seed) => {
  const records = new SamplePlatform({ seed }).platform.records();
  expect(records.filter(({ verdict }) => verdict.refused !== undefined)).toEqual([]);
});

describe('a world', () => {
  const { world, facts, registered, byId } = stated();
  const { fixtures, principals } = world;

  test('states every principal but one, with the grant and the status that its name promises', () => {
    const standing = principals.map(({ name, userId, orgId, externalOrgId, subject }) => {
      const organisation = registered('orgs').find((row) => row.externalId === externalOrgId);
      const user = registered('users').find((row) => row.subject === subject && row.orgId === orgId);
      expect([organisation?.orgId, user?.userId ?? null]).toEqual([orgId, userId]);
      return [name, [organisation?.status, orgId, user?.status, user?.capabilities]];
    });
    expect(Object.fromEntries(standing)).toEqual({
      admin: ['ACTIVE', 1, 'ACTIVE', SCOPES],
      trader: ['ACTIVE', 1, 'ACTIVE', ['orders:trade']],
      approver: ['ACTIVE', 1, 'ACTIVE', ['credentials:approve']],
      viewer: ['ACTIVE', 1, 'ACTIVE', []],
      algoManager: ['ACTIVE', 1, 'ACTIVE', ['algos:manage']],
      awaiting: ['ACTIVE', 1, undefined, undefined],
      disabled: ['ACTIVE', 1, 'DISABLED', []],
      outsider: ['ACTIVE', 2, 'ACTIVE', SCOPES],
      suspended: ['SUSPENDED', 3, 'ACTIVE', ['orders:trade']],
      throttled: ['ACTIVE', 4, 'ACTIVE', ['orders:trade']],
      deputy: ['ACTIVE', 1, 'ACTIVE', SCOPES],
    });
  });

  // biome-ignore format: an aligned table
  test.each<[fixture: string, { readonly id: number; readonly name?: string }, row: object, credential?: object]>([
    ['account',                    fixtures.account,                    { orgId: 1, displayName: fixtures.account.name, status: 'ACTIVE', credentialId: 1 }],
    ['discoveredAccount',          fixtures.discoveredAccount,          { orgId: 1, displayName: null, status: 'DISCOVERED' }],
    ['foreignAccount',             fixtures.foreignAccount,             { orgId: 2, displayName: fixtures.foreignAccount.name, status: 'ACTIVE' }],
    ['uncredentialledAccount',     fixtures.uncredentialledAccount,     { orgId: 1, status: 'ACTIVE', credentialId: null }],
    ['suspendedCredentialAccount', fixtures.suspendedCredentialAccount, { orgId: 1, status: 'ACTIVE' }, { orgId: 1, status: 'SUSPENDED' }],
    ['balancesOnlyAccount',        fixtures.balancesOnlyAccount,        { orgId: 1, status: 'ACTIVE' }, { status: 'ACTIVE', canTrade: false }],
    ['throttledAccount',           fixtures.throttledAccount,           { orgId: 4, displayName: fixtures.throttledAccount.name, status: 'ACTIVE' }],
  ])('states the account of the fixture %s', (_, { id }, row, credential = {}) => {
    const account = byId('accounts').get(id);
    expect(account).toMatchObject(row);
    expect(byId('credentials').get(account?.credentialId ?? 0) ?? {}).toMatchObject(credential);
  });

  test('has credentials in every state, and with each kind of waiting change', () => {
    const standings = registered('credentials').map(({ status, pendingTransition }) => pendingTransition ?? status);
    const all = ['PROPOSED', 'ACTIVE', 'SUSPENDED', 'REVOKED', 'WITHDRAWN', 'AMEND', 'ROTATE'];
    expect(new Set(standings)).toEqual(new Set(all));
  });

  const directory = facts.reduce<Directory>(recordIn, EMPTY_DIRECTORY);

  test('has a policy that halts one instrument only, and no fixture names it', () => {
    const halted = [...directory.instruments.keys()].filter((id) => capsOf(directory, 1, id).halted !== undefined);
    expect(halted).toEqual([NAMED_INSTRUMENTS.governed.id]);
    expect(JSON.stringify(fixtures)).not.toContain(NAMED_INSTRUMENTS.governed.symbol);
  });

  type PolicyFact = Extract<RegisterFact, { family: `${string}-policies` }>;
  describe.each(['asset-policies', 'chain-policies', 'trading-policies'] as const)('%s', (family) => {
    const policies = facts.filter(
      (fact): fact is PolicyFact => fact.kind === 'RegisterRecorded' && fact.family === family,
    );
    const ofFirst = policies.filter(({ row }) => row.orgId === 1).map(({ row }) => row);
    const amountsOf = (row: object) => Object.entries(row).filter(([name]) => /^(max|min)|Amount$/.test(name));

    test('the first organisation has a row in every state, and the second one has its own', () => {
      const standings = ofFirst.map(({ status, pendingTransition }) => `${status} ${pendingTransition ?? ''}`.trim());
      const all = ['ACTIVE', 'ACTIVE AMEND', 'PROPOSED', 'HALTED', 'RETIRED', 'WITHDRAWN'];
      expect(new Set(standings)).toEqual(new Set(all));
      expect(policies.filter(({ row }) => row.orgId === 2)).toHaveLength(1);
    });

    test('waiting changes are proposed by the deputy; an amendment has other approved terms, other rows those of their state', () => {
      for (const { row, approved } of policies) {
        const { status, pendingTransition, version, orgId } = row;
        if (orgId === 1 && (status === 'PROPOSED' || pendingTransition !== null))
          expect(row).toMatchObject({ proposedByUserId: userIdOf('deputy'), approvedByUserId: null });
        if (status === 'PROPOSED' || status === 'WITHDRAWN') expect(approved).toBeNull();
        else if (pendingTransition === null) expect(approved).toBeUndefined();
        else {
          expect(approved).toMatchObject({ status: 'ACTIVE', pendingTransition: null, version: version - 1 });
          expect(amountsOf(approved ?? {})).not.toEqual(amountsOf(row));
        }
      }
    });

    test('name existing rows, and write amounts as their owner does', () => {
      for (const { row, approved } of policies) {
        if ('instrumentId' in row) {
          expect(row.instrumentId === null || directory.instruments.has(row.instrumentId)).toBe(true);
          continue;
        }
        const asset = directory.assets.get(row.assetId ?? 0);
        expect(row.assetId === null).toBe(asset === undefined);
        for (const terms of [row, approved ?? row]) {
          const amounts = Object.fromEntries(amountsOf(terms));
          expect(atSharedScale(amounts, asset?.unitScale ?? 0)).toEqual({ amounts });
        }
      }
    });
  });
});
