/** Organisations through a real member: proposal, approval by another user, and the effect on callers. */
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../sandbox.ts';
import { type Answered, type Caller, callerOf, sandboxOf, stranger } from '../../testing/sample-caller.ts';

interface Scene {
  readonly sandbox: Sandbox;
  readonly admin: Caller;
  readonly deputy: Caller;
  /** The path of the organisation that the admin has just proposed. */
  readonly at: string;
  readonly orgId: number;
  readonly newcomer: Caller;
}

async function proposed(): Promise<Scene> {
  const sandbox = await sandboxOf();
  const [admin, deputy] = [await callerOf(sandbox, 'admin'), await callerOf(sandbox, 'deputy')];
  const { body } = await admin.post('/orgs', { externalId: 'org-new', displayName: 'New', remark: 'a first one' });
  const newcomer = stranger(sandbox, 'org-new', 'newcomer');
  return { sandbox, admin, deputy, at: `/orgs/${body.orgId}`, orgId: body.orgId, newcomer };
}

const codeOf = ({ status, body }: Answered) => [status, body.error?.code];

test('a proposed organisation is approved by another user, and not by its proposer', async () => {
  const { admin, deputy, at } = await proposed();
  expect((await admin.get(at)).body).toMatchObject({ status: 'PENDING_ACTIVATION', version: 1 });
  expect(codeOf(await admin.get(`${at}?view=approved`))).toEqual([404, 'NOT_FOUND']);
  const denied = await admin.post(`${at}/approve`, undefined, { key: 'self-approval' });
  expect(codeOf(denied)).toEqual([403, 'SELF_APPROVAL']);
  expect(denied.headers['x-service-global-sequence']).toBeDefined();
  const { body } = await deputy.post(`${at}/approve`, { remark: 'seen' });
  expect(body).toMatchObject({ status: 'ACTIVE', version: 2 });
  expect((await admin.get(`${at}?view=approved`)).body).toEqual(body);
  const again = await admin.post(`${at}/approve`, undefined, { key: 'self-approval' });
  expect([...codeOf(again), again.headers['idempotent-replay']]).toEqual([403, 'SELF_APPROVAL', 'true']);
});

test('its callers are admitted by its status at each request, under the same token', async () => {
  const { admin, deputy, at, newcomer } = await proposed();
  expect(codeOf(await newcomer.get('/me'))).toEqual([403, 'ORG_NOT_ACTIVE']);
  await deputy.post(`${at}/approve`);
  expect((await newcomer.get('/me')).body).toMatchObject({ user: { status: 'AWAITING_ADMISSION' }, capabilities: [] });
  expect(codeOf(await newcomer.get('/orders'))).toEqual([403, 'AWAITING_ADMISSION']);
  for (const [arm, after] of [
    ['suspend', [403, 'ORG_NOT_ACTIVE']],
    ['reactivate', [200, undefined]],
    ['retire', [403, 'ORG_NOT_ACTIVE']],
  ] as const) {
    expect((await admin.post(`${at}/${arm}`)).status).toBe(200);
    expect(codeOf(await newcomer.get('/me'))).toEqual(after);
  }
  expect(codeOf(await admin.post(`${at}/reactivate`))).toEqual([409, 'TRANSITION_NOT_ADMITTED']);
  expect(codeOf(await admin.put(at, { displayName: 'Renamed' }))).toEqual([409, 'TRANSITION_NOT_ADMITTED']);
});

test('its sponsor sees the organisation but none of its rows; no other organisation sees it', async () => {
  const { sandbox, admin, deputy, at, orgId, newcomer } = await proposed();
  await deputy.post(`${at}/approve`);
  await newcomer.get('/me');
  const { body } = await admin.get('/users');
  expect(body.items.map(({ subject }: { subject: string }) => subject)).not.toContain('newcomer');
  const outsider = await callerOf(sandbox, 'outsider');
  expect((await outsider.get('/orgs')).body.items.map((row: { orgId: number }) => row.orgId)).toEqual([2]);
  expect((await admin.get('/orgs')).body.items.map((row: { orgId: number }) => row.orgId)).toEqual([1, 5, orgId]);
  for (const path of [at, '/orgs/5']) expect(codeOf(await outsider.get(path))).toEqual([404, 'NOT_FOUND']);
  expect(codeOf(await outsider.post(`${at}/suspend`))).toEqual([404, 'NOT_FOUND']);
});

test('its own users read it without the users of its sponsor', async () => {
  const { sandbox, deputy, at } = await proposed();
  const { body } = await deputy.post(`${at}/approve`);
  const { orgId, userId } = { orgId: body.orgId, userId: 900 };
  const row = {
    userId,
    orgId,
    subject: 'own',
    displayName: 'O',
    status: 'ACTIVE',
    capabilities: [],
    version: 1,
  } as const;
  await sandbox.platform.port('m1').submit({
    owner: 'register',
    principal: { orgId: 0, userId: 0 },
    key: null,
    operation: 'state',
    body: { kind: 'state', facts: [{ kind: 'RegisterRecorded', family: 'users', row }] },
  });
  const own = await stranger(sandbox, 'org-new', 'own').get('/orgs');
  expect(own.body.items).toEqual([{ ...body, proposedByUserId: null }]);
  expect(body).not.toHaveProperty('sponsorOrgId');
});

test('an external id is accepted once on the platform', async () => {
  const { admin } = await proposed();
  for (const externalId of ['org-new', 'org-first', 'org-second', 'org-suspended']) {
    expect(codeOf(await admin.post('/orgs', { externalId, displayName: 'X' }))).toEqual([422, 'INVALID_FIELD']);
  }
});

test.each(['suspend', 'retire', 'approve', 'reactivate'])(
  'no user changes the status of their own organisation: %s',
  async (arm) => {
    const sandbox = await sandboxOf();
    const admin = await callerOf(sandbox, 'admin');
    expect(codeOf(await admin.post(`/orgs/1/${arm}`))).toEqual([409, 'TRANSITION_NOT_ADMITTED']);
    expect((await admin.get('/orgs/1')).body).toMatchObject({ status: 'ACTIVE', version: 1 });
  },
);

test('an organisation restates its own name, and GET /me serves it', async () => {
  const sandbox = await sandboxOf();
  const admin = await callerOf(sandbox, 'admin');
  expect((await admin.put('/orgs/1', { displayName: 'Renamed' }, { ifMatch: '"1"' })).status).toBe(200);
  expect((await admin.get('/me')).body.organisation.displayName).toBe('Renamed');
});

describe('a transition', () => {
  test.each<[string, unknown]>([
    ['no body', undefined],
    ['an empty one', {}],
    ['a remark', { remark: 'ok' }],
    ['no remark', { remark: null }],
    ['the version', { version: 1 }],
    ['an older version, without an If-Match', { version: 7 }],
  ])('accepts %s', async (_, body) => {
    const { deputy, at } = await proposed();
    expect((await deputy.post(`${at}/approve`, body)).body.status).toBe('ACTIVE');
  });

  test.each<[string, unknown, string | undefined, number, string]>([
    ['a stale If-Match', undefined, '"2"', 412, 'VERSION_CONFLICT'],
    ['a weak If-Match', undefined, 'W/"1"', 400, 'INVALID_IF_MATCH'],
    ['a version that contradicts the If-Match', { version: 2 }, '"1"', 400, 'MALFORMED_REQUEST'],
    ['an id', { orgId: 1 }, undefined, 400, 'MALFORMED_REQUEST'],
    ['a user', { userId: 1 }, undefined, 400, 'MALFORMED_REQUEST'],
    ['a list', [], undefined, 400, 'MALFORMED_REQUEST'],
    ['a remark that is not text', { remark: 7 }, undefined, 400, 'MALFORMED_REQUEST'],
  ])('does not accept %s', async (_, body, ifMatch, status, code) => {
    const { deputy, at } = await proposed();
    const conditions = ifMatch === undefined ? {} : { ifMatch };
    expect(codeOf(await deputy.post(`${at}/approve`, body, conditions))).toEqual([status, code]);
    expect((await deputy.get(at)).body.status).toBe('PENDING_ACTIVATION');
    expect((await deputy.post(`${at}/approve`, {}, { ifMatch: '"1"' })).body.status).toBe('ACTIVE');
  });
});

test('a fault of the answers of an organisation applies to one that was proposed later', async () => {
  const { sandbox, deputy, at, orgId, newcomer } = await proposed();
  await deputy.post(`${at}/approve`);
  sandbox.faults.add({ on: { edge: 'answer', org: orgId }, drop: 'answer', times: 1 });
  await expect(newcomer.get('/me')).rejects.toThrow();
  expect((await newcomer.get('/me')).status).toBe(200);
});
