/** Several members behind one address, as clients see them while members are added, removed and replaced. */
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import type { SequencedRecord } from '../../gateway/facts.ts';
import { Caller } from '../testing/sample-caller.ts';
import { type DeployWindow, deployWindow, openedWith, ticketOf } from '../testing/sample-deploy-window.ts';

const BOTH = ['m1', 'm2'] as const;
const NAME = { displayName: 'desk' } as const;
const HOLD = { on: { edge: 'verdict', key: 'k1' }, hold: 'verdict', times: 1 } as const;

const bound = (records: readonly SequencedRecord[], key: string): number =>
  records.filter(({ command }) => command.key === key).length;

describe('the front', () => {
  test('routes by weight, and names the member if it is asked to', async () => {
    const { admin, control } = await deployWindow({
      route: 'weighted',
      members: [{ version: '0.13.0' }, { version: '0.14.0', weight: 3 }],
    });
    const names = async (): Promise<unknown[]> => {
      const answers = [];
      for (let n = 0; n < 8; n += 1) answers.push((await admin.get('/me')).headers['x-service-member']);
      return answers;
    };
    expect(await names()).toEqual(Array.from({ length: 8 }, () => undefined));
    expect(await control('/routing', { namesMember: true })).toEqual({ route: 'weighted', namesMember: true });
    expect((await names()).filter((name) => name === 'm2')).toHaveLength(6);
    await control('/members/m1/deploy', { weight: 3 });
    expect((await names()).filter((name) => name === 'm2')).toHaveLength(4);
    await control('/routing', { route: 'round-robin' });
    expect(new Set((await names()).slice(0, 2))).toEqual(new Set(BOTH));
  });

  test('refuses requests and handshakes, without an envelope, if no member takes them', async () => {
    const { sandbox, admin, control, only } = await deployWindow();
    const ticket = await ticketOf(admin).catch(() => '');
    await only();
    const away = await request(`${sandbox.baseUrl}/me`);
    expect(away.statusCode).toBe(503);
    expect(away.headers).toMatchObject({ 'content-type': 'text/plain', 'retry-after': '1' });
    expect(away.headers['x-request-id']).toBeUndefined();
    expect(await away.body.text()).toBe('503 Service Unavailable: no member takes requests\n');
    expect(await openedWith(ticket, sandbox)).toMatchObject({ status: 503 });
    await control('/members/m2/return');
    expect(await admin.get('/me')).toMatchObject({ status: 200 });
  });

  test('has one member more after an addition, and one less after a removal', async () => {
    const { sandbox, admin, control } = await deployWindow({ members: [{ version: '0.14.0' }] });
    const added = await control('/members', { version: '0.12.0', weight: 2, skew: '-3s' });
    expect(added).toMatchObject({ name: 'm2', version: '0.12.0', weight: 2, skew: -3000, state: 'serving' });
    expect(added['position']).toBe(sandbox.platform.head());
    const remove = async (name: string): Promise<number> => {
      const { statusCode, body } = await request(`${sandbox.controlUrl}/members/${name}`, { method: 'DELETE' });
      await body.dump();
      return statusCode;
    };
    expect(await remove('m1')).toBe(204);
    const { body } = await admin.get('/openapi.json');
    expect(body.info.version).toBe('0.12.0');
    expect(await remove('m2')).toBe(409);
    expect(await control('/members', {})).toMatchObject({ name: 'm3', version: '0.14.0' });
  });
});

describe('a write in progress', () => {
  test.each([
    ['drained', '/members/m1/drain', undefined],
    ['deployed with another version', '/members/m1/deploy', { version: '0.14.0' }],
    ['restarted', '/members/m1/restart', {}],
  ])('is answered by a member that is %s meanwhile', async (_, path, body) => {
    const { sandbox, admin, control, only, settle } = await deployWindow();
    await only('m1');
    sandbox.faults.add(HOLD);
    const written = admin.post('/portfolios', NAME, { key: 'k1' });
    await settle();
    await control('/members/m2/return');
    await control(path, body);
    sandbox.faults.release('verdict');
    expect(await written).toMatchObject({ status: 201, body: NAME });
  });

  test.each([
    [
      'deployed with another version',
      async ({ control }: DeployWindow) => control('/members/m1/deploy', { version: '0.14.0' }),
    ],
    ['restarted', async ({ control }: DeployWindow) => control('/members/m1/restart', {})],
    [
      'stalled and then restarted',
      async ({ control }: DeployWindow) => {
        await control('/members/m1/stall');
        await control('/members/m1/restart', {});
      },
    ],
    ['removed', async ({ sandbox }: DeployWindow) => request(`${sandbox.controlUrl}/members/m1`, { method: 'DELETE' })],
  ])('with a 202 is kept by a member that is %s, whose owner is absent', async (_, end) => {
    const at = await deployWindow();
    const { sandbox, admin, control, only, settle } = at;
    await only('m1');
    sandbox.faults.add({ on: { edge: 'inbox', key: 'k1' }, hold: 'inbox', times: 1 });
    const written = admin.post('/portfolios', NAME, { key: 'k1' });
    await settle();
    await sandbox.clock.advance(2_000);
    expect((await written).status).toBe(202);
    await control('/owners/register/leave');
    sandbox.faults.release('inbox');
    await settle();
    await control('/members/m2/return');
    await end(at);
    await control('/owners/register/return');
    await sandbox.clock.advance(60_000);
    expect(bound(sandbox.platform.records(), 'k1')).toBe(1);
  });

  test.each([
    ['deployed', async ({ control }: DeployWindow) => control('/members/m1/deploy', { version: '0.14.0' })],
    ['removed', async ({ sandbox }: DeployWindow) => request(`${sandbox.controlUrl}/members/m1`, { method: 'DELETE' })],
  ])('with a 202 by a member that was %s since is given up with its world', async (_, end) => {
    const at = await deployWindow();
    const { sandbox, admin, control, only, settle } = at;
    await only('m1');
    sandbox.faults.add({ on: { edge: 'inbox' }, delay: '3s', times: 1 });
    const written = admin.post('/portfolios', NAME, { key: 'k1' });
    await settle();
    await sandbox.clock.advance(2_000);
    expect((await written).status).toBe(202);
    await control('/owners/register/leave');
    await sandbox.clock.advance(2_000);
    await control('/members/m2/return');
    await end(at);
    const sentAgain = async () =>
      (await sandbox.clock.advance(120_000)).fired.filter(({ label }) => label === 'promised write sent again').length;
    expect(await sentAgain()).toBeGreaterThan(1);
    await sandbox.reset();
    // The timers that were due have no effect.
    await sentAgain();
    expect(await sentAgain()).toBe(0);
  });

  test('is cut off by a crash, and its key has exactly one outcome on every member', async () => {
    const told: { readonly key: string | null }[] = [];
    const { sandbox, admin, control, only, settle } = await deployWindow({
      observe: (exchange) => void told.push(exchange),
    });
    await only('m1');
    sandbox.faults.add(HOLD);
    const written = admin.post('/portfolios', NAME, { key: 'k1' }).catch((error: Error) => error);
    await settle();
    await control('/members/m1/crash');
    expect(await written).toBeInstanceOf(Error);
    await sandbox.clock.advance(2_000);
    // The crashed member reports no answer at its deadline.
    expect(told.filter(({ key }) => key === 'k1')).toEqual([]);
    const again = [];
    for (const name of BOTH) {
      await only(name);
      again.push(admin.post('/portfolios', NAME, { key: 'k1' }));
      await settle();
    }
    sandbox.faults.release('verdict');
    const answers = await Promise.all(again);
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.portfolioId}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(bound(sandbox.platform.records(), 'k1')).toBe(1);
  });

  test('that was not sent is never sent after a crash: its key is free', async () => {
    const { sandbox, admin, control, settle } = await deployWindow({ members: [{ version: '0.14.0' }] });
    sandbox.faults.add({ on: { edge: 'look-up', key: 'k1' }, hold: 'look-up', times: 1 });
    const written = admin.post('/portfolios', NAME, { key: 'k1' }).catch((error: Error) => error);
    await settle();
    await control('/members/m1/crash');
    sandbox.faults.release('look-up');
    expect(await written).toBeInstanceOf(Error);
    await settle();
    expect(bound(sandbox.platform.records(), 'k1')).toBe(0);
    const other = { displayName: 'another desk' };
    expect(await admin.post('/portfolios', other, { key: 'k1' })).toMatchObject({ status: 201, body: other });
  });
});

describe('a member that is out of step', () => {
  const one = { members: [{ version: '0.14.0' }] } as const;
  /** A write by the platform itself, without a member. */
  const elsewhere = async (control: (path: string, body: unknown) => Promise<unknown>): Promise<unknown> =>
    control('/instruments', { symbol: 'AVAX-USD' });

  test('stalled: it refuses writes at the write deadline, reads its old state, and catches up when it is resumed', async () => {
    const { sandbox, admin, control, settle } = await deployWindow(one);
    const before = await admin.get('/portfolios');
    expect(await control('/members/m1/stall')).toMatchObject({ state: 'stalled' });
    await elsewhere(control);
    const head = sandbox.platform.head();
    const writing = admin.post('/portfolios', NAME, { key: 'k1' });
    await settle();
    await sandbox.clock.advance(1_000);
    const refused = await writing;
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'NOT_SERVING', retryable: true } } });
    expect(await admin.get('/portfolios')).toMatchObject({ status: 200, body: before.body });
    expect(sandbox.platform.head()).toBe(head);
    expect(await control('/members/m1/resume')).toMatchObject({ state: 'serving', position: head });
    expect(await admin.post('/portfolios', NAME, { key: 'k1' })).toMatchObject({ status: 201 });
    expect(bound(sandbox.platform.records(), 'k1')).toBe(1);
  });

  test.each([
    ['less than the sync deadline: it waits for its own record', 1_500, 201],
    ['more than the sync deadline', 2_500, 202],
  ])('late by %s', async (_, lagMs, status) => {
    const { sandbox, admin, control, settle } = await deployWindow(one);
    await sandbox.clock.advance(10_000);
    expect(await control('/members/m1/lag', { by: lagMs })).toMatchObject({ lag: lagMs });
    const writing = admin.post('/portfolios', NAME, { key: 'k1' });
    await settle();
    const position = sandbox.platform.head();
    const behind = await admin.get('/portfolios');
    expect(Number(behind.body.globalSequence)).toBeLessThan(position);
    expect(JSON.stringify(behind.body.items)).not.toContain(NAME.displayName);
    await sandbox.clock.advance(2_000);
    expect(await writing).toMatchObject({ status });
    expect(await control('/members/m1/lag', { by: '0s' })).toMatchObject({ position: sandbox.platform.head() });
    expect(JSON.stringify((await admin.get('/portfolios')).body.items)).toContain(NAME.displayName);
  });

  test('late, with another use of a key in progress: it replays the use that came first through another member', async () => {
    const { admin, control, only, settle, sandbox } = await deployWindow({
      members: [{ version: '0.14.0' }, { version: '0.14.0' }],
    });
    await only('m1');
    const { portfolioId } = (await admin.post('/portfolios', NAME, { key: 'k1' })).body;
    await control('/members/m2/lag', { by: 500 });
    const moved = await admin.put(`/portfolios/${portfolioId}`, { displayName: 'other' }, { key: 'k2' });
    expect(moved).toMatchObject({ status: 200 });
    await only('m2');
    const another = admin.post('/portfolios', { displayName: 'late' }, { key: 'k2' });
    await settle();
    const replayed = admin.put(`/portfolios/${portfolioId}`, { displayName: 'other' }, { key: 'k2' });
    await settle();
    // Records of one instant are a moment apart.
    await sandbox.clock.advance(510);
    expect(await another).toMatchObject({ status: 409, body: { error: { code: 'IDEMPOTENCY_KEY_REUSED' } } });
    expect(await replayed).toMatchObject({ status: 200, body: moved.body });
  });

  test('with its own clock: it judges tokens and tickets by that', async () => {
    const { sandbox, admin, control } = await deployWindow(one);
    const persona = sandbox.issuer.personas.named('admin');
    if (persona === undefined) throw new Error('no persona admin');
    const nbf = Number(sandbox.clock.nowNs() / 1_000_000_000n);
    const short = new Caller(sandbox, sandbox.issuer.mint(persona, { expiresInMs: 60_000, claims: { nbf } }));
    const ticket = await ticketOf(admin);
    expect(await short.get('/me')).toMatchObject({ status: 200 });
    await control('/members/m1/skew', { by: '2m' });
    expect(await short.get('/me')).toMatchObject({ status: 401 });
    expect(await openedWith(ticket, sandbox)).toMatchObject({ status: 401 });
    await control('/members/m1/skew', { by: '-2m' });
    expect(await short.get('/me')).toMatchObject({ status: 401 });
    await control('/members/m1/skew', { by: '0s' });
    expect(await openedWith(ticket, sandbox)).toMatchObject({ status: 101 });
  });

  test('ahead of time: it replays a key for as long as the platform holds its answer', async () => {
    const { sandbox, admin, control, settle } = await deployWindow({ ...one, limits: { keyRetentionMs: 60_000 } });
    const first = await admin.post('/portfolios', NAME, { key: 'k1' });
    await control('/members/m1/skew', { by: '10s' });
    await sandbox.clock.advance(55_000);
    const again = admin.post('/portfolios', NAME, { key: 'k1' });
    await settle();
    await sandbox.clock.advance(2_000);
    const replayed = { status: 201, body: first.body, headers: { 'idempotent-replay': 'true' } };
    expect(await again).toMatchObject(replayed);
  });

  test('ahead of time: it ends a session earlier by its skew', async () => {
    const { sandbox, admin, control } = await deployWindow(one);
    const persona = sandbox.issuer.personas.named('admin');
    if (persona === undefined) throw new Error('no persona admin');
    await control('/members/m1/skew', { by: '30s' });
    const short = new Caller(sandbox, sandbox.issuer.mint(persona, { expiresInMs: 60_000 }));
    const session = await openedWith(await ticketOf(short), sandbox);
    let isOpen = true;
    void session.closed.then(() => {
      isOpen = false;
    });
    await sandbox.clock.advance(29_000);
    await admin.get('/me');
    expect(isOpen).toBe(true);
    await sandbox.clock.advance(1_000);
    expect(await session.closed).toBe(4001);
  });

  test.each([
    ['resume', 'drained', /m1 is drained: it cannot resume now, it can return or be restarted/],
    ['drain', 'stalled', /m1 is stalled: it cannot drain now, it can resume or be restarted/],
  ])('it cannot %s where it is %s', async (move, state, message) => {
    const { sandbox, control } = await deployWindow(one);
    await control(`/members/m1/${state === 'drained' ? 'drain' : 'stall'}`);
    const { statusCode, body } = await request(`${sandbox.controlUrl}/members/m1/${move}`, { method: 'POST' });
    expect(statusCode).toBe(409);
    expect(await body.json()).toMatchObject({ error: { code: 'CONFLICT', message: expect.stringMatching(message) } });
  });
});

describe('across members', () => {
  test('a key replays, a cursor continues, an operation is read', async () => {
    const { sandbox, admin, only, settle } = await deployWindow();
    await only('m1');
    const first = await admin.post('/portfolios', NAME, { key: 'k0' });
    sandbox.faults.add(HOLD);
    const slow = admin.post('/portfolios', NAME, { key: 'k1' });
    await settle();
    await sandbox.clock.advance(2_000);
    expect(await slow).toMatchObject({ status: 202, headers: { location: '/operations/k1' } });
    const page = await admin.get('/portfolios?limit=1');

    await only('m2');
    const replayed = await admin.post('/portfolios', NAME, { key: 'k0' });
    expect(replayed).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replay': 'true' } });
    const next = await admin.get(`/portfolios?limit=1&cursor=${page.body.nextCursor}`);
    expect(next.status).toBe(200);
    expect(next.body.items[0]?.portfolioId).toBeGreaterThan(page.body.items[0].portfolioId);
    sandbox.faults.release('verdict');
    await settle();
    expect(await admin.get('/operations/k1')).toMatchObject({ status: 200, body: { outcome: { family: 'register' } } });
  });

  test('sessions of a leaving member close with 1001, reopen elsewhere, and its tickets do not open there', async () => {
    const members = [{ version: '0.14.0' }, { version: '0.14.0' }] as const;
    const { sandbox, admin, control, only } = await deployWindow({ members });
    await only('m1');
    const session = await openedWith(await ticketOf(admin), sandbox);
    expect(session.status).toBe(101);
    const [kept, ofFormer] = [await ticketOf(admin), await ticketOf(admin)];
    await only('m2');
    expect(await session.closed).toBe(1001);
    expect(await openedWith(kept, sandbox)).toMatchObject({ status: 401 });
    expect(await openedWith(await ticketOf(admin), sandbox)).toMatchObject({ status: 101 });

    // After a return it is the same process and accepts its own tickets; a new process of the same seat does not (A89).
    await only('m1');
    expect(await openedWith(kept, sandbox)).toMatchObject({ status: 101 });
    await control('/members/m1/deploy', { version: '0.14.0' });
    expect(await openedWith(ofFormer, sandbox)).toMatchObject({ status: 401 });
    expect(await openedWith(await ticketOf(admin), sandbox)).toMatchObject({ status: 101 });
  });

  test('a ticket of another sandbox does not open, even with the same seed and member: its clock runs (A89)', async () => {
    const options = { members: [{ version: '0.14.0' }], clock: 'real' } as const;
    const [one, other] = [await deployWindow(options), await deployWindow(options)];
    const ticket = await ticketOf(one.admin);
    expect(await openedWith(ticket, other.sandbox)).toMatchObject({ status: 401 });
    expect(await openedWith(ticket, one.sandbox)).toMatchObject({ status: 101 });
  });

  test('sessions of a crashed member are cut without a close frame', async () => {
    const { sandbox, admin, control } = await deployWindow({ members: [{ version: '0.14.0' }] });
    const session = await openedWith(await ticketOf(admin), sandbox);
    const ofFormer = await ticketOf(admin);
    expect(await control('/members/m1/crash')).toMatchObject({ state: 'serving', sessions: 0, inFlight: 0 });
    expect(await session.closed).toBe(1006);
    expect(await openedWith(ofFormer, sandbox)).toMatchObject({ status: 401 });
    expect(await openedWith(await ticketOf(admin), sandbox)).toMatchObject({ status: 101 });
  });
});
