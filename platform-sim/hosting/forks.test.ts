import { describe, expect, test } from 'vitest';
import { sandboxOf } from '../testing/sample-caller.ts';
import { SAME_WORLD } from '../testing/sample-sameness.ts';
import { scene, until } from '../testing/sample-scene.ts';
import { tradingSocket } from '../testing/sample-socket.ts';
import { clientOf } from '../testing/sample-world.ts';
import type { SandboxWorld } from './world.ts';

const BOTH = { members: [{ version: '0.14.0' }, { version: '0.13.0' }] } as const;

describe('a world is deterministic', () => {
  test.each(Object.entries(SAME_WORLD))('%s', async (_, holds) => {
    await holds(await sandboxOf(), { numRuns: 10 });
  });
});

describe('a fork', () => {
  test('begins with the records up to a position, at the time of the last of them', async () => {
    const { sandbox } = await scene();
    const client = clientOf(sandbox);
    await client.submit('before');
    const at = sandbox.platform.head();
    const nowNs = sandbox.clock.nowNs();
    await sandbox.clock.advance(5_000);
    await client.submit('after');
    const made = await client.control('POST', '/fork', { name: 'then', at });
    expect([made.status, made.body.position, made.body.clock.nowNs]).toEqual([201, at, `${nowNs}`]);
    const statuses = ['before', 'after'].map(
      async (key) => (await clientOf(made.body).get(`/operations/${key}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 404]);
    expect((await client.get('/operations/after')).status).toBe(200);
  });

  test('of a world that was reset to another seed has its data, and the same secrets', async () => {
    const { sandbox } = await scene();
    await sandbox.reset(9);
    const fork = await sandbox.fork();
    const nameIn = async (world: SandboxWorld) => (await clientOf(world).get('/me')).body.organisation.displayName;
    expect(await nameIn(fork)).toBe(await nameIn(sandbox));
    expect(fork.profile.principals).toEqual(sandbox.profile.principals);
  });
});

describe('a snapshot', () => {
  test('is taken, listed, restored more than once, and forgotten', async () => {
    const at = await scene();
    const { platform, clock } = at.sandbox;
    const taken = await at.control('POST', '/snapshots', { name: 'calm' });
    expect([taken.status, taken.headers['location']]).toEqual([201, '/snapshots/calm']);
    expect(taken.body).toEqual({ name: 'calm', seed: 1, position: platform.head(), nowNs: `${clock.nowNs()}` });
    expect((await at.control('POST', '/snapshots', { name: 'calm' })).status).toBe(409);
    for (let round = 0; round < 2; round += 1) {
      expect((await at.order('in-a-storm')).headers['idempotent-replay']).toBeUndefined();
      await at.sandbox.clock.advance(60_000);
      expect(await at.operate('/snapshots/calm/restore')).toEqual(taken.body);
      expect((await at.trader.get('/operations/in-a-storm')).status).toBe(404);
      expect(`${at.sandbox.clock.nowNs()}`).toBe(taken.body.nowNs);
    }
    expect((await at.control('GET', '/snapshots')).body.items).toEqual([taken.body]);
    expect((await at.control('DELETE', '/snapshots/calm')).status).toBe(204);
    expect((await at.control('POST', '/snapshots/calm/restore')).status).toBe(404);
  });

  test('restores members as they were deployed, absent owners, and faults with their counts', async () => {
    const at = await scene({ members: [BOTH.members[0], { ...BOTH.members[1], surfaces: { algos: false } }] });
    at.add({ on: { owner: 'orders' }, refuse: 'NO_REFERENCE_PRICE', times: { every: 2 }, for: '1h' });
    await at.order('first');
    await at.operate('/members/m2/drain');
    const both = async () => [(await at.control('GET', '/members')).body, (await at.control('GET', '/faults')).body];
    const before = await both();
    at.sandbox.snapshot('before');
    await at.control('DELETE', '/members/m2');
    await at.operate('/members', { version: '0.12.0' });
    await at.control('DELETE', '/faults');
    await at.sandbox.restore('before');
    expect(await both()).toEqual(before);
    expect((await at.order('second')).body.error.code).toBe('NO_REFERENCE_PRICE');
    await at.sandbox.clock.advance(3_600_000);
    expect(at.sandbox.faults.list()).toEqual([]);
    expect((await at.operate('/members', { version: '0.12.0' })).name).toBe('m3');
  });

  test.each([
    ['late', 'lag', { by: '5s' }, 'lag', { by: '0s' }],
    ['stalled', 'stall', undefined, 'resume', undefined],
    ['catching up', 'restart', { catchUp: 'when told' }, 'catch-up', undefined],
  ])('restores a member that is %s at its position', async (_, move, body, mend, how) => {
    const at = await scene(BOTH);
    await at.sandbox.clock.advance(60_000);
    await at.operate(`/members/m1/${move}`, body);
    await at.operate('/instruments', { symbol: 'AVAX-USD' });
    const positions = async () =>
      (await at.control('GET', '/members')).body.items.map(({ position }: { position: number }) => position);
    const head = at.sandbox.platform.head();
    const before = await positions();
    expect(before).toEqual([move === 'restart' ? 0 : head - 1, head]);
    at.sandbox.snapshot('behind');
    await at.operate(`/members/m1/${mend}`, how);
    await at.sandbox.restore('behind');
    expect(await positions()).toEqual(before);
    await at.operate(`/members/m1/${mend}`, how);
    expect(await positions()).toEqual([head, head]);
  });

  test('restores the routing of the front, as a fork does', async () => {
    const at = await scene(BOTH);
    const routing = { route: 'weighted', namesMember: true };
    await at.operate('/routing', routing);
    at.sandbox.snapshot('named');
    const fork = clientOf(await at.sandbox.fork());
    await at.operate('/routing', { route: 'sticky', namesMember: false });
    await at.sandbox.restore('named');
    const both = [await at.control('GET', '/routing'), await fork.control('GET', '/routing')];
    expect(both.map(({ body }) => body)).toEqual([routing, routing]);
  });

  test('restored ends sessions, answers requests in progress, and refuses tokens of a later time', async () => {
    const { sandbox } = await scene();
    const client = clientOf(sandbox);
    await client.authorization();
    sandbox.snapshot('then');
    const session = await tradingSocket(sandbox);
    expect(await session.next()).toContain('sessionOpened');
    await sandbox.clock.advance(600_000);
    const later = clientOf(sandbox);
    await later.authorization();
    sandbox.faults.add({ on: { owner: 'orders' }, delay: '10m' });
    const submitted = client.submit('in-progress');
    await until(() => sandbox.faults.list()[0]?.held === 1);
    await sandbox.restore('then');
    expect([await session.next(), (await submitted).status]).toEqual([1001, 202]);
    expect([(await client.get('/me')).status, (await later.get('/me')).status]).toEqual([200, 401]);
    await sandbox.clock.advance(600_000);
    expect((await later.get('/me')).status).toBe(200);
  });
});
