/**
 * Worlds in one process: the processor time, in milliseconds, to create one, to reset one, and to fork one with 10,000
 * orders. Each figure is the median of a loop.
 */
import type { Command } from '../../../gateway/facts.ts';
import type { SandboxWorld } from '../../../platform-sim/hosting/world.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';

const TIMES = 21;
const ORDERS = 10_000;
/** An organisation may submit a limited number a minute, so the world's virtual clock advances a minute after each batch. */
const A_MINUTE = 500;

await using sandbox = await startSandbox();
const made: SandboxWorld[] = [];
const make = async (): Promise<void> => void made.push(await sandbox.createWorld());
const endAll = async (): Promise<void> => {
  for (const world of made.splice(0)) await world.close();
};

/** The median of the times, in milliseconds. */
async function takenMs(run: () => Promise<unknown>, after: () => Promise<unknown> = async () => {}): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < TIMES; n += 1) {
    const before = process.threadCpuUsage();
    await run();
    const { user, system } = process.threadCpuUsage(before);
    took.push((user + system) / 1_000);
    await after();
  }
  return took.toSorted((left, right) => left - right)[TIMES >> 1] ?? Number.NaN;
}

/** Submits below the routes, so that a large world is built quickly. Each order crosses the book and is filled. */
async function placeOrders({ profile, platform, clock }: SandboxWorld): Promise<void> {
  const { fixtures, principals } = profile;
  const port = platform.port('m1');
  const at = { accountId: fixtures.account.id, instrumentId: fixtures.instrument.id };
  const command: Omit<Command, 'key'> = {
    owner: 'orders',
    principal: { orgId: principals.trader.org, userId: principals.trader.userId ?? 0 },
    operation: 'submitOrder',
    body: { kind: 'submit', ...at, side: 'BUY', price: '101.00', qty: '1' },
  };
  for (let n = 0; n < ORDERS; n += 1) {
    await port.submit({ ...command, key: `bench-${n}` });
    if (n % A_MINUTE === A_MINUTE - 1) await clock.advance(60_000, { each: () => {} });
  }
}

const makeMs = await takenMs(make, endAll);
await using one = await sandbox.createWorld();
const resetMs = await takenMs(() => one.reset());
await placeOrders(one);
const forkMs = await takenMs(async () => void made.push(await one.fork()), endAll);
console.log(JSON.stringify({ makeMs, resetMs, forkMs }));
