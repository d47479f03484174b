/**
 * The register through a real member: what its rows change for callers and orders, at the next request and under the
 * same token. The routes themselves are judged by the suite (`scripts/proof/whole-run.test.ts`) and by
 * `scripts/proof/properties`, the rules of the collections next to this file.
 */
import { describe, expect, test } from 'vitest';
import { SHAPES } from '../../../gateway/contract/shapes/shapes.ts';
import { NAMED_INSTRUMENTS } from '../../seed-data/market.ts';
import type { PrincipalName } from '../../seed-data/world.ts';
import { type Caller, codeOf, deskOf, stranger } from '../../testing/sample-caller.ts';
import { PLATFORM, registered } from '../../testing/sample-owner.ts';

const TAKEN = [201, undefined];
const NOT_ACTIVE = [422, 'ACCOUNT_NOT_ACTIVE'];

describe('a row', () => {
  test.each(['0', '-1', '007', 'abc', '1.0', '2147483648'])('has no id %s', async (id) => {
    const { admin } = await deskOf();
    expect(codeOf(await admin.get(`/portfolios/${id}`))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await admin.put(`/portfolios/${id}`, { displayName: 'A' }))).toEqual([404, 'NOT_FOUND']);
  });

  test('is at no version that is not its number, and a version in the body is no precondition (MATCH-02)', async () => {
    const { admin } = await deskOf();
    for (const ifMatch of ['"7"', '"abc"', '"*"', '""']) {
      const refused = await admin.put('/portfolios/1', { displayName: 'A' }, { ifMatch });
      expect([...codeOf(refused), refused.headers['etag']]).toEqual([412, 'VERSION_CONFLICT', '"1"']);
    }
    expect((await admin.put('/portfolios/1', { displayName: 'A' }, { ifMatch: '  "1" ' })).body.version).toBe(2);
    for (const conditions of [{}, { ifMatch: '*' }]) {
      for (const version of [1, 9])
        expect((await admin.put('/portfolios/1', { displayName: 'A', version }, conditions)).status).toBe(200);
    }
  });

  test.each(['with a space', 'x'.repeat(300)])('fits the document for any registered subject: %s', async (subject) => {
    const { sandbox, admin } = await deskOf();
    const { body: me } = await stranger(sandbox, 'org-first', subject).get('/me');
    const { body: row } = await admin.get(`/users/${me.user.userId}`);
    expect([SHAPES.User.safeParse(row).error, row.subject]).toEqual([undefined, subject]);
  });
});

describe('a user', () => {
  // biome-ignore format: an aligned table
  test.each<[object, readonly string[]]>([
    [{ capabilities: [], status: 'ACTIVE' },               []],
    [{ capabilities: [], displayName: 'N.' },              []],
    [{ capabilities: ['algos:manage'] },                   ['algos:manage']],
    [{ capabilities: ['TRADER'] },                         ['orders:trade']],
    [{ capabilities: ['ADMINISTRATOR', 'TRADER'] },        ['users:manage', 'orders:trade', 'credentials:propose']],
    [{ capabilities: ['TRADER', 'orders:trade'] },         ['orders:trade']],
  ])('who awaits admission and is restated %j has the capabilities %j', async (stated, capabilities) => {
    const { admin, awaiting } = await deskOf();
    const { user } = (await awaiting.get('/me')).body;
    const waiting = (await admin.get('/users?status=AWAITING_ADMISSION')).body.items;
    expect(waiting).toEqual([(await admin.get(`/users/${user.userId}`)).body]);
    await admin.put(`/users/${user.userId}`, stated);
    const isAdmitted = capabilities.length > 0;
    expect(codeOf(await awaiting.get('/orders'))).toEqual(isAdmitted ? [200, undefined] : [403, 'AWAITING_ADMISSION']);
    expect((await awaiting.get('/me')).body.capabilities).toEqual(capabilities);
    expect((await admin.get(`/users/${user.userId}?view=approved`)).status).toBe(isAdmitted ? 200 : 404);
  });

  test('who is disabled is refused until an administrator states ACTIVE', async () => {
    const { sandbox, admin, trader } = await deskOf();
    const path = `/users/${sandbox.profile.principals.trader.userId}`;
    const restated = async (of: object) => (await admin.put(path, { capabilities: ['TRADER'], ...of })).body.status;
    expect(await restated({ status: 'DISABLED' })).toBe('DISABLED');
    expect(await restated({})).toBe('DISABLED');
    for (const answer of [await trader.get('/me'), await trader.get('/orders'), await trader.order('main')])
      expect(codeOf(answer)).toEqual([403, 'FORBIDDEN_PRINCIPAL']);
    expect(await restated({ status: 'ACTIVE' })).toBe('ACTIVE');
    expect(codeOf(await trader.order('main'))).toEqual(TAKEN);
  });

  test('who is created is known at the first request, with the stated grant', async () => {
    const { sandbox, admin } = await deskOf();
    const { body: row } = await admin.post('/users', { subject: 'new-trader', capabilities: ['TRADER'] });
    const caller = stranger(sandbox, 'org-first', 'new-trader');
    expect((await caller.get('/me')).body.user.userId).toBe(row.userId);
    expect(codeOf(await caller.order('main'))).toEqual(TAKEN);
  });
});

describe('an organisation', () => {
  /** The admin proposes an organisation. */
  async function proposed() {
    const desk = await deskOf();
    const { body } = await desk.admin.post('/orgs', {
      externalId: 'org-new',
      displayName: 'New',
      remark: 'a first one',
    });
    const newcomer = stranger(desk.sandbox, 'org-new', 'newcomer');
    return { ...desk, at: `/orgs/${body.orgId}`, orgId: body.orgId as number, newcomer };
  }

  test('admits its callers by its status', async () => {
    const { admin, deputy, at, newcomer } = await proposed();
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

  test('is seen by its sponsor and by its own users, and the sponsor sees none of its rows', async () => {
    const { sandbox, admin, deputy, outsider, at, orgId } = await proposed();
    const { body } = await deputy.post(`${at}/approve`);
    const own = registered('users', { userId: 900, orgId, subject: 'own' });
    const statement = { owner: 'register', principal: PLATFORM, key: null, operation: 'state' } as const;
    await sandbox.platform.port('m1').submit({ ...statement, body: { kind: 'state', facts: [own] } });
    expect((await stranger(sandbox, 'org-new', 'own').get('/orgs')).body.items).toEqual([
      { ...body, proposedByUserId: null },
    ]);
    expect(body).not.toHaveProperty('sponsorOrgId');
    const idsFor = async (caller: Caller) =>
      (await caller.get('/orgs')).body.items.map((row: { readonly orgId: number }) => row.orgId);
    expect(await idsFor(admin)).toEqual([1, 5, orgId]);
    expect(await idsFor(outsider)).toEqual([2]);
    for (const path of [at, '/orgs/5']) expect(codeOf(await outsider.get(path))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await outsider.post(`${at}/suspend`))).toEqual([404, 'NOT_FOUND']);
    const subjects = (await admin.get('/users')).body.items.map((row: { readonly subject: string }) => row.subject);
    expect(subjects).not.toContain('own');
  });

  test('restates its own name, which GET /me serves', async () => {
    const { admin } = await deskOf();
    expect((await admin.put('/orgs/1', { displayName: 'Renamed' }, { ifMatch: '"1"' })).status).toBe(200);
    expect((await admin.get('/me')).body.organisation.displayName).toBe('Renamed');
  });

  test('that was proposed later has faults of its answers', async () => {
    const { sandbox, deputy, at, orgId, newcomer } = await proposed();
    await deputy.post(`${at}/approve`);
    sandbox.faults.add({ on: { edge: 'answer', org: orgId }, drop: 'answer', times: 1 });
    await expect(newcomer.get('/me')).rejects.toThrow();
    expect((await newcomer.get('/me')).status).toBe(200);
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

  test('is free after a rename, and stays bound while the account is suspended', async () => {
    const { admin, trader } = await deskOf();
    const { credentialId } = (await admin.put('/accounts/1', { displayName: 'renamed' })).body;
    const gone = await trader.order('main');
    expect([codeOf(gone), gone.headers['x-service-global-sequence']]).toEqual([NOT_ACTIVE, undefined]);
    expect((await trader.order('renamed')).body.accountId).toBe(1);
    const other = await admin.post('/accounts', { exchangeId: 1, displayName: 'main', credentialId });
    expect((await trader.order('main')).body.accountId).toBe(other.body.accountId);
    await admin.put('/accounts/1', { displayName: 'renamed', status: 'SUSPENDED' });
    expect(codeOf(await trader.order('renamed'))).toEqual(NOT_ACTIVE);
    const taken = await admin.post('/accounts', { exchangeId: 1, displayName: 'renamed' });
    expect(codeOf(taken)).toEqual([422, 'INVALID_FIELD']);
    await admin.put('/accounts/1', { displayName: 'renamed', status: 'ACTIVE' });
    expect(codeOf(await trader.order('renamed'))).toEqual(TAKEN);
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
  const { finer, governed, unpriced } = NAMED_INSTRUMENTS;
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

  test('of the whole organisation halts all of its instruments, and no other organisation', async () => {
    const { admin, approver, buys } = await market();
    const { body } = await admin.post('/trading-policies', { maxOpenOrders: 1000 });
    const path = `/trading-policies/${body.tradingPolicyId}`;
    await approver.post(`${path}/approve`);
    await admin.post(`${path}/halt`);
    expect(await buys('trader', '1')).toEqual(HALTED);
    expect(await buys('trader', '1', { id: unpriced.id, price: '0.5' })).toEqual(HALTED);
    expect(await buys('outsider', '1')).toEqual(TAKEN);
  });

  test('that is halted in a fresh sandbox can be resumed', async () => {
    const { admin, buys } = await market();
    expect(await buys('trader', '1', governed)).toEqual(HALTED);
    await admin.post('/trading-policies/5/resume');
    expect(await buys('trader', '1', governed)).toEqual(TAKEN);
    expect(await buys('trader', '250.5001', governed)).toEqual(OVER);
  });
});
