import { describe, expect, test } from 'vitest';
import type { Profile } from '../../member/profile/profile.ts';
import type { SampleWorld } from '../../testing/sample-world.ts';
import { absent, answeringFor, me, PROFILE, refused, WORLD } from '../../testing/sample-world.ts';
import { stubTarget } from '../../testing/stub-target.ts';
import { examineFixtures } from './fixtures.ts';
import { examinePrincipals } from './principals.ts';

const noPause = async () => {};

async function found(subject: string, world: SampleWorld = {}, profile: Partial<Profile> = PROFILE) {
  const { target } = await stubTarget(answeringFor({ ...WORLD, ...world }), profile);
  const session = target.session();
  const findings = [
    ...(await examinePrincipals(session, target, noPause)),
    ...(await examineFixtures(session, target, noPause)),
  ];
  const finding = findings.find((row) => row.subject === subject);
  return `${finding?.level}${finding?.isCertain ? '!' : ''}: ${finding?.words}`;
}

const served = (body: unknown) => ({ status: 200, body });
const FOREIGN = served({ displayName: 'foreign' });
const FAILING = { status: 500, body: '{"error":{"code":"INTERNAL_ERROR"}}' };
const OWN_ROW = /^bad!: .*served to admin, so it is no row of another organisation; mend fixtures\.foreignAccount\.id$/;
const BOTH = ['users:manage', 'credentials:approve'];

describe('a fixture that is what its key says', () => {
  test.each(Object.keys(PROFILE.fixtures ?? {}))('%s', async (name) =>
    expect(await found(`fixtures.${name}`)).toMatch(/^ok: /),
  );
});

describe('a fixture that is not what its key says', () => {
  // biome-ignore format: an aligned table
  test.each<[string, string, SampleWorld, RegExp]>([
    ['is not there',                        'account', { '/accounts/1': absent }, /^bad!: GET \/accounts\/1 by trader answered 404 NOT_FOUND/],
    ['has another name',                    'account', { '/accounts/1': served({ displayName: 'other' }) }, /"other".*"main".*\.name$/],
    ['is DISCOVERED',                       'account', { '/accounts/1': served({ status: 'DISCOVERED' }) }, /^bad!: its status is DISCOVERED/],
    ['is in a state not published',         'account', { '/accounts/1': served({ displayName: 'main', status: 'OPEN' }) }, /^note/],
    ['is classified',                       'discoveredAccount', { '/accounts/2': served({ displayName: 'x' }) }, /^bad!: account 2 is class/],
    ['belongs to the own organisation',     'foreignAccount', { '/accounts/5': FOREIGN, 'outsider /accounts/5': absent }, OWN_ROW],
    ['is served to both organisations',     'foreignAccount', { 'admin /accounts/5': FOREIGN }, /^bad: .*mend fixtures\.foreignAccount\.id or the target$/],
    ['does not exist',                      'foreignAccount', { 'outsider /accounts/5': absent }, /^bad!: GET \/accounts\/5 by outsider/],
    ['is not loaded',                       'algoVersion', { '/algos/versions': served({ items: [] }) }, /^bad!: .*lists no algoVersionId 1/],
    ['is deleted',                          'algoInstance', { '/algos/instances/1': served({ status: 'DELETED' }) }, /^bad!: instance 1 is DEL/],
    ['is not deleted',                      'deletedAlgoInstance', { '/algos/instances/2': served({ status: 'STOPPED' }) }, /not DELETED/],
    ['belongs to the own organisation',     'foreignAlgoInstance', { '/algos/instances/4': served({}), 'outsider /algos/instances/4': absent }, /^bad!/],
    ['has no balance, so nothing is known', 'asset', { '/account-balances': served({ items: [] }) }, /^note: no balance/],
    ['is not served at the moment',         'account', { '/accounts/1': FAILING }, /^note: .*answered 500: not seen/],
    ['is not listed by the document',       'venues', { '/openapi.json': served({}) }, /^note: the contract document lists no/],
  ])('%s: %s', async (_, name, world, words) => expect(await found(`fixtures.${name}`, world)).toMatch(words));

  // biome-ignore format: an aligned table
  test.each([
    ['another family',                                     { a: 2 },           /venue 2 is of family B; mend fixtures\.venues\.a$/],
    ['another family of a venue that takes unscoped keys', { unscoped: 1 },    /venue 1 is of family A; mend fixtures\.venues\.unscoped$/],
    ['not listed',                                         { b: 7 },           /lists no venue 7; mend fixtures\.venues\.b$/],
    ['listed though unsupported',                          { unsupported: 1 }, /venue 1 takes key material/],
  ])('a venue: %s', async (_, venues, words) =>
    expect(await found('fixtures.venues', {}, { ...PROFILE, fixtures: { venues } })).toMatch(words),
  );

  test('a long collection is read page by page', async () => {
    const pages: SampleWorld = { '/algos/versions': served({ items: [], nextCursor: 'more' }) };
    expect(await found('fixtures.algoVersion', pages)).toMatch(/^note: not among the first rows/);
  });

  test('a document that does not name the account', async () => {
    const fixtures = { account: { id: 1, name: 'main' }, namingDocument: { text: '{}' } };
    expect(await found('fixtures.namingDocument', {}, { ...PROFILE, fixtures })).toMatch(/^bad!: does not name main/);
  });
});

describe('a principal', () => {
  // biome-ignore format: an aligned table
  test.each<[string, string, SampleWorld, RegExp]>([
    ['of another organisation than the admin', 'deputy', { 'deputy /me': me(2, 3, BOTH) }, /^bad!: is of organisation 2; admin is of 1/],
    ['of the same organisation',               'outsider', { 'outsider /me': me(1, 4, ['users:manage']) }, /^bad!: is of organisation 1, as admin is/],
    ['who is the admin',                       'deputy', { 'deputy /me': me(1, 1, BOTH) }, /^bad!: is the same user as admin/],
    ['with another capability',                'trader', { 'trader /me': me(1, 2, ['orders:trade', 'orgs:approve']) }, /^bad!: should hold orders:trade alone/],
    ['who is refused',                         'trader', { 'trader /me': refused('FORBIDDEN_PRINCIPAL') }, /^bad!: GET \/me answered 403 FORBIDDEN_PRINCIPAL/],
    ['who is refused by a proxy',              'trader', { 'trader /me': { status: 403, body: 'x' } }, /^bad: GET \/me answered 403; mend baseUrl/],
  ])('%s: %s', async (_, name, world, words) => expect(await found(name, world)).toMatch(words));

  // biome-ignore format: an aligned table
  test.each([
    ['awaiting',  'AWAITING_ADMISSION'],
    ['disabled',  'FORBIDDEN_PRINCIPAL'],
    ['suspended', 'ORG_NOT_ACTIVE'],
  ])('%s is served GET /me and refused everywhere else (decision A5)', async (name, code) => {
    const profile = { principals: { [name]: { token: `token-of-${name}` } } };
    const world = { [`${name} /me`]: me(1, 9, []), [`${name} /accounts`]: refused(code) };
    expect(await found(name, world, profile)).toMatch(/^ok/);
    expect(await found(name, { ...world, [`${name} /accounts`]: served({ items: [] }) }, profile)).toMatch(/^bad: /);
  });

  test('with another key than the profile states', async () => {
    const principals = { trader: { token: 'token-of-trader', org: 7 } };
    expect(await found('trader', {}, { principals })).toMatch(/^bad!: its org is 1 by GET \/me, and 7 in the profile/);
  });
});

test('what an older contract does not have is not examined', async () => {
  const principals = { algoManager: { token: 'token-of-admin' }, admin: { token: 'token-of-admin' } };
  const old = { ...PROFILE, principals, contract: { rest: '0.6.0' } };
  expect(await found('algoManager', {}, old)).toMatch(/^note: not looked at: algos:manage came with contract 0\.7\.0/);
  expect(await found('fixtures.algoInstance', { '/algos/instances/1': absent }, old)).toMatch(/^undefined/);
});
