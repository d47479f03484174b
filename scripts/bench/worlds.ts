/**
 * Worlds in one process: what it takes to make one, to reset one, and to fork one with so many orders; in a loop of its own
 * each, and the median of them: on the wall, and of this process's own time on the processor, which others on the machine do
 * not lengthen so much. `answered` is up to the first answer of a new world's member, over loopback. What a world
 * weighs is the heap that sixteen more of them hold.
 *
 *     node --expose-gc scripts/bench/worlds.ts [ORDERS]
 */
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import type { Command } from '../../gateway/facts.ts';
import type { SandboxWorld } from '../../platform-sim/hosting/sandbox-world.ts';
import { type Sandbox, startSandbox } from '../../platform-sim/sandbox.ts';
import { clientOf } from '../../platform-sim/testing/sample-world.ts';
import { countArgument } from './count-argument.ts';

const ROUNDS = 21;
const WEIGHED = 16;
/** What is asked of them (S15). */
const ASKED_MS = { make: 5, reset: 5, fork: 20 } as const;

const orders = countArgument('orders', 10_000);
await using sandbox = await startSandbox();

interface Took {
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function taken(
  run: () => Promise<unknown>,
  between: () => Promise<unknown> = async () => {},
): Promise<readonly Took[]> {
  const took: Took[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [stopwatch, cpu] = [startStopwatch(), process.threadCpuUsage()];
    await run();
    const wallMs = stopwatch.nowMs();
    const { user, system } = process.threadCpuUsage(cpu);
    took.push({ wallMs, cpuMs: (user + system) / 1_000 });
    await between();
  }
  return took;
}

function medianOf(values: readonly number[]): string {
  return (values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0).toFixed(2);
}

function say(what: string, took: readonly Took[], askedMs?: number): void {
  const [wall, cpu] = [medianOf(took.map(({ wallMs }) => wallMs)), medianOf(took.map(({ cpuMs }) => cpuMs))];
  const asked = askedMs === undefined ? '' : `, asked for ${askedMs} ms`;
  console.log(`${what.padEnd(20)} ${wall} ms, processor ${cpu} ms (first ${took[0]?.wallMs.toFixed(2)} ms${asked})`);
}

async function answered(world: SandboxWorld): Promise<void> {
  const { status } = await clientOf(world).get('/orders?limit=1');
  if (status !== 200) throw new Error(`a new world answers ${status}`);
}

/** Past the door: what is measured is what it leaves behind. */
async function placeOrders(world: SandboxWorld, count: number): Promise<void> {
  const { fixtures, principals } = world.profile;
  const port = world.platform.port('m1');
  for (let n = 0; n < count; n += 1) {
    const command: Command = {
      owner: 'orders',
      principal: { orgId: principals.trader.org, userId: principals.trader.userId ?? 0 },
      key: `bench-${n}`,
      operation: 'submitOrder',
      body: {
        kind: 'submit',
        accountId: fixtures.account.id,
        instrumentId: fixtures.instrument.id,
        side: 'BUY',
        price: '101.00',
        qty: '1',
      },
    };
    await port.submit(command);
    // Each crosses the book and is filled: an organisation may have so many open, and submit so many a minute.
    if (n % 500 === 499) await world.clock.advance(60_000);
  }
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

say('make', await taken(() => make(sandbox), endAll), ASKED_MS.make);
say('make, answered', await taken(async () => answered(await make(sandbox)), endAll));
const one = await make(sandbox);
say('reset', await taken(() => one.reset()), ASKED_MS.reset);
say(
  'reset, answered',
  await taken(async () => {
    await one.reset();
    await answered(one);
  }),
);
const { control } = clientOf(one);
say('POST /reset', await taken(() => control('POST', '/reset')));
await endAll();

const big = await make(sandbox);
await placeOrders(big, orders);
const state = `${orders} orders, ${big.platform.head()} records`;
console.log(state);
const fork = async (): Promise<SandboxWorld> => {
  const world = await big.fork();
  made.push(world);
  return world;
};
const endForks = async (): Promise<void> => {
  for (const world of made.splice(1)) await world.close();
};
say('fork', await taken(fork, endForks), ASKED_MS.fork);
say('fork, answered', await taken(async () => answered(await fork()), endForks));
const { name } = big.snapshot();
say('restore', await taken(() => big.restore(name)));
say(
  'restore, answered',
  await taken(async () => {
    await big.restore(name);
    await answered(big);
  }),
);
await endAll();

if (globalThis.gc === undefined) console.log('what a world weighs is known with --expose-gc');
else {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < WEIGHED; n += 1) await answered(await make(sandbox));
  globalThis.gc();
  console.log(`a small world weighs ${((process.memoryUsage().heapUsed - before) / WEIGHED / 1024).toFixed(0)} KB`);
}
