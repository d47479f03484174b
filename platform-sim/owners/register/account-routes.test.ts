/** Accounts through a real member: how orders resolve their names. */
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../sandbox.ts';
import { type Answered, type Caller, callerOf, sandboxOf } from '../../testing/sample-caller.ts';

const codeOf = ({ status, body }: Answered) => [status, body.error?.code];

async function scene(): Promise<{ readonly sandbox: Sandbox; readonly admin: Caller; readonly trader: Caller }> {
  const sandbox = await sandboxOf();
  return { sandbox, admin: await callerOf(sandbox, 'admin'), trader: await callerOf(sandbox, 'trader') };
}

test('a DISCOVERED account has no name; once classified it takes orders under its new one', async () => {
  const { sandbox, admin, trader } = await scene();
  const { id } = sandbox.profile.fixtures.discoveredAccount;
  expect((await admin.get(`/accounts/${id}`)).body).toMatchObject({ status: 'DISCOVERED', displayName: null });
  expect(codeOf(await admin.get(`/accounts/${id}?view=approved`))).toEqual([404, 'NOT_FOUND']);
  expect(codeOf(await trader.order('found'))).toEqual([422, 'ACCOUNT_NOT_ACTIVE']);
  const { body } = await admin.put(`/accounts/${id}`, { displayName: 'found', portfolioId: 1 });
  expect(body).toMatchObject({ status: 'ACTIVE', displayName: 'found', portfolioId: 1 });
  expect((await admin.get(`/accounts/${id}?view=approved`)).body).toEqual(body);
  expect((await trader.order('found')).body).toMatchObject({ accountId: id });
});

test('a rename binds the new name and frees the old, which another account may take', async () => {
  const { admin, trader } = await scene();
  const before = (await admin.get('/accounts/1')).body;
  const { body } = await admin.put('/accounts/1', { displayName: 'renamed' });
  expect(body).toEqual({ ...before, displayName: 'renamed', version: 2 });
  const gone = await trader.order('main');
  expect(codeOf(gone)).toEqual([422, 'ACCOUNT_NOT_ACTIVE']);
  expect(gone.headers['x-service-global-sequence']).toBeUndefined();
  expect((await trader.order('renamed')).body.accountId).toBe(1);
  const other = await admin.post('/accounts', {
    exchangeId: 1,
    displayName: 'main',
    credentialId: before.credentialId,
  });
  expect((await trader.order('main')).body.accountId).toBe(other.body.accountId);
});

test('a key that named an account before its rename replays its order', async () => {
  const { admin, trader } = await scene();
  const order = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '90.00', qty: '1' };
  const first = await trader.post('/orders', order, { key: 'before-the-rename' });
  await admin.put('/accounts/1', { displayName: 'renamed' });
  const again = await trader.post('/orders', order, { key: 'before-the-rename' });
  expect([again.status, again.body.orderId]).toEqual([201, first.body.orderId]);
});

test('a suspended account takes no orders, and its name stays bound', async () => {
  const { admin, trader } = await scene();
  await admin.put('/accounts/1', { displayName: 'main', status: 'SUSPENDED' });
  expect(codeOf(await trader.order('main'))).toEqual([422, 'ACCOUNT_NOT_ACTIVE']);
  expect(codeOf(await admin.post('/accounts', { exchangeId: 1, displayName: 'main' }))).toEqual([422, 'INVALID_FIELD']);
  await admin.put('/accounts/1', { displayName: 'main', status: 'ACTIVE' });
  expect((await trader.order('main')).status).toBe(201);
});

test('a name of one organisation may also be another’s', async () => {
  const { sandbox, admin } = await scene();
  expect((await admin.post('/accounts', { exchangeId: 2, displayName: 'foreign' })).status).toBe(201);
  const outsider = await callerOf(sandbox, 'outsider');
  expect((await outsider.post('/accounts', { exchangeId: 1, displayName: 'uncredentialled' })).status).toBe(201);
});

describe('an account of a venue without a connector', () => {
  test('is refused by the member, and its key stays free', async () => {
    const { sandbox, admin } = await scene();
    const head = sandbox.platform.head();
    const { unsupported, a } = sandbox.profile.fixtures.venues;
    const account = { displayName: 'new' };
    const refused = await admin.post('/accounts', { ...account, exchangeId: unsupported }, { key: 'still-free' });
    expect(codeOf(refused)).toEqual([422, 'VENUE_UNSUPPORTED']);
    expect(refused.headers['x-service-global-sequence']).toBeUndefined();
    expect(sandbox.platform.head()).toBe(head);
    expect((await admin.post('/accounts', { ...account, exchangeId: a }, { key: 'still-free' })).status).toBe(201);
  });
});

describe('a reference', () => {
  test.each([0, null])('of %j is unset, on input and on output (ID-06)', async (unset) => {
    const { admin } = await scene();
    const { body } = await admin.put('/accounts/1', { displayName: 'main', portfolioId: unset, credentialId: unset });
    expect(body).toMatchObject({ portfolioId: null, credentialId: null });
    const created = await admin.post('/accounts', { exchangeId: 1, displayName: 'new', portfolioId: unset });
    expect(created.body).toMatchObject({ portfolioId: null, credentialId: null });
  });

  test('that is not stated stays unchanged', async () => {
    const { admin } = await scene();
    const before = (await admin.get('/accounts/1')).body;
    expect((await admin.put('/accounts/1', { displayName: 'main' })).body).toEqual({ ...before, version: 2 });
  });

  test.each([
    ['portfolioId', 2, 'INVALID_FIELD'],
    ['portfolioId', 77, 'INVALID_FIELD'],
    ['credentialId', 4, 'WRONG_CREDENTIAL'],
    ['credentialId', 7_777, 'WRONG_CREDENTIAL'],
  ])('%s to %i, of another organisation, is refused by the owner', async (member, id, code) => {
    const { admin } = await scene();
    const refused = await admin.put('/accounts/1', { displayName: 'main', [member]: id });
    expect(codeOf(refused)).toEqual([422, code]);
    expect(refused.headers['x-service-global-sequence']).toBeDefined();
  });
});
