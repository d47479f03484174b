/** Users through a real member: an administrator's grants and status changes count at the next request. */
import { describe, expect, test } from 'vitest';
import { SCOPES } from '../../../gateway/contract/capabilities.ts';
import { SHAPES } from '../../../gateway/contract/shapes/shapes.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { PrincipalName } from '../../seed-data/world.ts';
import { type Answered, type Caller, callerOf, sandboxOf, stranger } from '../../testing/sample-caller.ts';

const codeOf = ({ status, body }: Answered) => [status, body.error?.code];

interface Scene {
  readonly sandbox: Sandbox;
  readonly admin: Caller;
  /** The path of this principal's user. */
  at(name: PrincipalName): string;
}

async function scene(): Promise<Scene> {
  const sandbox = await sandboxOf();
  const at = (name: PrincipalName) => `/users/${sandbox.profile.principals[name].userId}`;
  return { sandbox, admin: await callerOf(sandbox, 'admin'), at };
}

describe('a caller who awaits admission', () => {
  async function awaiting() {
    const { sandbox, admin } = await scene();
    const caller = await callerOf(sandbox, 'awaiting');
    const { body: me } = await caller.get('/me');
    expect(me).toMatchObject({ user: { status: 'AWAITING_ADMISSION' }, capabilities: [] });
    return { admin, caller, at: `/users/${me.user.userId}` };
  }

  test('is registered by the first request, and found by status', async () => {
    const { admin, at } = await awaiting();
    const { body } = await admin.get('/users?status=AWAITING_ADMISSION');
    expect(body.items).toEqual([(await admin.get(at)).body]);
    expect(codeOf(await admin.get(`${at}?view=approved`))).toEqual([404, 'NOT_FOUND']);
  });

  test.each<[string, object, readonly string[]]>([
    ['a scope', { capabilities: ['algos:manage'] }, ['algos:manage']],
    ['a preset', { capabilities: ['TRADER'] }, ['orders:trade']],
    [
      'two presets',
      { capabilities: ['ADMINISTRATOR', 'TRADER'] },
      ['users:manage', 'orders:trade', 'credentials:propose'],
    ],
    ['a preset and a scope of it', { capabilities: ['TRADER', 'orders:trade'] }, ['orders:trade']],
  ])('is admitted by %s, under the same token', async (_, body, capabilities) => {
    const { admin, caller, at } = await awaiting();
    expect(codeOf(await caller.get('/orders'))).toEqual([403, 'AWAITING_ADMISSION']);
    expect((await admin.put(at, body)).body).toMatchObject({ status: 'ACTIVE', capabilities });
    expect((await caller.get('/orders')).status).toBe(200);
    expect((await caller.get('/me')).body.capabilities).toEqual(capabilities);
    expect((await admin.get('/users?status=AWAITING_ADMISSION')).body.items).toEqual([]);
    expect((await admin.get(`${at}?view=approved`)).body.status).toBe('ACTIVE');
  });

  test('is not admitted by a status without a capability', async () => {
    const { admin, caller, at } = await awaiting();
    expect((await admin.put(at, { capabilities: [], status: 'ACTIVE' })).body.status).toBe('AWAITING_ADMISSION');
    expect(codeOf(await caller.get('/orders'))).toEqual([403, 'AWAITING_ADMISSION']);
  });

  test('is not admitted by a name alone', async () => {
    const { admin, caller, at } = await awaiting();
    expect((await admin.put(at, { capabilities: [], displayName: 'N.' })).body.status).toBe('AWAITING_ADMISSION');
    expect(codeOf(await caller.get('/orders'))).toEqual([403, 'AWAITING_ADMISSION']);
  });
});

test('a capability that is granted or cleared counts at the next request, under the same token', async () => {
  const { sandbox, admin, at } = await scene();
  const trader = await callerOf(sandbox, 'trader');
  expect((await trader.order('main')).status).toBe(201);
  await admin.put(at('trader'), { capabilities: [] });
  expect(codeOf(await trader.order('main'))).toEqual([403, 'CAPABILITY_DENIED']);
  expect((await trader.get('/me')).body.capabilities).toEqual([]);
  await admin.put(at('trader'), { capabilities: ['orders:trade'] });
  expect((await trader.order('main')).status).toBe(201);
});

test('a disabled user is refused at the next request, until they are active again', async () => {
  const { sandbox, admin, at } = await scene();
  const trader = await callerOf(sandbox, 'trader');
  await admin.put(at('trader'), { capabilities: ['TRADER'], status: 'DISABLED' });
  for (const answer of [await trader.get('/me'), await trader.get('/orders'), await trader.order('main')]) {
    expect(codeOf(answer)).toEqual([403, 'FORBIDDEN_PRINCIPAL']);
  }
  expect((await admin.put(at('trader'), { capabilities: ['TRADER'] })).body.status).toBe('DISABLED');
  expect(codeOf(await trader.get('/me'))).toEqual([403, 'FORBIDDEN_PRINCIPAL']);
  await admin.put(at('trader'), { capabilities: ['TRADER'], status: 'ACTIVE' });
  expect((await trader.order('main')).status).toBe(201);
});

test('a whole set replaces a whole set, in declared order', async () => {
  const { admin, at } = await scene();
  const { body } = await admin.put(at('viewer'), { capabilities: [...SCOPES].reverse() });
  expect(body.capabilities).toEqual(SCOPES);
  expect((await admin.put(at('viewer'), { capabilities: ['algos:manage', 'orders:trade'] })).body.capabilities).toEqual(
    ['orders:trade', 'algos:manage'],
  );
});

test.each<[string, unknown]>([
  ['a scope beside a preset that does not contain it', ['TRADER', 'algos:manage']],
  ['an unknown scope', ['orders:read']],
  ['a preset in small letters', ['trader']],
  ['one text', 'orders:trade'],
  ['null', null],
  ['an absent set', undefined],
])('a grant of %s is refused by the member', async (_, capabilities) => {
  const { sandbox, admin, at } = await scene();
  const head = sandbox.platform.head();
  expect(codeOf(await admin.put(at('viewer'), { capabilities }))).toEqual([400, 'MALFORMED_REQUEST']);
  expect(sandbox.platform.head()).toBe(head);
});

test('a created user is known at the first request, with the stated grant', async () => {
  const { sandbox, admin } = await scene();
  const created = await admin.post('/users', { subject: 'new-trader', capabilities: ['TRADER'] });
  expect([created.status, created.body.status]).toEqual([201, 'ACTIVE']);
  const caller = stranger(sandbox, 'org-first', 'new-trader');
  expect((await caller.get('/me')).body.user.userId).toBe(created.body.userId);
  expect((await caller.order('main')).status).toBe(201);
});

test.each(['with a space', 'x'.repeat(300)])(
  'a row fits the document for any registered subject: %s',
  async (subject) => {
    const { sandbox, admin } = await scene();
    const { body: me } = await stranger(sandbox, 'org-first', subject).get('/me');
    const { body: row } = await admin.get(`/users/${me.user.userId}`);
    expect(SHAPES.User.safeParse(row).error).toBeUndefined();
    expect(row.subject).toBe(subject);
  },
);

test('a subject is accepted once in an organisation', async () => {
  const { sandbox, admin } = await scene();
  const subject = 'new-trader';
  expect((await admin.post('/users', { subject })).status).toBe(201);
  for (const taken of [subject, 'trader', 'disabled']) {
    const refused = await admin.post('/users', { subject: taken });
    expect(codeOf(refused)).toEqual([422, 'INVALID_FIELD']);
    expect(refused.headers['x-service-global-sequence']).toBeDefined();
  }
  const outsider = await callerOf(sandbox, 'outsider');
  expect((await outsider.post('/users', { subject })).status).toBe(201);
});

describe('users by status', () => {
  test.each([
    ['ACTIVE', ['admin', 'algoManager', 'approver', 'deputy', 'trader', 'viewer']],
    ['DISABLED', ['disabled']],
    ['AWAITING_ADMISSION', []],
  ])('%s', async (status, subjects) => {
    const { admin } = await scene();
    for (const view of ['', '&view=approved']) {
      const { body } = await admin.get(`/users?status=${status}&include=total${view}`);
      expect(body.items.map((row: { subject: string }) => row.subject).sort()).toEqual(subjects);
      expect(body.total).toBe(subjects.length);
    }
  });

  test('an unknown one is refused', async () => {
    const { admin } = await scene();
    for (const status of ['active', 'RETIRED', '']) {
      expect(codeOf(await admin.get(`/users?status=${status}`))).toEqual([400, 'MALFORMED_REQUEST']);
    }
  });

  test('a cursor is bound to its filter and view', async () => {
    const { admin } = await scene();
    const { body } = await admin.get('/users?status=ACTIVE&limit=2');
    expect((await admin.get(`/users?status=ACTIVE&limit=3&cursor=${body.nextCursor}`)).body.items).toHaveLength(3);
    for (const other of ['', 'status=DISABLED&', 'status=ACTIVE&view=approved&']) {
      expect(codeOf(await admin.get(`/users?${other}cursor=${body.nextCursor}`))).toEqual([400, 'INVALID_CURSOR']);
    }
  });
});
