/**
 * What a write, a page of 100 and a row cost with many orders held, beside a world that holds 1,000. Both worlds are in
 * one process and are asked in turn; what counts is the ratio of the medians of the processor's time. With the memory
 * that an order takes which was placed and cancelled within the retention of its keys.
 *
 *     node --expose-gc scripts/bench/held-orders.ts [ORDERS]
 *
 * Exits 1 where a ratio is above 1.2, 2 where the number of orders is none.
 */
import type { Command } from '../../gateway/facts.ts';
import type { SandboxWorld } from '../../platform-sim/hosting/sandbox-world.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { clientOf } from '../../platform-sim/testing/sample-world.ts';
import { countArgument } from './count-argument.ts';

const SMALL = 1_000;
const MOST = 1.2;
const ROUNDS = 31;
const AT_ONCE = { write: 200, page: 20, row: 40 } as const;

const orders = countArgument('orders', 1_000_000);
await using sandbox = await startSandbox();

/** A world, and what is asked of it: each call is one request of its kind. */
async function heldBy(world: SandboxWorld, count: number) {
  const { fixtures, principals } = world.profile;
  const port = world.platform.port('m1');
  const principal = { orgId: principals.trader.org, userId: principals.trader.userId ?? 0 };
  const ids: string[] = [];
  let placed = 0;

  async function submit(command: Pick<Command, 'key' | 'operation' | 'body'>): Promise<number> {
    const submission = await port.submit({ owner: 'orders', principal, ...command });
    if (!submission.taken) throw new Error(`${command.key} was not taken`);
    return submission.position;
  }

  /** Past the door, where the collections are: an order that rests, and its cancel. */
  async function write(): Promise<void> {
    placed += 1;
    const { account, instrument } = fixtures;
    const terms = {
      accountId: account.id,
      instrumentId: instrument.id,
      side: 'BUY',
      price: '90.00',
      qty: '1',
    } as const;
    const at = await submit({ key: `p-${placed}`, operation: 'submitOrder', body: { kind: 'submit', ...terms } });
    const [fact] = world.platform.journal.at(at)?.verdict.facts ?? [];
    if (fact?.kind !== 'OrderUpdated') throw new Error(`order ${placed} was not placed`);
    const { orderId } = fact.order;
    await submit({ key: `c-${placed}`, operation: `cancelOrder ${orderId}`, body: { kind: 'cancel', orderId } });
    if (placed % 97 === 1) ids.push(orderId);
  }

  for (let n = 0; n < count; n += 1) {
    await write();
    // An organisation may submit so many a minute.
    if (n % 500 === 499) await world.clock.advance(60_000, { each: () => {} });
  }
  const read = async (path: string): Promise<void> => {
    const { status, text } = await client.get(path);
    if (status !== 200) throw new Error(text);
  };
  let client = clientOf(world);
  return {
    pause: () => world.clock.advance(60_000, { each: () => {} }),
    /** Later reads need a token of now. */
    async admit(): Promise<void> {
      client = clientOf(world);
      await client.authorization();
    },
    write,
    page: () => read('/orders?limit=100'),
    row: () => read(`/orders/${ids[(placed * 7_919) % ids.length] ?? ''}`),
  };
}

function heapBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Microseconds of the processor for one. */
async function measured(one: () => Promise<void>, count: number): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < count; n += 1) await one();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

const small = await heldBy(await sandbox.createWorld(), SMALL);
const before = heapBytes();
const large = await heldBy(await sandbox.createWorld(), orders);
console.log(`${orders} orders: ${((heapBytes() - before) / orders).toFixed(0)} bytes each`);

for (const kind of ['write', 'page', 'row'] as const) {
  const took: [number[], number[]] = [[], []];
  for (const world of [small, large]) await world.admit();
  for (let round = 0; round < ROUNDS; round += 1) {
    // The first of a round finds the caches as the other left them: in turn.
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const world = which === 0 ? small : large;
      if (kind === 'write') await world.pause();
      took[which].push(await measured(world[kind], AT_ONCE[kind]));
    }
  }
  const [few = 0, many = 0] = took.map((times) => times.toSorted((a, b) => a - b)[ROUNDS >> 1]);
  console.log(
    `${kind.padEnd(5)} ${few.toFixed(0).padStart(6)} us of ${SMALL}, ${many.toFixed(0).padStart(6)} us of ${orders}: ratio ${(many / few).toFixed(2)}, at most ${MOST} wanted`,
  );
  if (many / few > MOST) process.exitCode = 1;
}
