/** Several members behind one address, as clients see them while members are added, removed and replaced. */
import { describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../sandbox.ts';
import { Caller } from '../testing/sample-caller.ts';
import { type Scene, scene } from '../testing/sample-scene.ts';

const OLD_AND_NEW: SandboxOptions = { members: [{ version: '0.13.0' }, { version: '0.14.0' }] };
const TWO_NEW: SandboxOptions = { members: [{ version: '0.14.0' }, { version: '0.14.0' }] };
const NAME = { displayName: 'desk' };
const OTHER = { displayName: 'other' };
const HOLD = { on: { edge: 'verdict', key: 'k1' }, hold: 'verdict', times: 1 } as const;
const REPLAYED = { 'idempotent-replay': 'true' };

const write = ({ admin }: Scene, key = 'k1', body = NAME) => admin.post('/portfolios', body, { key });
const codeOf = ({ status, body }: Awaited<ReturnType<typeof write>>) => [
  status,
  body.error?.code,
  body.error?.retryable,
];

/** A write that waits for the rule, through the first member. */
async function writing(at: Scene, rule: Parameters<Scene['add']>[0]) {
  await at.only('m1');
  at.add(rule);
  const written = write(at);
  while (at.fault.held !== 1) await at.settle();
  return { written };
}

describe('the front', () => {
  test('routes by weight, and names the member if it is asked to', async () => {
    const members = [{ version: '0.13.0' }, { version: '0.14.0', weight: 3 }] as const;
    const at = await scene({ route: 'weighted', members });
    const names = async (): Promise<unknown[]> => {
      const answers = [];
      for (let n = 0; n < 8; n += 1) answers.push((await at.admin.get('/me')).headers['x-service-member']);
      return answers;
    };
    expect(await names()).toEqual(Array(8).fill(undefined));
    expect(await at.operate('/routing', { namesMember: true })).toEqual({ route: 'weighted', namesMember: true });
    expect((await names()).filter((name) => name === 'm2')).toHaveLength(6);
    await at.operate('/members/m1/deploy', { weight: 3 });
    expect((await names()).filter((name) => name === 'm2')).toHaveLength(4);
    await at.operate('/routing', { route: 'round-robin' });
    expect(new Set((await names()).slice(0, 2))).toEqual(new Set(['m1', 'm2']));
  });

  test('refuses requests and handshakes, without an envelope, if no member takes them', async () => {
    const at = await scene(OLD_AND_NEW);
    await at.only();
    const away = await fetch(`${at.sandbox.baseUrl}/me`);
    const names = ['content-type', 'retry-after', 'x-request-id'];
    expect([away.status, ...names.map((name) => away.headers.get(name))]).toEqual([503, 'text/plain', '1', null]);
    expect(await away.text()).toBe('503 Service Unavailable: no member takes requests\n');
    expect(await (await at.openedWith('t')).status).toBe(503);
    await at.operate('/members/m2/return');
    expect(await at.admin.get('/me')).toMatchObject({ status: 200 });
  });

  test('has one member more after an addition, and one less after a removal', async () => {
    const at = await scene();
    const added = await at.operate('/members', { version: '0.12.0' });
    expect(added).toMatchObject({ name: 'm2', position: at.sandbox.platform.head() });
    expect((await at.control('DELETE', '/members/m1')).status).toBe(204);
    expect((await at.admin.get('/openapi.json')).body.info.version).toBe('0.12.0');
    expect((await at.control('DELETE', '/members/m2')).status).toBe(409);
    expect(await at.operate('/members', {})).toMatchObject({ name: 'm3', version: '0.14.0' });
  });
});

/** What ends the process of the first member in order. */
const ENDS: Readonly<Record<string, (at: Scene) => Promise<unknown>>> = {
  'deployed with another version': (at) => at.operate('/members/m1/deploy', { version: '0.14.0' }),
  restarted: (at) => at.operate('/members/m1/restart', {}),
  'stalled and then restarted': async (at) => {
    await at.operate('/members/m1/stall');
    await at.operate('/members/m1/restart', {});
  },
  removed: (at) => at.control('DELETE', '/members/m1'),
};

describe('a write in progress', () => {
  test.each([
    ['drained', (at: Scene) => at.operate('/members/m1/drain')] as const,
    ...Object.entries(ENDS).filter(([name]) => !/stalled|removed/.test(name)),
  ])('is answered by a member that is %s meanwhile', async (_, end) => {
    const at = await scene(OLD_AND_NEW);
    const { written } = await writing(at, HOLD);
    await at.operate('/members/m2/return');
    await end(at);
    at.sandbox.faults.release('verdict');
    expect(await written).toMatchObject({ status: 201, body: NAME });
  });

  test.each(Object.entries(ENDS))(
    'with a 202 is kept by a member that is %s, whose owner is absent',
    async (_, end) => {
      const at = await scene(OLD_AND_NEW);
      const { written } = await writing(at, { on: { edge: 'inbox', key: 'k1' }, hold: 'inbox', times: 1 });
      await at.sandbox.clock.advance(2_000);
      expect((await written).status).toBe(202);
      await at.operate('/owners/register/leave');
      at.sandbox.faults.release('inbox');
      await at.settle();
      await at.operate('/members/m2/return');
      await end(at);
      await at.operate('/owners/register/return');
      await at.sandbox.clock.advance(60_000);
      expect(at.sequenced('k1')).toBe(1);
    },
  );

  test.each(Object.entries(ENDS).filter(([name]) => /deployed|removed/.test(name)))(
    'with a 202 by a member that was %s since is given up with its world',
    async (_, end) => {
      const at = await scene(OLD_AND_NEW);
      const { written } = await writing(at, { on: { edge: 'inbox' }, delay: '3s', times: 1 });
      await at.sandbox.clock.advance(2_000);
      expect((await written).status).toBe(202);
      await at.operate('/owners/register/leave');
      await at.sandbox.clock.advance(2_000);
      await at.operate('/members/m2/return');
      await end(at);
      const sentAgain = async () =>
        (await at.sandbox.clock.advance(120_000)).fired.filter(({ label }) => label === 'promised write sent again')
          .length;
      expect(await sentAgain()).toBeGreaterThan(1);
      await at.sandbox.reset();
      // The timers that were due have no effect.
      await sentAgain();
      expect(await sentAgain()).toBe(0);
    },
  );

  test('is cut off by a crash, and its key has exactly one outcome on every member', async () => {
    const texts: string[] = [];
    const at = await scene({
      ...OLD_AND_NEW,
      observe: ({ key, outcome }) => void texts.push(`${key} ${outcome.text}`),
    });
    const { written } = await writing(at, HOLD);
    const failed = written.catch((error: Error) => error);
    await at.operate('/members/m1/crash');
    expect(await failed).toBeInstanceOf(Error);
    await at.sandbox.clock.advance(2_000);
    // The crashed member reports no answer at its deadline.
    expect(texts).toEqual(['k1 lost in a crash']);
    const again = [];
    for (const name of ['m1', 'm2']) {
      await at.only(name);
      again.push(write(at));
      await at.settle();
    }
    at.sandbox.faults.release('verdict');
    const [one, other] = await Promise.all(again);
    expect([one?.status, other?.status, one?.body.portfolioId]).toEqual([201, 201, other?.body.portfolioId]);
    expect(at.sequenced('k1')).toBe(1);
  });

  test('that was not sent is never sent after a crash: its key is free', async () => {
    const at = await scene();
    const { written } = await writing(at, { on: { edge: 'look-up', key: 'k1' }, hold: 'look-up', times: 1 });
    const failed = written.catch((error: Error) => error);
    await at.operate('/members/m1/crash');
    at.sandbox.faults.release('look-up');
    expect(await failed).toBeInstanceOf(Error);
    await at.settle();
    expect(at.sequenced('k1')).toBe(0);
    expect(await write(at, 'k1', OTHER)).toMatchObject({ status: 201, body: OTHER });
  });
});

describe('a member that is out of step', () => {
  test('stalled: it refuses writes at the write deadline, reads its old state, and catches up when it is resumed', async () => {
    const at = await scene();
    const before = await at.admin.get('/portfolios');
    await at.operate('/members/m1/stall');
    // A write by the platform itself, without a member.
    await at.operate('/instruments', { symbol: 'AVAX-USD' });
    const head = at.sandbox.platform.head();
    const written = write(at);
    await at.settle();
    await at.sandbox.clock.advance(1_000);
    expect(codeOf(await written)).toEqual([503, 'NOT_SERVING', true]);
    expect(await at.admin.get('/portfolios')).toMatchObject({ status: 200, body: before.body });
    expect(at.sandbox.platform.head()).toBe(head);
    expect(await at.operate('/members/m1/resume')).toMatchObject({ state: 'serving', position: head });
    expect(await write(at)).toMatchObject({ status: 201 });
    expect(at.sequenced('k1')).toBe(1);
  });

  test.each([
    ['less than the sync deadline: it waits for its own record', 1_500, 201],
    ['more than the sync deadline', 2_500, 202],
  ])('late by %s', async (_, lagMs, status) => {
    const at = await scene();
    await at.sandbox.clock.advance(10_000);
    await at.operate('/members/m1/lag', { by: lagMs });
    const written = write(at);
    await at.settle();
    const behind = await at.admin.get('/portfolios');
    expect(Number(behind.body.globalSequence)).toBeLessThan(at.sandbox.platform.head());
    expect(JSON.stringify(behind.body.items)).not.toContain(NAME.displayName);
    await at.sandbox.clock.advance(2_000);
    expect(await written).toMatchObject({ status });
    const now = await at.operate('/members/m1/lag', { by: '0s' });
    expect(now).toMatchObject({ position: at.sandbox.platform.head() });
    expect(JSON.stringify((await at.admin.get('/portfolios')).body.items)).toContain(NAME.displayName);
  });

  test('late, with another use of a key in progress: it replays the use that came first through another member', async () => {
    const at = await scene(TWO_NEW);
    await at.only('m1');
    const { portfolioId } = (await write(at)).body;
    await at.operate('/members/m2/lag', { by: 500 });
    const restate = () => at.admin.put(`/portfolios/${portfolioId}`, OTHER, { key: 'k2' });
    const moved = await restate();
    expect(moved.status).toBe(200);
    await at.only('m2');
    const another = write(at, 'k2', { displayName: 'late' });
    await at.settle();
    const replayed = restate();
    await at.settle();
    // Records of one instant are a moment apart.
    await at.sandbox.clock.advance(510);
    expect(codeOf(await another)).toEqual([409, 'IDEMPOTENCY_KEY_REUSED', false]);
    expect(await replayed).toMatchObject({ status: 200, body: moved.body });
  });

  /** A caller whose token is valid for a minute. */
  function minute({ sandbox }: Scene): Caller {
    const persona = sandbox.issuer.personas.named('admin');
    if (persona === undefined) throw new Error('no persona admin');
    const nbf = Number(sandbox.clock.nowNs() / 1_000_000_000n);
    return new Caller(sandbox, sandbox.issuer.mint(persona, { expiresInMs: 60_000, claims: { nbf } }));
  }

  test('with its own clock: it judges tokens and tickets by that', async () => {
    const at = await scene();
    const [short, ticket] = [minute(at), await at.ticket()];
    for (const [by, read, opened] of [
      ['0s', 200, undefined],
      ['2m', 401, 401],
      ['-2m', 401, undefined],
      ['0s', 200, 101],
    ] as const) {
      await at.operate('/members/m1/skew', { by });
      expect([by, (await short.get('/me')).status]).toEqual([by, read]);
      if (opened !== undefined) expect(await (await at.openedWith(ticket)).status).toBe(opened);
    }
  });

  test('ahead of time: it replays a key for as long as the platform holds its answer', async () => {
    const at = await scene({ limits: { keyRetentionMs: 60_000 } });
    const first = await write(at);
    await at.operate('/members/m1/skew', { by: '10s' });
    await at.sandbox.clock.advance(55_000);
    const again = write(at);
    await at.settle();
    await at.sandbox.clock.advance(2_000);
    expect(await again).toMatchObject({ status: 201, body: first.body, headers: REPLAYED });
  });

  test('ahead of time: it ends a session earlier by its skew', async () => {
    const at = await scene();
    const short = minute(at);
    await at.operate('/members/m1/skew', { by: '30s' });
    const session = await at.openedWith(await at.ticket(short));
    expect(await session.next()).toContain('sessionOpened');
    await at.sandbox.clock.advance(29_000);
    expect(await session.next()).toContain('sessionExpiring');
    await at.admin.get('/me');
    expect(session.socket.readyState).toBe(session.socket.OPEN);
    await at.sandbox.clock.advance(1_000);
    expect(await session.next()).toBe(4001);
  });

  test.each([
    ['resume', 'drain', 'm1 is drained: it cannot resume now, it can return or be restarted'],
    ['drain', 'stall', 'm1 is stalled: it cannot drain now, it can resume or be restarted'],
  ])('it cannot %s after a %s', async (move, former, message) => {
    const at = await scene();
    await at.operate(`/members/m1/${former}`);
    const error = { code: 'CONFLICT', message };
    expect(await at.control('POST', `/members/m1/${move}`)).toMatchObject({ status: 409, body: { error } });
  });
});

describe('a member', () => {
  test('that is known-bad has the contract version of its defect, unless members are stated', async () => {
    const contract = { rest: '0.13.0', socket: '1.1.0' } as const;
    const defects = [{ name: 'older', breaks: [], story: '', parts: () => ({}), contract }];
    expect((await scene({ defects })).sandbox.profile.contract).toEqual(contract);
    const stated = await scene({ defects, members: [{ version: '0.12.0' }] });
    expect(stated.sandbox.profile.contract).toEqual({ rest: '0.12.0', socket: '1.4.0' });
  });
});

test('across members a key replays, a cursor continues, an operation is read', async () => {
  const at = await scene(OLD_AND_NEW);
  await at.only('m1');
  const first = await write(at, 'k0');
  const { written: slow } = await writing(at, HOLD);
  await at.sandbox.clock.advance(2_000);
  expect(await slow).toMatchObject({ status: 202, headers: { location: '/operations/k1' } });
  const page = await at.admin.get('/portfolios?limit=1');
  await at.only('m2');
  expect(await write(at, 'k0')).toMatchObject({ status: 201, body: first.body, headers: REPLAYED });
  const next = await at.admin.get(`/portfolios?limit=1&cursor=${page.body.nextCursor}`);
  expect(next.status).toBe(200);
  expect(next.body.items[0]?.portfolioId).toBeGreaterThan(page.body.items[0].portfolioId);
  at.sandbox.faults.release('verdict');
  await at.settle();
  const operation = await at.admin.get('/operations/k1');
  expect(operation).toMatchObject({ status: 200, body: { outcome: { family: 'register' } } });
});
