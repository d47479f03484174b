import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REGISTER_FAMILIES, REGISTER_KEYS, registerKeyOf } from '../contract/register.ts';
import type {
  AccountRow,
  CredentialRow,
  OrganisationRow,
  PortfolioRow,
  RegisterFact,
  UserRow,
  UserStatus,
} from '../facts.ts';
import { RegisterState } from './register-state.ts';

/** The row of each family that a test changes in part. */
// biome-ignore format: an aligned table
const ROWS = {
  orgs:        { orgId: 1, externalId: 'one', displayName: 'One', status: 'ACTIVE', sponsorOrgId: null, proposedByUserId: null, version: 1 },
  users:       { userId: 10, orgId: 1, subject: 's', displayName: 'S', status: 'ACTIVE', capabilities: [], version: 1 },
  accounts:    { accountId: 20, orgId: 1, portfolioId: null, displayName: 'main', status: 'ACTIVE', exchangeId: 1, credentialId: null, version: 1 },
  portfolios:  { portfolioId: 30, orgId: 1, displayName: 'P', version: 1 },
} as const;
const CREDENTIAL: CredentialRow = {
  ...{ credentialId: 40, orgId: 1, displayName: null, exchangeId: 1, canReadBalances: true, canTrade: true },
  ...{ status: 'ACTIVE', pendingTransition: null, observedPermissions: [], scopeUnobserved: false, probe: 'ANSWERED' },
  ...{ proposedByUserId: null, approvedByUserId: null, version: 1 },
};

const rowOf =
  <Row>(family: keyof typeof ROWS) =>
  (of: Partial<Row> = {}) =>
    ({ kind: 'RegisterRecorded', family, row: { ...ROWS[family], ...of } }) as unknown as RegisterFact;
const organisation = rowOf<OrganisationRow>('orgs');
const user = rowOf<UserRow>('users');
const account = rowOf<AccountRow>('accounts');
const portfolio = rowOf<PortfolioRow>('portfolios');

function credential(of: Partial<CredentialRow>, approved?: CredentialRow | null): RegisterFact {
  const row = { ...CREDENTIAL, ...of };
  return { kind: 'RegisterRecorded', family: 'credentials', row, ...(approved === undefined ? {} : { approved }) };
}

function stateOf(...facts: readonly RegisterFact[]): RegisterState {
  const state = new RegisterState();
  for (const fact of facts) state.put(fact);
  return state;
}

describe('a name', () => {
  test('belongs to its organisation', () => {
    const state = stateOf(account(), account({ accountId: 21, orgId: 2 }));
    expect(state.accountNamed(1, 'main')?.accountId).toBe(20);
    expect(state.accountNamed(2, 'main')?.accountId).toBe(21);
    expect(state.accountNamed(3, 'main')).toBeUndefined();
  });

  test('is freed by a rename, and binds the current row', () => {
    const state = stateOf(account(), account({ displayName: 'renamed', version: 2 }));
    expect(state.accountNamed(1, 'main')).toBeUndefined();
    expect(state.accountNamed(1, 'renamed')?.version).toBe(2);
    state.put(account({ displayName: 'renamed', status: 'SUSPENDED', version: 3 }));
    expect(state.accountNamed(1, 'renamed')?.status).toBe('SUSPENDED');
  });

  test('that was given to another account stays with it when the first is renamed', () => {
    const state = stateOf(account(), account({ accountId: 21 }), account({ displayName: 'renamed', version: 2 }));
    expect(state.accountNamed(1, 'main')?.accountId).toBe(21);
    expect(state.accountNamed(1, 'renamed')?.accountId).toBe(20);
  });

  test('is not bound by a DISCOVERED account before it is classified (REG-06)', () => {
    const state = stateOf(account({ displayName: null, status: 'DISCOVERED' }));
    expect(state.accountNamed(1, 'null')).toBeUndefined();
    state.put(account({ version: 2 }));
    expect(state.accountNamed(1, 'main')?.accountId).toBe(20);
  });

  test('of a token: an organisation by its external id, a user by its subject there', () => {
    const state = stateOf(
      organisation(),
      organisation({ orgId: 2, externalId: 'two' }),
      user(),
      user({ userId: 11, orgId: 2 }),
    );
    expect([state.organisationNamed('two')?.orgId, state.organisationNamed('three')]).toEqual([2, undefined]);
    expect([state.userNamed(1, 's')?.userId, state.userNamed(2, 's')?.userId]).toEqual([10, 11]);
    expect(state.userNamed(1, 't')).toBeUndefined();
  });
});

describe('a view', () => {
  test.each<[string, RegisterFact, boolean]>([
    ['an active user', user(), true],
    ['a disabled user', user({ status: 'DISABLED' }), true],
    ['a user who awaits admission', user({ status: 'AWAITING_ADMISSION' }), false],
    ['an active account', account(), true],
    ['a retired account', account({ status: 'RETIRED' }), true],
    ['a DISCOVERED account', account({ displayName: null, status: 'DISCOVERED' }), false],
    ['an active organisation', organisation(), true],
    ['a suspended organisation', organisation({ status: 'SUSPENDED' }), true],
    ['an organisation that awaits its approval', organisation({ status: 'PENDING_ACTIVATION' }), false],
    ['a portfolio', portfolio(), true],
    ['a credential without an approved state', credential({ status: 'PROPOSED' }, null), false],
    ['a credential whose row is its approved state', credential({}), true],
  ])('of %s is the row itself once it is approved, and nothing before', (_, fact, isApproved) => {
    const state = stateOf(fact);
    const key = String(registerKeyOf(fact.family, fact.row));
    expect(state.rows(fact.family, 1, 'latest').get(key)).toBe(fact.row);
    expect(state.rows(fact.family, 1).get(key)).toBe(fact.row);
    expect(state.rows(fact.family, 1, 'approved').get(key)).toBe(isApproved ? fact.row : undefined);
  });

  test('approved stays unchanged while a later proposal waits (REG-02)', () => {
    const approved = credential({ version: 2 }).row as CredentialRow;
    const state = stateOf(credential({ version: 3, canTrade: false, pendingTransition: 'AMEND' }, approved));
    expect(state.rows('credentials', 1, 'approved').get('40')).toMatchObject({ version: 2, canTrade: true });
    expect(state.rows('credentials', 1, 'latest').get('40')).toMatchObject({ version: 3, canTrade: false });
    state.put(credential({ version: 4, canTrade: false }));
    expect(state.rows('credentials', 1, 'approved').get('40')).toMatchObject({ version: 4, canTrade: false });
  });

  test('approved loses a row without an approved state', () => {
    const state = stateOf(credential({}), credential({ version: 2 }, null));
    expect(state.rows('credentials', 1, 'approved').size).toBe(0);
    expect(state.rows('credentials', 1, 'latest').size).toBe(1);
  });
});

describe('users by status', () => {
  const of = (state: RegisterState, view: 'latest' | 'approved' = 'latest') =>
    Object.fromEntries(
      STATUSES.map((status) => [
        status,
        state
          .usersOf(1, status, view)
          .above(undefined, 9)
          .map(({ userId }) => userId),
      ]),
    );

  test('are served in their current state, not as they were in the status', () => {
    const state = stateOf(user(), user({ displayName: 'renamed', version: 2 }));
    expect(state.usersOf(1, 'ACTIVE', 'latest').get('10')?.displayName).toBe('renamed');
  });

  test('who await admission have no approved state', () => {
    const state = stateOf(user({ status: 'AWAITING_ADMISSION' }));
    expect(of(state)).toMatchObject({ AWAITING_ADMISSION: [10] });
    expect(of(state, 'approved')).toEqual({ AWAITING_ADMISSION: [], ACTIVE: [], DISABLED: [] });
    state.put(user({ version: 2 }));
    expect(of(state, 'approved')).toEqual({ AWAITING_ADMISSION: [], ACTIVE: [10], DISABLED: [] });
  });

  test('hold each user once, in the status of the last change, after any history', () => {
    const change = fc.record({ userId: fc.integer({ min: 1, max: 4 }), status: fc.constantFrom(...STATUSES) });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const last = new Map<number, UserStatus>();
        const state = new RegisterState();
        for (const { userId, status } of changes) {
          state.put(user({ userId, subject: `s${userId}`, status }));
          last.set(userId, status);
        }
        const expected = STATUSES.map((status) => {
          const ids = [...last].filter(([, now]) => now === status).map(([userId]) => userId);
          return [status, ids.sort((a, b) => a - b)];
        });
        expect(of(state)).toEqual(Object.fromEntries(expected));
      }),
    );
  });
});

const STATUSES: readonly UserStatus[] = ['AWAITING_ADMISSION', 'ACTIVE', 'DISABLED'];

describe('an organisation sees', () => {
  const seenBy = (state: RegisterState, orgId: number) =>
    state
      .rows('orgs', orgId)
      .above(undefined, 9)
      .map((row) => row.orgId);

  test('itself and the organisations that it sponsors, which do not see it', () => {
    const state = stateOf(
      organisation(),
      organisation({ orgId: 2, externalId: 'two', sponsorOrgId: 1, status: 'PENDING_ACTIVATION' }),
      organisation({ orgId: 3, externalId: 'three', sponsorOrgId: 2 }),
    );
    expect([1, 2, 3, 4].map((orgId) => seenBy(state, orgId))).toEqual([[1, 2], [2, 3], [3], []]);
  });

  test('the approved state of the organisations that it sponsors', () => {
    const sponsored = { orgId: 2, externalId: 'two', sponsorOrgId: 1 };
    const state = stateOf(organisation({ ...sponsored, status: 'PENDING_ACTIVATION' }));
    expect(state.rows('orgs', 1, 'approved').size).toBe(0);
    state.put(organisation({ ...sponsored, version: 2 }));
    expect([1, 2].map((orgId) => state.rows('orgs', orgId, 'approved').get('2')?.version)).toEqual([2, 2]);
  });

  test.each(REGISTER_FAMILIES.filter((family) => family !== 'orgs'))(
    'no %s of the organisations that it sponsors',
    (family) => {
      const state = stateOf(organisation(), organisation({ orgId: 2, externalId: 'two', sponsorOrgId: 1 }));
      state.put({
        ...portfolio(),
        family,
        row: { ...portfolio().row, [REGISTER_KEYS[family]]: 50, orgId: 2 },
      } as RegisterFact);
      expect([1, 2].map((orgId) => state.rows(family, orgId).size)).toEqual([0, 1]);
    },
  );
});
