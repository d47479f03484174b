import { describe, expect, test } from 'vitest';
import { SCOPES } from '../../gateway/contract/capabilities.ts';
import type { Fact, RegisterFamily, RegisterRows } from '../../gateway/facts.ts';
import { createClock } from '../clock.ts';
import { createPlatform } from '../platform.ts';
import { createSeed } from '../seed.ts';
import { buildWorld } from './build-world.ts';
import type { WorldSize } from './world.ts';

function registered<Family extends RegisterFamily>(family: Family, size: WorldSize = 'small'): RegisterRows[Family][] {
  return rows('RegisterRecorded', size).flatMap((fact) =>
    fact.family === family ? [fact.row as RegisterRows[Family]] : [],
  );
}

function rows<Kind extends Fact['kind']>(kind: Kind, size: WorldSize = 'small') {
  const facts = buildWorld({ seed: 1, size }).statements.flat();
  return facts.filter((fact): fact is Extract<Fact, { kind: Kind }> => fact.kind === kind);
}

function begun(seed: number, size: WorldSize) {
  const clock = createClock({ mode: 'virtual' });
  const platform = createPlatform({
    clock,
    seed: createSeed(seed),
    world: buildWorld({ seed, size }),
    vaultSalt: Buffer.from('a salt of tests'),
    hashSecret: Buffer.from('a hash secret'),
  });
  return { clock, platform };
}

describe('a world', () => {
  test.each(['small', 'large'] as const)(
    'is the same under the same seed, and has other names under another: %s',
    (size) => {
      const [one, same, other] = [1, 1, 2].map((seed) => buildWorld({ seed, size }));
      expect(one).toEqual(same);
      expect(one?.principals).toEqual(other?.principals);
      expect(one?.statements).not.toEqual(other?.statements);
      expect(one?.fixtures).toEqual(other?.fixtures);
    },
  );

  test('states every principal but one, with the grant and the status that its name promises', () => {
    const { principals } = buildWorld({ seed: 1, size: 'small' });
    const users = registered('users');
    const organisations = registered('orgs');
    const standing = Object.fromEntries(
      principals.map(({ name, userId, orgId, externalOrgId, subject }) => {
        const organisation = organisations.find((row) => row.externalId === externalOrgId);
        const user = users.find((row) => row.subject === subject && row.orgId === orgId);
        expect(organisation?.orgId).toBe(orgId);
        expect(user?.userId ?? null).toBe(userId);
        return [name, [organisation?.status, orgId, user?.status, user?.capabilities]];
      }),
    );
    expect(standing).toEqual({
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

  test('states the accounts and instruments of its fixtures, each as its name says', () => {
    const { fixtures, book } = buildWorld({ seed: 1, size: 'small' });
    const account = (id: number) => registered('accounts').find((row) => row.accountId === id);
    const instrument = (id: number) =>
      rows('InstrumentRecorded').find((fact) => fact.instrument.instrumentId === id)?.instrument;
    expect(account(fixtures.account.id)).toMatchObject({
      orgId: 1,
      displayName: fixtures.account.name,
      status: 'ACTIVE',
      credentialId: 1,
    });
    expect(account(fixtures.discoveredAccount.id)).toMatchObject({ orgId: 1, displayName: null, status: 'DISCOVERED' });
    expect(account(fixtures.foreignAccount.id)).toMatchObject({
      orgId: 2,
      displayName: fixtures.foreignAccount.name,
      status: 'ACTIVE',
    });
    expect(account(fixtures.uncredentialledAccount.id)).toMatchObject({
      orgId: 1,
      status: 'ACTIVE',
      credentialId: null,
    });
    const credentialOf = (id: number) =>
      registered('credentials').find((row) => row.credentialId === account(id)?.credentialId);
    expect(account(fixtures.suspendedCredentialAccount.id)).toMatchObject({ orgId: 1, status: 'ACTIVE' });
    expect(credentialOf(fixtures.suspendedCredentialAccount.id)).toMatchObject({ orgId: 1, status: 'SUSPENDED' });
    expect(account(fixtures.balancesOnlyAccount.id)).toMatchObject({ orgId: 1, status: 'ACTIVE' });
    expect(credentialOf(fixtures.balancesOnlyAccount.id)).toMatchObject({ status: 'ACTIVE', canTrade: false });
    expect(account(fixtures.throttledAccount.id)).toMatchObject({
      orgId: 4,
      displayName: fixtures.throttledAccount.name,
      status: 'ACTIVE',
    });
    expect(instrument(fixtures.instrument.id)).toMatchObject({
      symbol: 'BTC-USD',
      status: 'LIVE',
      tick: '0.01',
      step: '0.0001',
    });
    expect(instrument(fixtures.gridlessInstrument.id)).toMatchObject({ status: 'LIVE', tick: null, step: null });
    expect(instrument(fixtures.unpricedInstrument.id)?.status).toBe('LIVE');
    expect(instrument(fixtures.haltedInstrument.id)?.status).toBe('HALTED');
    expect(book.map(({ instrumentId }) => instrumentId)).not.toContain(fixtures.unpricedInstrument.id);
    expect(instrument(fixtures.offGridInstrument.id)?.status).toBe('LIVE');
  });

  test.each(['small', 'large'] as const)('%s: ids and names of organisations are unique', (size) => {
    const ids: readonly (readonly (number | string)[])[] = [
      registered('accounts', size).map((row) => row.accountId),
      registered('credentials', size).map((row) => row.credentialId),
      registered('users', size).map((row) => row.userId),
      registered('orgs', size).map((row) => row.externalId),
      rows('InstrumentRecorded', size).map(({ instrument }) => instrument.symbol),
      registered('accounts', size).flatMap((row) =>
        row.displayName === null ? [] : [`${row.orgId}/${row.displayName}`],
      ),
    ];
    for (const family of ids) expect(new Set(family).size).toBe(family.length);
  });
});

describe('credentials', () => {
  test.each(['small', 'large'] as const)(
    '%s: each account is bound to its own, of its organisation and venue',
    (size) => {
      const rows = new Map(registered('credentials', size).map((row) => [row.credentialId, row]));
      for (const { credentialId, orgId, exchangeId } of registered('accounts', size)) {
        if (credentialId !== null) expect(rows.get(credentialId)).toMatchObject({ orgId, exchangeId });
      }
    },
  );

  test('exist in every state, and with each kind of waiting change', () => {
    const standings = registered('credentials').map(({ status, pendingTransition }) => pendingTransition ?? status);
    expect(new Set(standings)).toEqual(
      new Set(['PROPOSED', 'ACTIVE', 'SUSPENDED', 'REVOKED', 'WITHDRAWN', 'AMEND', 'ROTATE']),
    );
  });
});

describe('a beginning', () => {
  test.each(['small', 'large'] as const)('%s: runs its history through the owners, all of it before now', (size) => {
    const { clock, platform } = begun(1, size);
    const statuses = new Set<string>();
    let lastNs = 0n;
    for (const { atNs, verdict, position } of platform.records()) {
      expect(BigInt(atNs)).toBeGreaterThan(lastNs);
      lastNs = BigInt(atNs);
      expect(verdict.refused, `record ${position}`).toBeUndefined();
    }
    expect(lastNs).toBeLessThan(clock.nowNs());
    const last = new Map<string, string>();
    for (const fact of platform.records().flatMap(({ verdict }) => verdict.facts ?? [])) {
      if (fact.kind === 'OrderUpdated')
        last.set(fact.order.orderId, `${fact.order.status}${fact.order.cumQty === '0' ? '' : ' with fills'}`);
    }
    for (const status of last.values()) statuses.add(status);
    expect(statuses).toEqual(new Set(['FILLED with fills', 'OPEN', 'CANCELLED', 'CANCELLED with fills']));
    expect([...last.values()].filter((status) => status === 'OPEN').length).toBeLessThanOrEqual(4);
    // Three more belong to the started instance.
    expect(last.size).toBe(3 + (size === 'small' ? 16 : 5000));
    // The alarm of the balances, and none of the history.
    expect(clock.timers()).toBe(1);
  });

  test.each(Array.from({ length: 20 }, (_, index) => index))('seed %i begins without a refusal', (seed) => {
    expect(
      begun(seed, 'small')
        .platform.records()
        .filter(({ verdict }) => verdict.refused !== undefined),
    ).toEqual([]);
  });
});
