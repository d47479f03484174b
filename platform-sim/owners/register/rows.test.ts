/** What each collection makes of the stated terms. */
import { describe, expect, test } from 'vitest';
import { SCOPES, type Scope } from '../../../gateway/contract/capabilities.ts';
import type { RegisterFamily, RegisterTerms, UserStatus, Verdict } from '../../../gateway/facts.ts';
import { PLATFORM, START_NS } from '../../testing/sample-owner.ts';
import { type As, idOf, rowOf, SampleRegister, USERS, user } from '../../testing/sample-register.ts';
import { within } from '../directory.ts';

const ADDRESS = { accountId: 1, assetId: 1, chain: 'ETHEREUM', address: '0xA', memo: '7', displayName: 'cold' };
/** Valid terms of a creation. */
const TERMS = {
  orgs: { externalId: 'new', displayName: 'New' },
  users: { subject: 'new', capabilities: [] },
  accounts: { exchangeId: 1, displayName: 'new' },
  'account-addresses': ADDRESS,
  portfolios: { displayName: 'New' },
} as const satisfies Partial<RegisterTerms>;
type Family = keyof typeof TERMS;

/** The accounts of the first organisation: main, a DISCOVERED one, and a RETIRED one. Of the second: 2. */
const [MAIN, DISCOVERED, RETIRED, SECOND] = [1, 3, 4, 5];
const BOUND = { portfolioId: 1, credentialId: 1 };
const TRADER: readonly Scope[] = ['orders:trade'];
const PROPOSED = { status: 'PENDING_ACTIVATION', sponsorOrgId: 1, proposedByUserId: USERS.admin };
const UNGRANTED = { displayName: 'new', status: 'AWAITING_ADMISSION', capabilities: [] };

function create(sample: SampleRegister, family: Family, of: object = {}, by: As = 'admin'): Verdict {
  return sample.create<RegisterFamily>(family, { ...TERMS[family], ...of } as RegisterTerms[Family], by);
}

function restate(sample: SampleRegister, family: Family, id: number, terms: object): Verdict {
  return sample.restate<RegisterFamily>(family, id, terms as RegisterTerms[Family]);
}

/** Terms that differ from valid ones, and the members of the new row. */
// biome-ignore format: an aligned table
test.each<[Family, stated: object, row: object, by?: As]>([
  ['orgs',              {},                                          { ...TERMS.orgs, ...PROPOSED }],
  ['users',             {},                                          { orgId: 1, subject: 'new', ...UNGRANTED }],
  ['users',             { displayName: 'N. Trader' },                { displayName: 'N. Trader' }],
  ['users',             { capabilities: TRADER },                    { status: 'ACTIVE', capabilities: TRADER }],
  ['users',             { capabilities: [...SCOPES, 'orders:trade'].toReversed() }, { capabilities: SCOPES }],
  ['users',             { subject: 'stranger' },                     { orgId: 1 }],
  ['users',             { subject: 'admin' },                        { orgId: 2 }, 'stranger'],
  ['accounts',          { displayName: 'second' },                   { orgId: 2, displayName: 'second' }, 'stranger'],
  ['accounts',          {},                                          { orgId: 1, ...TERMS.accounts, portfolioId: null, credentialId: null, status: 'ACTIVE' }],
  ['accounts',          BOUND,                                       { ...BOUND, status: 'ACTIVE' }],
  ['account-addresses', {},                                          { orgId: 1, ...ADDRESS }],
  ['account-addresses', { assetId: null },                           { assetId: null }],
  ['portfolios',        {},                                          { orgId: 1, displayName: 'New' }],
])('%s created with %j', (family, stated, row, by) => {
  expect(rowOf(family, create(new SampleRegister(), family, stated, by))).toMatchObject({ ...row, version: 1 });
});

/** Terms, and how the row changes. */
// biome-ignore format: an aligned table
test.each<[Family, id: number, stated: object, change: object]>([
  ['orgs',              1,            { displayName: 'Renamed' },                    { displayName: 'Renamed' }],
  ['users',             USERS.deputy, { capabilities: ['algos:manage', ...TRADER] }, { capabilities: [...TRADER, 'algos:manage'] }],
  ['users',             USERS.deputy, { displayName: 'D', capabilities: [] },        { displayName: 'D', capabilities: [] }],
  ['accounts',          MAIN,         { displayName: 'main' },                       {}],
  ['accounts',          MAIN,         { displayName: 'renamed' },                    { displayName: 'renamed' }],
  ['accounts',          MAIN,         { displayName: 'main', credentialId: null },   { credentialId: null }],
  ['accounts',          MAIN,         { displayName: 'main', portfolioId: null },    { portfolioId: null }],
  ['accounts',          MAIN,         { displayName: 'main', status: 'SUSPENDED' },  { status: 'SUSPENDED' }],
  ['accounts',          MAIN,         { displayName: 'main', status: 'RETIRED' },    { status: 'RETIRED' }],
  ['accounts',          MAIN,         { displayName: 'main', status: 'ACTIVE' },     {}],
  ['accounts',          DISCOVERED,   { displayName: 'found' },                      { displayName: 'found', status: 'ACTIVE' }],
  ['accounts',          DISCOVERED,   { displayName: 'found', status: 'SUSPENDED' }, { displayName: 'found', status: 'SUSPENDED' }],
  ['account-addresses', 1,            { ...ADDRESS, memo: null, displayName: null }, { ...ADDRESS, memo: null, displayName: null }],
  ['portfolios',        1,            { displayName: 'Renamed' },                    { displayName: 'Renamed' }],
])('%s %i restated %j', (family, id, stated, change) => {
  const sample = new SampleRegister();
  const before = sample.held(family, id)?.row;
  expect(rowOf(family, restate(sample, family, id, stated))).toEqual({ ...before, ...change, version: 2 });
});

/** One defect each, in a creation and, with an id, in a restatement. Without it both succeed. */
// biome-ignore format: an aligned table
test.each<[Family, defect: object, string, id?: number]>([
  ['orgs',              { externalId: 'two' },       'INVALID_FIELD'],
  ['orgs',              { externalId: 'suspended' }, 'INVALID_FIELD'],
  ['orgs',              { externalId: 'retired' },   'INVALID_FIELD'],
  ['orgs',              { externalId: 'sponsored' }, 'INVALID_FIELD'],
  ['users',             { subject: 'admin' },        'INVALID_FIELD'],
  ['users',             { subject: 'disabled' },     'INVALID_FIELD'],
  ['users',             { subject: 'awaiting' },     'INVALID_FIELD'],
  ['accounts',          { displayName: 'second' },   'INVALID_FIELD',    MAIN],
  ['accounts',          { displayName: 'retired' },  'INVALID_FIELD',    MAIN],
  ['accounts',          { portfolioId: 2 },          'INVALID_FIELD',    MAIN],
  ['accounts',          { portfolioId: 77 },         'INVALID_FIELD',    MAIN],
  ['accounts',          { credentialId: 2 },         'WRONG_CREDENTIAL', MAIN],
  ['accounts',          { credentialId: 77 },        'WRONG_CREDENTIAL', MAIN],
  ['accounts',          { credentialId: 3 },         'WRONG_CREDENTIAL', MAIN],
  ['account-addresses', { accountId: 2 },            'INVALID_FIELD',    1],
  ['account-addresses', { accountId: 77 },           'INVALID_FIELD',    1],
  ['account-addresses', { assetId: 77 },             'INVALID_FIELD',    1],
])('%s with %j: %s', (family, defect, code, id) => {
  const sample = new SampleRegister();
  const { state } = sample;
  const [[member, value]] = Object.entries(defect) as [[string, unknown]];
  const restated = id ? [restate(sample, family, id, { ...TERMS[family], ...defect })] : [];
  for (const verdict of [create(sample, family, defect), ...restated]) {
    expect(verdict.refused).toMatchObject({ code, message: expect.stringMatching(`^${member}: .*${value}`) });
  }
  expect(sample.state).toBe(state);
  // Another organisation's row is refused like a missing one.
  const absent = create(sample, family, { [member]: 77 }).refused?.message;
  if (value === 2) expect(absent).toBe(create(sample, family, defect).refused?.message.replace('2', '77'));
  if (id) expect(restate(sample, family, id, TERMS[family]).refused).toBeUndefined();
  expect(create(sample, family, { displayName: 'newer' }).refused).toBeUndefined();
});

test.each<[Family, object]>([
  ['orgs', { externalId: 'new' }],
  ['users', { subject: 'new' }],
  ['users', { subject: 'caller' }],
  ['accounts', { displayName: 'new' }],
])('%s: a name that a row got later is taken, too: %j', (family, stated) => {
  const sample = new SampleRegister();
  sample.send({ kind: 'register-caller', externalOrgId: 'one', subject: 'caller' }, PLATFORM);
  create(sample, family);
  expect(create(sample, family, stated).refused?.code).toBe('INVALID_FIELD');
});

test.each<readonly [UserStatus, Partial<RegisterTerms['users']>, UserStatus]>([
  ['AWAITING_ADMISSION', { capabilities: TRADER }, 'ACTIVE'],
  ['AWAITING_ADMISSION', { status: 'ACTIVE' }, 'AWAITING_ADMISSION'],
  ['AWAITING_ADMISSION', { displayName: 'Renamed' }, 'AWAITING_ADMISSION'],
  ['AWAITING_ADMISSION', { capabilities: TRADER, status: 'DISABLED' }, 'DISABLED'],
  ['ACTIVE', { capabilities: TRADER }, 'ACTIVE'],
  ['ACTIVE', {}, 'ACTIVE'],
  ['ACTIVE', { status: 'DISABLED' }, 'DISABLED'],
  ['DISABLED', { capabilities: TRADER }, 'DISABLED'],
  ['DISABLED', { status: 'ACTIVE' }, 'ACTIVE'],
])('a user who is %s, restated %j, is %s', (before, terms, after) => {
  const sample = new SampleRegister(user(40, 'one of them', { status: before, version: 7 }));
  const row = rowOf('users', restate(sample, 'users', 40, { capabilities: [], ...terms }));
  expect(row).toMatchObject({ status: after, version: 8 });
});

describe('an account', () => {
  const idsOf = (sample: SampleRegister, ...names: readonly string[]) =>
    names.map((name) => sample.state.directory.accountIds.get(within(1, name)));

  test('that is renamed binds the new name and frees the old', () => {
    const sample = new SampleRegister();
    restate(sample, 'accounts', MAIN, { displayName: 'renamed' });
    expect(idsOf(sample, 'main', 'renamed')).toEqual([undefined, MAIN]);
    restate(sample, 'accounts', SECOND, { displayName: 'main' });
    expect(restate(sample, 'accounts', MAIN, { displayName: 'main' }).refused?.code).toBe('INVALID_FIELD');
    expect(idsOf(sample, 'main', 'second', 'renamed')).toEqual([SECOND, undefined, MAIN]);
  });

  test('stays suspended until another status is stated, and is not changed once it is retired', () => {
    const sample = new SampleRegister();
    const stated = [{ status: 'SUSPENDED' }, {}, { status: 'ACTIVE' }, { status: 'RETIRED' }];
    const statuses = stated.map((of) =>
      rowOf('accounts', restate(sample, 'accounts', MAIN, { displayName: 'main', ...of })),
    );
    expect(statuses.map(({ status }) => status)).toEqual(['SUSPENDED', 'SUSPENDED', 'ACTIVE', 'RETIRED']);
    for (const id of [MAIN, RETIRED]) {
      const { refused } = restate(sample, 'accounts', id, { displayName: 'again', status: 'ACTIVE' });
      expect(refused?.code).toBe('TRANSITION_NOT_ADMITTED');
    }
  });

  test('that a venue shows is recorded under its credential, without name or portfolio', () => {
    const sample = new SampleRegister();
    const { accountId, ...row } = rowOf(
      'accounts',
      sample.send({ kind: 'discover-account', credentialId: 3 }, PLATFORM),
    );
    const nothing = { displayName: null, portfolioId: null };
    expect(row).toEqual({ orgId: 1, exchangeId: 2, credentialId: 3, ...nothing, status: 'DISCOVERED', version: 1 });
    expect(accountId).toBeGreaterThan(1_000);
    expect(sample.send({ kind: 'discover-account', credentialId: 77 }, PLATFORM)).toEqual({ facts: [] });
  });
});

describe('a caller', () => {
  const call = (sample: SampleRegister, externalOrgId: string, subject: string): Verdict =>
    sample.send({ kind: 'register-caller', externalOrgId, subject }, PLATFORM);

  test('who is unknown is registered once in each organisation, and awaits admission', () => {
    const sample = new SampleRegister();
    const row = { subject: 'new', ...UNGRANTED, version: 1 };
    expect(rowOf('users', call(sample, 'one', 'new'))).toMatchObject({ orgId: 1, ...row });
    expect(call(sample, 'one', 'new')).toEqual({ facts: [] });
    expect(rowOf('users', call(sample, 'two', 'new'))).toMatchObject({ orgId: 2, ...row });
    for (const subject of ['admin', 'disabled', 'awaiting'])
      expect(call(sample, 'one', subject)).toEqual({ facts: [] });
  });

  test.each(['suspended', 'pending', 'retired', 'unknown', 'sponsored'])(
    'of %s, which is not active, is refused',
    (org) => {
      const sample = new SampleRegister();
      expect(call(sample, org, 'new').refused?.code).toBe('ORG_NOT_ACTIVE');
      sample.move('approve', 'orgs', 6);
      expect(call(sample, org, 'new').refused?.code).toBe(org === 'sponsored' ? undefined : 'ORG_NOT_ACTIVE');
    },
  );
});

// `history.test.ts`: ids grow, fit 32 bits and are never consecutive.
test('an id is minted from the time, and the ids of one moment are not evenly spaced, so they show no count', () => {
  const sample = new SampleRegister();
  const ids = Array.from({ length: 120 }, (_, index) =>
    idOf('users', create(sample, 'users', { subject: `${index}` })),
  );
  expect(ids[0]).toBe(Number((START_NS + 2_000n - 1_577_836_800_000_000_000n) / 250_000_000n));
  expect(new Set(ids.slice(1).map((id, index) => id - (ids[index] ?? 0))).size).toBeGreaterThan(2);
});
