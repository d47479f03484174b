/**
 * The register through a real member: what its rows change for callers and orders, at the next request and under the
 * same token. The routes themselves are judged by the suite (`scripts/proof/whole-run.test.ts`) and by
 * `scripts/proof/properties`, the rules of the collections next to this file.
 */
import { describe, expect, test } from 'vitest';
import { SHAPES } from '../../../gateway/contract/shapes/shapes.ts';
import { NAMED_INSTRUMENTS } from '../../seed-data/market.ts';
import type { PrincipalName } from '../../seed-data/world.ts';
import { codeOf, deskOf, stranger } from '../../testing/sample-caller.ts';

const TAKEN = [201, undefined];
const NOT_ACTIVE = [422, 'ACCOUNT_NOT_ACTIVE'];

test.each(['with a space', 'x'.repeat(300)])(
  'a row fits the document for any registered subject: %s',
  async (subject) => {
    const { sandbox, admin } = await deskOf();
    const { body: me } = await stranger(sandbox, 'org-first', subject).get('/me');
    const { body: row } = await admin.get(`/users/${me.user.userId}`);
    expect([SHAPES.User.safeParse(row).error, row.subject]).toEqual([undefined, subject]);
  },
);

test('a row is at no version that is not its number, and a version in the body is no precondition (MATCH-02)', async () => {
  const { admin } = await deskOf();
  const restated = (of: object, conditions: object) =>
    admin.put('/portfolios/1', { displayName: 'A', ...of }, conditions);
  for (const ifMatch of ['"7"', '"abc"', '"*"', '""']) {
    const refused = await restated({}, { ifMatch });
    expect([...codeOf(refused), refused.headers['etag']]).toEqual([412, 'VERSION_CONFLICT', '"1"']);
  }
  expect((await restated({}, { ifMatch: '  "1" ' })).body.version).toBe(2);
  for (const conditions of [{}, { ifMatch: '*' }])
    for (const version of [1, 9]) expect((await restated({ version }, conditions)).status).toBe(200);
});

// biome-ignore format: an aligned table
test.each<[readonly string[], readonly string[]]>([
  [[],                           []],
  [['algos:manage'],             ['algos:manage']],
  [['ADMINISTRATOR', 'TRADER'],  ['users:manage', 'orders:trade', 'credentials:propose']],
  [['TRADER', 'orders:trade'],   ['orders:trade']],
])('a user who awaits admission is admitted by a grant: %j is %j', async (granted, capabilities) => {
  const { admin, awaiting } = await deskOf();
  const { user } = (await awaiting.get('/me')).body;
  await admin.put(`/users/${user.userId}`, { capabilities: granted });
  const isAdmitted = capabilities.length > 0;
  expect(codeOf(await awaiting.get('/orders'))).toEqual(isAdmitted ? [200, undefined] : [403, 'AWAITING_ADMISSION']);
  expect((await awaiting.get('/me')).body.capabilities).toEqual(capabilities);
});

describe('an organisation', () => {
  test('admits its callers by its status', async () => {
    const { sandbox, admin, deputy } = await deskOf();
    const terms = { externalId: 'org-new', displayName: 'New', remark: 'a first one' };
    const at = `/orgs/${(await admin.post('/orgs', terms)).body.orgId}`;
    const newcomer = stranger(sandbox, 'org-new', 'newcomer');
    expect(codeOf(await newcomer.get('/me'))).toEqual([403, 'ORG_NOT_ACTIVE']);
    expect(codeOf(await admin.post(`${at}/approve`))).toEqual([403, 'SELF_APPROVAL']);
    await deputy.post(`${at}/approve`, { remark: 'seen' });
    expect((await newcomer.get('/me')).body).toMatchObject({
      user: { status: 'AWAITING_ADMISSION' },
      capabilities: [],
    });
    expect(codeOf(await newcomer.get('/orders'))).toEqual([403, 'AWAITING_ADMISSION']);
    for (const [arm, status] of [
      ['suspend', 403],
      ['reactivate', 200],
      ['retire', 403],
    ] as const) {
      expect((await admin.post(`${at}/${arm}`)).status).toBe(200);
      expect((await newcomer.get('/me')).status).toBe(status);
    }
  });

  test('restates its own name, which GET /me serves', async () => {
    const { admin } = await deskOf();
    expect((await admin.put('/orgs/1', { displayName: 'Renamed' }, { ifMatch: '"1"' })).status).toBe(200);
    expect((await admin.get('/me')).body.organisation.displayName).toBe('Renamed');
  });
});

describe('the name of an account', () => {
  test('takes orders once a DISCOVERED account is classified by it', async () => {
    const { sandbox, admin, trader } = await deskOf();
    const { id } = sandbox.profile.fixtures.discoveredAccount;
    expect(codeOf(await admin.get(`/accounts/${id}?view=approved`))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await trader.order('found'))).toEqual(NOT_ACTIVE);
    const { body } = await admin.put(`/accounts/${id}`, { displayName: 'found', portfolioId: 1 });
    expect((await admin.get(`/accounts/${id}?view=approved`)).body).toEqual(body);
    expect((await trader.order('found')).body.accountId).toBe(id);
  });

  test('of a venue without a connector is refused by the member, and its key stays free', async () => {
    const { sandbox, admin } = await deskOf();
    const { unsupported, a } = sandbox.profile.fixtures.venues;
    const create = (exchangeId: number) => admin.post('/accounts', { displayName: 'new', exchangeId }, { key: 'free' });
    const head = sandbox.platform.head();
    expect(codeOf(await create(unsupported))).toEqual([422, 'VENUE_UNSUPPORTED']);
    expect(sandbox.platform.head()).toBe(head);
    expect(codeOf(await create(a))).toEqual(TAKEN);
  });
});

describe('a trading policy', () => {
  const { finer, governed } = NAMED_INSTRUMENTS;
  const OVER = [422, 'MAX_ORDER_QTY_EXCEEDED'];
  const HALTED = [422, 'POLICY_HALTED'];

  async function market() {
    const desk = await deskOf();
    const buys = async (name: PrincipalName, qty: string, { id, price }: { id: number; price: string } = finer) =>
      codeOf(await desk[name].post('/orders', { account: 'main', instrumentId: id, price, qty }));
    return { ...desk, buys };
  }

  test('binds orders by its approved terms, for as long as it is in force', async () => {
    const { admin, approver, buys } = await market();
    const bound = async () => [await buys('trader', '2.5'), await buys('trader', '2.501'), await buys('outsider', '3')];
    const { body } = await admin.post('/trading-policies', { instrumentId: finer.id, maxOrderQty: '2.500' });
    const path = `/trading-policies/${body.tradingPolicyId}`;
    expect(await bound()).toEqual([TAKEN, TAKEN, TAKEN]);
    const approved = await approver.post(`${path}/approve`);
    expect(approved.body).toMatchObject({ status: 'ACTIVE', maxOrderQty: '2.5' });
    expect(await bound()).toEqual([TAKEN, OVER, TAKEN]);

    const amended = await admin.put(path, { instrumentId: finer.id, maxOrderQty: '1' });
    expect(amended.body).toMatchObject({ status: 'ACTIVE', pendingTransition: 'AMEND', maxOrderQty: '1' });
    expect(await bound()).toEqual([TAKEN, OVER, TAKEN]);
    const inForce = await admin.get(`${path}?view=approved`);
    expect([inForce.body, inForce.headers['etag']]).toEqual([approved.body, `"${approved.body.version}"`]);
    expect((await admin.post(`${path}/withdraw`)).body).toEqual({ ...approved.body, version: 4 });
    expect(await bound()).toEqual([TAKEN, OVER, TAKEN]);

    for (const [arm, expected] of [
      ['halt', [HALTED, HALTED, TAKEN]],
      ['resume', [TAKEN, OVER, TAKEN]],
      ['retire', [TAKEN, TAKEN, TAKEN]],
    ] as const) {
      await admin.post(`${path}/${arm}`);
      expect(await bound()).toEqual(expected);
    }
  });

  test('that is halted in a fresh sandbox can be resumed', async () => {
    const { admin, buys } = await market();
    expect(await buys('trader', '1', governed)).toEqual(HALTED);
    await admin.post('/trading-policies/5/resume');
    expect(await buys('trader', '1', governed)).toEqual(TAKEN);
    expect(await buys('trader', '250.5001', governed)).toEqual(OVER);
  });
});
