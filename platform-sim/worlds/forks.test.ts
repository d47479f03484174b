import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { sandboxOf } from '../sample-caller.ts';
import { clientOf, journalOf, type WorldClient } from './sample-world.ts';
import type { SandboxWorld } from './sandbox-world.ts';

/** One step of a session of work with a world. */
type Step =
  | { readonly do: 'submit'; readonly price: string; readonly qty: string }
  | { readonly do: 'cancel'; readonly which: number }
  | { readonly do: 'read'; readonly which: number }
  | { readonly do: 'advance'; readonly byMs: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('submit' as const),
      price: fc.constantFrom('90.00', '100.00', '101.00', '100.001'),
      qty: fc.constantFrom('1', '20', '0'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('advance' as const), byMs: fc.constantFrom(0, 1, 40, 60, 1_000, 31_000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('read' as const), which: fc.nat(9) }) },
);

interface Told {
  readonly status: number;
  readonly requestId: unknown;
  readonly text: string;
}

/** What a client is told of one step. Ids of orders are those that it was told before. */
async function take(client: WorldClient, world: SandboxWorld, step: Step, n: string, orders: string[]): Promise<Told> {
  const answer = async () => {
    switch (step.do) {
      case 'submit':
        return client.submit(`key-${n}`, { price: step.price, qty: step.qty });
      case 'cancel':
        return client.cancel(`key-${n}`, orders[step.which % Math.max(orders.length, 1)] ?? '1');
      case 'read':
        return client.get(
          step.which < 3 ? '/orders?limit=3' : `/orders/${orders[step.which % Math.max(orders.length, 1)] ?? '1'}`,
        );
      case 'advance': {
        const { nowNs, fired } = await world.clock.advance(step.byMs);
        return { status: 0, headers: {}, text: JSON.stringify([nowNs, fired]), body: undefined };
      }
    }
  };
  const { status, headers, text, body } = await answer();
  if (step.do === 'submit' && status === 201) orders.push(body.orderId);
  return { status, requestId: headers['x-request-id'], text };
}

async function takeAll(
  client: WorldClient,
  world: SandboxWorld,
  steps: readonly Step[],
  prefix: string,
  orders: string[],
): Promise<Told[]> {
  const told: Told[] = [];
  for (const [index, each] of steps.entries()) told.push(await take(client, world, each, `${prefix}-${index}`, orders));
  return told;
}

const steps = fc.array(step, { minLength: 1, maxLength: 12 });
/** One sandbox for all runs of a property: each run has worlds of its own. */
const RUNS = 12;

describe('a world is the same world', () => {
  test('whatever other worlds do meanwhile', async () => {
    const sandbox = await sandboxOf();
    const alone = async (seed: number, mine: readonly Step[]) => {
      await using world = await sandbox.createWorld({ seed });
      await takeAll(clientOf(world), world, mine, 'k', []);
      return journalOf(world);
    };
    await fc.assert(
      fc.asyncProperty(fc.nat(1000), steps, steps, async (seed, mine, others) => {
        await using one = await sandbox.createWorld({ seed });
        await using other = await sandbox.createWorld({ seed: seed + 1 });
        await Promise.all([
          takeAll(clientOf(one), one, mine, 'k', []),
          takeAll(clientOf(other), other, others, 'k', []),
        ]);
        expect(journalOf(one)).toBe(await alone(seed, mine));
        expect(journalOf(other)).toBe(await alone(seed + 1, others));
      }),
      { numRuns: RUNS },
    );
  });

  test('in a fork, which answers the same commands with the same facts', async () => {
    const sandbox = await sandboxOf();
    await fc.assert(
      fc.asyncProperty(fc.nat(1000), steps, steps, async (seed, before, after) => {
        await using world = await sandbox.createWorld({ seed });
        const orders: string[] = [];
        await takeAll(clientOf(world), world, before, 'a', orders);
        await using fork = await world.fork();
        await takeAll(clientOf(world), world, after, 'b', [...orders]);
        await takeAll(clientOf(fork), fork, after, 'b', [...orders]);
        expect(journalOf(fork)).toBe(journalOf(world));
      }),
      { numRuns: RUNS },
    );
  });

  test('after it is restored, and answers the same requests with the same bytes', async () => {
    const sandbox = await sandboxOf();
    await fc.assert(
      fc.asyncProperty(fc.nat(1000), steps, steps, steps, async (seed, before, after, others) => {
        await using world = await sandbox.createWorld({
          seed,
          members: [{ version: '0.14.0' }, { version: '0.13.0' }],
        });
        const client = clientOf(world);
        const orders: string[] = [];
        await client.authorization();
        await takeAll(client, world, before, 'a', orders);
        world.faults.add({
          on: { edge: 'verdict', owner: 'orders' },
          refuse: 'NO_REFERENCE_PRICE',
          times: { probability: 0.3 },
        });
        world.faults.add({ on: { edge: 'inbox', owner: 'orders' }, refuse: 'INBOX_FULL', times: { every: 3 } });
        const { name } = world.snapshot();
        const first = await takeAll(client, world, after, 'b', [...orders]);
        const journal = journalOf(world);
        await world.restore(name);
        await takeAll(client, world, others, 'c', [...orders]);
        await world.restore(name);
        const again = await takeAll(client, world, after, 'b', [...orders]);
        expect(again).toEqual(first);
        expect(journalOf(world)).toBe(journal);
      }),
      { numRuns: RUNS },
    );
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

  test('brings back members as they were deployed, owners that were away, and faults with what they had done', async () => {
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

  test('restored ends sessions, answers what was under way, and refuses tokens of a time to come', async () => {
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
});
