/** Every route of the register through a real member: the common behaviour of the collections. */
import { describe, expect, test } from 'vitest';
import { SHAPES, type ShapeName } from '../../../gateway/contract/shapes/shapes.ts';
import type { Sandbox } from '../../sandbox.ts';
import { type Answered, type Caller, callerOf, sandboxOf } from '../../testing/sample-caller.ts';

interface Collection {
  readonly path: string;
  readonly shape: ShapeName;
  readonly key: string;
  readonly create: object;
  readonly restate: object;
  /** The id of a row of another organisation. */
  readonly foreign: number;
  /** The member that must be unique among rows. */
  readonly unique?: string;
}

const ADDRESS = { accountId: 1, assetId: 2, chain: 'BITCOIN', address: 'bc1qnew' };

const COLLECTIONS: readonly Collection[] = [
  {
    path: '/orgs',
    shape: 'Organisation',
    key: 'orgId',
    create: { externalId: 'org-new', displayName: 'New' },
    restate: { displayName: 'Renamed' },
    foreign: 2,
    unique: 'externalId',
  },
  {
    path: '/users',
    shape: 'User',
    key: 'userId',
    create: { subject: 'new-user', displayName: 'N. User', capabilities: ['TRADER'] },
    restate: { capabilities: ['orders:trade', 'users:manage'] },
    foreign: 7,
    unique: 'subject',
  },
  {
    path: '/accounts',
    shape: 'Account',
    key: 'accountId',
    create: { exchangeId: 1, displayName: 'new' },
    restate: { displayName: 'renamed', portfolioId: 1 },
    foreign: 4,
    unique: 'displayName',
  },
  {
    path: '/account-addresses',
    shape: 'AccountAddress',
    key: 'accountAddressId',
    create: ADDRESS,
    restate: { ...ADDRESS, displayName: 'cold' },
    foreign: 3,
  },
  {
    path: '/portfolios',
    shape: 'Portfolio',
    key: 'portfolioId',
    create: { displayName: 'New' },
    restate: { displayName: 'Renamed' },
    foreign: 2,
  },
];

interface Scene {
  readonly sandbox: Sandbox;
  readonly admin: Caller;
  /** The row that the admin has just created. */
  readonly row: Record<string, unknown>;
  readonly id: number;
  readonly at: string;
}

async function created({ path, create, key }: Collection): Promise<Scene> {
  const sandbox = await sandboxOf();
  const admin = await callerOf(sandbox, 'admin');
  const { status, body } = await admin.post(path, create);
  expect([status, body.error]).toEqual([201, undefined]);
  return { sandbox, admin, row: body, id: body[key], at: `${path}/${body[key]}` };
}

const codeOf = ({ status, body }: Answered) => [status, body.error?.code];

describe.each(COLLECTIONS)('$path', (collection) => {
  const { path, shape, key, create, restate, foreign, unique } = collection;

  test('creates a row, lists it in the order of ids, and serves it with its ETag', async () => {
    const { admin, row, at, id } = await created(collection);
    expect(SHAPES[shape].parse(row)).toEqual(row);
    expect(row).toMatchObject({ version: 1 });
    const { body: page } = await admin.get(path);
    const ids: number[] = page.items.map((item: Record<string, number>) => item[key]);
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
    expect(ids).toContain(id);
    for (const item of page.items) {
      expect(SHAPES[shape].parse(item)).toEqual(item);
      const single = await admin.get(`${path}/${item[key]}`);
      expect([single.status, single.body, single.headers['etag']]).toEqual([200, item, `"${item.version}"`]);
    }
    expect((await admin.get(at)).body).toEqual(row);
  });

  test('restates a row: the next version', async () => {
    const { admin, row, at } = await created(collection);
    const { status, body, headers } = await admin.put(at, restate);
    expect([status, body.version, body[key]]).toEqual([200, 2, row[key]]);
    expect(headers['x-service-global-sequence']).toMatch(/^[0-9]+$/);
    const read = await admin.get(at);
    expect([read.body, read.headers['etag']]).toEqual([body, '"2"']);
  });

  test('replays the answer under the same key', async () => {
    const { sandbox, admin } = await created(collection);
    const other = unique === undefined ? create : { ...create, [unique]: 'another' };
    const first = await admin.post(path, other, { key: 'the-same-key' });
    const head = sandbox.platform.head();
    const again = await admin.post(path, other, { key: 'the-same-key' });
    expect([again.status, again.body, again.headers['idempotent-replay']]).toEqual([201, first.body, 'true']);
    expect(sandbox.platform.head()).toBe(head);
    const { body } = await admin.get('/operations/the-same-key');
    expect(body.outcome).toMatchObject({ family: 'register', status: 'SUCCEEDED', rowId: first.body[key] });
    expect(codeOf(await admin.put(`${path}/${first.body[key]}`, restate, { key: 'the-same-key' }))).toEqual([
      409,
      'IDEMPOTENCY_KEY_REUSED',
    ]);
  });

  test("answers another organisation's row like a missing one, for reads and writes", async () => {
    const { sandbox, admin } = await created(collection);
    const head = sandbox.platform.head();
    const masked = ({ status, headers, body }: Answered) => [
      status,
      headers['x-service-as-of-seq-ts'],
      { ...body.error, requestId: null },
    ];
    for (const view of ['', '?view=latest', '?view=approved']) {
      const absent = await admin.get(`${path}/2147483647${view}`);
      expect(codeOf(absent)).toEqual([404, 'NOT_FOUND']);
      expect(masked(await admin.get(`${path}/${foreign}${view}`))).toEqual(masked(absent));
    }
    const absent = await admin.put(`${path}/2147483647`, restate);
    expect(codeOf(absent)).toEqual([404, 'NOT_FOUND']);
    expect(absent.headers['x-service-as-of-seq-ts']).toBeDefined();
    expect(masked(await admin.put(`${path}/${foreign}`, restate))).toEqual(masked(absent));
    expect(sandbox.platform.head()).toBe(head);
  });

  test.each(['0', '-1', '007', 'abc', '1.0', '2147483648'])('has no row of the id %s', async (id) => {
    const { admin } = await created(collection);
    expect(codeOf(await admin.get(`${path}/${id}`))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await admin.put(`${path}/${id}`, restate))).toEqual([404, 'NOT_FOUND']);
  });

  test('accepts view, and no unknown parameter', async () => {
    const { admin, at } = await created(collection);
    expect((await admin.get(`${at}?view=latest`)).status).toBe(200);
    for (const refused of ['?view=newest', '?limit=1', '?status=ACTIVE', '?view=latest&view=latest']) {
      expect(codeOf(await admin.get(at + refused))).toEqual([400, 'MALFORMED_REQUEST']);
    }
    for (const refused of ['?view=newest', '?colour=red', ...(path === '/users' ? [] : ['?status=ACTIVE'])]) {
      expect(codeOf(await admin.get(path + refused))).toEqual([400, 'MALFORMED_REQUEST']);
    }
    expect((await admin.get(`${path}?view=approved&limit=2&include=total`)).status).toBe(200);
  });

  test('refuses a user without the capability, permanently under that key', async () => {
    const { sandbox, at } = await created(collection);
    const viewer = await callerOf(sandbox, 'viewer');
    for (const write of [
      (ask: { key: string }) => viewer.post(path, create, ask),
      (ask: { key: string }) => viewer.put(at, restate, { key: `${ask.key}-put` }),
    ]) {
      const first = await write({ key: 'denied' });
      expect(codeOf(first)).toEqual([403, 'CAPABILITY_DENIED']);
      expect(first.headers['x-service-global-sequence']).toBe(String(sandbox.platform.head()));
      const again = await write({ key: 'denied' });
      expect([...codeOf(again), again.headers['idempotent-replay']]).toEqual([403, 'CAPABILITY_DENIED', 'true']);
    }
  });

  test.each<[string, string, number, string | undefined]>([
    ['*', '*', 200, undefined],
    ['the row’s version', '"1"', 200, undefined],
    ['the row’s version between blanks', '  "1" ', 200, undefined],
    ['a stale version', '"7"', 412, 'VERSION_CONFLICT'],
    ['no version', '"abc"', 412, 'VERSION_CONFLICT'],
    ['the version called *', '"*"', 412, 'VERSION_CONFLICT'],
    ['an empty validator', '""', 412, 'VERSION_CONFLICT'],
    ['a weak validator', 'W/"1"', 400, 'INVALID_IF_MATCH'],
    ['a list', '"1", "2"', 400, 'INVALID_IF_MATCH'],
    ['no quotes', '1', 400, 'INVALID_IF_MATCH'],
    ['half a quote', '"1', 400, 'INVALID_IF_MATCH'],
    ['no value', '', 400, 'INVALID_IF_MATCH'],
  ])('under an If-Match of %s', async (_, ifMatch, status, code) => {
    const { sandbox, admin, row, at } = await created(collection);
    const head = sandbox.platform.head();
    const answer = await admin.put(at, restate, { ifMatch });
    expect(codeOf(answer)).toEqual([status, code]);
    if (status === 200) return;
    expect((await admin.get(at)).body).toEqual(row);
    if (status === 412) {
      expect(answer.body.error).toMatchObject({ currentVersion: 1, retryable: false });
      expect(answer.headers['etag']).toBe('"1"');
      expect((await admin.put(at, restate, { ifMatch: answer.headers['etag'] as string })).status).toBe(200);
    } else {
      expect(sandbox.platform.head()).toBe(head);
    }
  });

  // No body states userId, not even one about that user (IDEM-15).
  const itself = (id: number) => (key === 'userId' ? {} : { [key]: id });

  test('a body may restate the path and the If-Match, and not contradict them', async () => {
    const { sandbox, admin, at, id } = await created(collection);
    const head = sandbox.platform.head();
    expect(codeOf(await admin.put(at, { ...restate, [key]: id + 1 }))).toEqual([400, 'MALFORMED_REQUEST']);
    expect(codeOf(await admin.put(at, { ...restate, version: 2 }, { ifMatch: '"1"' }))).toEqual([
      400,
      'MALFORMED_REQUEST',
    ]);
    expect(sandbox.platform.head()).toBe(head);
    expect((await admin.put(at, { ...restate, ...itself(id), version: 1 }, { ifMatch: '"1"' })).status).toBe(200);
  });

  // MATCH-02: the precondition is the header, and a version in the body is none.
  test.each([undefined, '*'])('is unconditional with If-Match %s, for any version in the body', async (tag) => {
    const { admin, at } = await created(collection);
    const conditions = tag === undefined ? {} : { ifMatch: tag };
    for (const version of [1, 1, 9]) {
      expect(await admin.put(at, { ...restate, version }, conditions)).toMatchObject({ status: 200 });
    }
    expect((await admin.get(at)).body.version).toBe(4);
  });

  test.each([
    ['userId', 1],
    ['algoInstanceId', 1],
    ['status', 'NONSENSE'],
    ['colour', 'red'],
    ['createdScale', 2],
  ])('a body that states %s is refused, and nothing is recorded', async (member, value) => {
    const { sandbox, admin, at } = await created(collection);
    const head = sandbox.platform.head();
    const ask = { key: 'free-key' };
    expect(codeOf(await admin.put(at, { ...restate, [member]: value }, ask))).toEqual([400, 'MALFORMED_REQUEST']);
    expect(sandbox.platform.head()).toBe(head);
    expect((await admin.put(at, restate, ask)).status).toBe(200);
  });
});
