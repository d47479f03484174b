import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { startSandbox } from '../sandbox.ts';
import { sandboxOf } from '../testing/sample-caller.ts';
import { SAME_WORLD } from '../testing/sample-sameness.ts';
import { clientOf, journalOf } from '../testing/sample-world.ts';
import type { SandboxWorld } from './sandbox-world.ts';

const RUNS = 10;

describe('a world is deterministic', () => {
  test.each(Object.entries(SAME_WORLD))('%s', async (_, holds) => {
    await holds(await sandboxOf(), { numRuns: RUNS });
  });
});

describe('a fork', () => {
  test('begins with the records up to a position, at the time of the last of them', async () => {
    const sandbox = await sandboxOf();
    const client = clientOf(sandbox);
    await client.submit('before');
    const at = sandbox.platform.head();
    const nowNs = sandbox.clock.nowNs();
    await sandbox.clock.advance(5_000);
    await client.submit('after');
    const made = await client.control('POST', '/fork', { name: 'then', at });
    expect([made.status, made.body.position, made.body.clock.nowNs]).toEqual([201, at, `${nowNs}`]);
    const fork = clientOf(made.body);
    expect((await fork.get('/operations/before')).status).toBe(200);
    expect((await fork.get('/operations/after')).status).toBe(404);
    expect((await client.get('/operations/after')).status).toBe(200);
  });

  test.each([
    ['past the head', 100_000],
    ['within the beginning', 3],
  ])('%s is refused', async (_, at) => {
    const { status, body } = await clientOf(await sandboxOf()).control('POST', '/fork', { at });
    expect([status, body.error.message]).toEqual([409, expect.stringMatching(/^there is no such position/)]);
  });

  test('of a world that was reset to another seed has its data, and the same secrets', async () => {
    const sandbox = await sandboxOf();
    await sandbox.reset(9);
    const fork = await sandbox.fork();
    const nameIn = async (world: SandboxWorld) => (await clientOf(world).get('/me')).body.organisation.displayName;
    expect(await nameIn(fork)).toBe(await nameIn(sandbox));
    expect(fork.profile.principals).toEqual(sandbox.profile.principals);
  });
});

test('a world that ends answers what waits for an absent owner', async () => {
  const sandbox = await sandboxOf();
  const world = await sandbox.createWorld();
  const { control, submit } = clientOf(world);
  world.faults.add({ on: { edge: 'verdict' }, hold: 'verdict' });
  const submitted = submit('under-way');
  while (world.faults.holds().length === 0) await new Promise((resolve) => setImmediate(resolve));
  await control('POST', '/owners/orders/leave');
  await world.close();
  expect((await submitted).status).toBe(201);
});

describe('a snapshot', () => {
  test('is taken, listed, restored more than once, and forgotten', async () => {
    const sandbox = await sandboxOf();
    const { control, submit, get } = clientOf(sandbox);
    const taken = await control('POST', '/snapshots', { name: 'calm' });
    expect([taken.status, taken.headers['location']]).toEqual([201, '/snapshots/calm']);
    expect(taken.body).toEqual({
      name: 'calm',
      seed: 1,
      position: sandbox.platform.head(),
      nowNs: `${sandbox.clock.nowNs()}`,
    });
    expect((await control('POST', '/snapshots', { name: 'calm' })).status).toBe(409);
    for (let round = 0; round < 2; round += 1) {
      expect((await submit('in-a-storm')).headers['idempotent-replay']).toBeUndefined();
      await sandbox.clock.advance(60_000);
      expect((await control('POST', '/snapshots/calm/restore')).body).toEqual(taken.body);
      expect((await get('/operations/in-a-storm')).status).toBe(404);
      expect(`${sandbox.clock.nowNs()}`).toBe(taken.body.nowNs);
    }
    expect((await control('GET', '/snapshots')).body.items).toEqual([taken.body]);
    expect((await control('DELETE', '/snapshots/calm')).status).toBe(204);
    expect((await control('POST', '/snapshots/calm/restore')).status).toBe(404);
  });

  test('restores members as they were deployed, absent owners, and faults with their counts', async () => {
    const sandbox = await sandboxOf({
      members: [{ version: '0.14.0' }, { version: '0.13.0', surfaces: { algos: false } }],
    });
    const { control, submit } = clientOf(sandbox);
    sandbox.faults.add({ on: { owner: 'orders' }, refuse: 'NO_REFERENCE_PRICE', times: { every: 2 }, for: '1h' });
    await submit('first');
    await control('POST', '/members/m2/drain');
    const before = await Promise.all(['/members', '/faults'].map((path) => control('GET', path)));
    sandbox.snapshot('before');
    await control('DELETE', '/members/m2');
    await control('POST', '/members', { version: '0.12.0' });
    await control('DELETE', '/faults');
    await sandbox.restore('before');
    const after = await Promise.all(['/members', '/faults'].map((path) => control('GET', path)));
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
    expect((await submit('second')).body.error.code).toBe('NO_REFERENCE_PRICE');
    await sandbox.clock.advance(3_600_000);
    expect(sandbox.faults.list()).toEqual([]);
    expect((await control('POST', '/members', { version: '0.12.0' })).body.name).toBe('m3');
  });

  test.each([
    ['late', '/members/m1/lag', { by: '5s' }, '/members/m1/lag', { by: '0s' }],
    ['stalled', '/members/m1/stall', undefined, '/members/m1/resume', undefined],
    ['catching up', '/members/m1/restart', { catchUp: 'when told' }, '/members/m1/catch-up', undefined],
  ])('restores a member that is %s at its position', async (_, path, body, mend, how) => {
    const sandbox = await sandboxOf({ members: [{ version: '0.14.0' }, { version: '0.14.0' }] });
    const { control } = clientOf(sandbox);
    await sandbox.clock.advance(60_000);
    await control('POST', path, body);
    await control('POST', '/instruments', { symbol: 'AVAX-USD' });
    const positions = async () =>
      (await control('GET', '/members')).body.items.map(({ position }: { position: number }) => position);
    const head = sandbox.platform.head();
    const before = await positions();
    expect(before).toEqual([path.endsWith('restart') ? 0 : head - 1, head]);
    sandbox.snapshot('behind');
    await control('POST', mend, how);
    await sandbox.restore('behind');
    expect(await positions()).toEqual(before);
    await control('POST', mend, how);
    expect(await positions()).toEqual([head, head]);
  });

  test('restores the routing of the front, as a fork does', async () => {
    const sandbox = await sandboxOf({ members: [{ version: '0.14.0' }, { version: '0.13.0' }] });
    const { control } = clientOf(sandbox);
    const routing = { route: 'weighted', namesMember: true };
    await control('POST', '/routing', routing);
    sandbox.snapshot('named');
    const fork = clientOf(await sandbox.fork());
    await control('POST', '/routing', { route: 'sticky', namesMember: false });
    await sandbox.restore('named');
    const both = [await control('GET', '/routing'), await fork.control('GET', '/routing')];
    expect(both.map(({ body }) => body)).toEqual([routing, routing]);
  });

  test('restored ends sessions, answers requests in progress, and refuses tokens of a later time', async () => {
    const sandbox = await sandboxOf();
    const client = clientOf(sandbox);
    const authorization = await client.authorization();
    sandbox.snapshot('then');
    const socket = new WebSocket(`${sandbox.baseUrl.replace('http', 'ws')}/v1/ws/trading`, {
      headers: { authorization },
    });
    onTestFinished(() => socket.terminate());
    await new Promise((resolve) => socket.once('message', resolve));
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    await sandbox.clock.advance(600_000);
    const later = clientOf(sandbox);
    await later.authorization();
    sandbox.faults.add({ on: { owner: 'orders' }, delay: '10m' });
    const submitted = client.submit('under-way');
    while (sandbox.faults.list()[0]?.held === 0) await new Promise((resolve) => setImmediate(resolve));
    await sandbox.restore('then');
    expect([await closed, (await submitted).status]).toEqual([1001, 202]);
    expect([(await client.get('/me')).status, (await later.get('/me')).status]).toEqual([200, 401]);
    await sandbox.clock.advance(600_000);
    expect((await later.get('/me')).status).toBe(200);
  });

  test('restored in a kept world is what its next process continues from', async () => {
    const data = mkdtempSync(join(tmpdir(), 'touchstone-worlds-'));
    onTestFinished(() => rmSync(data, { recursive: true }));
    const first = await startSandbox({ data });
    const client = clientOf(first);
    expect((await client.submit('before')).status).toBe(201);
    first.snapshot('then');
    await client.submit('taken-back');
    await first.restore('then');
    expect((await client.submit('after')).status).toBe(201);
    const journal = journalOf(first);
    await first.close();
    const next = await sandboxOf({ data });
    expect(journalOf(next)).toBe(journal);
    const { get } = clientOf(next);
    const statuses = ['before', 'taken-back', 'after'].map(async (key) => (await get(`/operations/${key}`)).status);
    expect(await Promise.all(statuses)).toEqual([200, 404, 200]);
  });
});
