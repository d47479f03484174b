/**
 * Worlds in one process: the processor time that it takes to make one, to reset one, and to fork one of 10,000 orders; the
 * median of a loop each. Prints its samples, in milliseconds and KB.
 */
import type { SandboxWorld } from '../../../platform-sim/hosting/sandbox-world.ts';
import { type Sandbox, startSandbox } from '../../../platform-sim/sandbox.ts';
import { clientOf } from '../../../platform-sim/testing/sample-world.ts';
import { spreadOf } from '../statistics.ts';
import { placeOrders } from './placed-orders.ts';

const TIMES = 21;
const WEIGHED = 16;
const ORDERS = 10_000;

await using sandbox = await startSandbox();

async function taken(run: () => Promise<unknown>, between: () => Promise<unknown> = async () => {}) {
  const took: number[] = [];
  for (let n = 0; n < TIMES; n += 1) {
    const cpu = process.threadCpuUsage();
    await run();
    const { user, system } = process.threadCpuUsage(cpu);
    took.push((user + system) / 1_000);
    await between();
  }
  return { own: spreadOf(took).median };
}

let made: SandboxWorld[] = [];
const endAll = async (): Promise<void> => {
  for (const world of made) await world.close();
  made = [];
};
const make = async (of: Sandbox): Promise<SandboxWorld> => {
  const world = await of.createWorld();
  made.push(world);
  return world;
};

async function answered(world: SandboxWorld): Promise<void> {
  const { status } = await clientOf(world).get('/orders?limit=1');
  if (status !== 200) throw new Error(`a new world answers ${status}`);
}

const makeMs = await taken(() => make(sandbox), endAll);
const one = await make(sandbox);
const resetMs = await taken(() => one.reset());
await endAll();

const big = await make(sandbox);
await placeOrders(big, ORDERS);
const fork = async (): Promise<void> => void made.push(await big.fork());
const endForks = async (): Promise<void> => {
  for (const world of made.splice(1)) await world.close();
};
const forkMs = await taken(fork, endForks);
await endAll();

globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
for (let n = 0; n < WEIGHED; n += 1) await answered(await make(sandbox));
globalThis.gc?.();
const weight = { own: (process.memoryUsage().heapUsed - before) / WEIGHED / 1_024 };
await endAll();
console.log(JSON.stringify({ make: makeMs, reset: resetMs, fork: forkMs, weight }));
