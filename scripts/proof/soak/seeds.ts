/**
 * Seeds of the stateful property under random faults, crashes and rolls: each seed is run twice, and both runs must leave
 * the same journal, byte for byte, and have told their clients the same. What each run told is judged by the statements of
 * keys, positions and order that hold of members of any version.
 *
 *     node scripts/proof/soak/seeds.ts [COUNT] [FIRST]
 *
 * Exits 1 at the first seed of which one of it does not hold, and says which, and where.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { createClock } from '../../../platform-sim/clock.ts';
import { hostWorlds } from '../../../platform-sim/hosting/hosted-worlds.ts';
import { faultOf, firstDifference } from './seeds/judged-run.ts';
import { runSeed } from './seeds/seeded-run.ts';

export interface Soaked {
  readonly seeds: number;
  readonly requests: number;
  readonly records: number;
  /** What is wrong, for a person, with the seed; none where all is well. */
  readonly wrong: readonly string[];
}

const ADDRESS = 'http://touchstone.test';

/** @param enough how many wrong seeds end it early. */
export async function run(count: number, first = 1, enough = 1): Promise<Soaked> {
  const machineClock = createClock({ mode: 'real' });
  const worlds = await hostWorlds({ gatewayUrl: ADDRESS, controlUrl: ADDRESS, machineClock, clock: 'virtual' });
  const wrong: string[] = [];
  let [requests, records, seeds] = [0, 0, 0];
  for (let seed = first; seed < first + count && wrong.length < enough; seed += 1) {
    const once = await runSeed(worlds, seed);
    const again = await runSeed(worlds, seed);
    const why = faultOf(once) ?? firstDifference(once, again);
    if (why !== undefined) wrong.push(`seed ${seed}: ${why}`);
    seeds += 1;
    requests += once.exchanges.length;
    records += once.journal.length;
  }
  await worlds.main.close();
  return { seeds, requests, records, wrong };
}

/** As `run`, in as many processes as there are processors. */
async function runSideBySide(count: number, first: number): Promise<Soaked> {
  const shards = Math.min(availableParallelism(), Math.ceil(count / SEEDS_A_SHARD));
  if (shards <= 1) return run(count, first);
  const each = Math.ceil(count / shards);
  const parts = await Promise.all(
    Array.from({ length: shards }, (_, shard) => {
      const from = first + shard * each;
      return inOwnProcess(Math.min(each, first + count - from), from);
    }),
  );
  const sum = (of: 'seeds' | 'requests' | 'records') => parts.reduce((total, part) => total + part[of], 0);
  return {
    seeds: sum('seeds'),
    requests: sum('requests'),
    records: sum('records'),
    wrong: parts.flatMap(({ wrong }) => wrong),
  };
}

async function inOwnProcess(count: number, first: number): Promise<Soaked> {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [PROGRAM, `${count}`, `${first}`, SHARD], { stdio: [...stdio] });
  const said = await text(child.stdout as Readable);
  if (said === '') throw new Error(`the process of the seeds from ${first} on said nothing`);
  return JSON.parse(said) as Soaked;
}

const PROGRAM = fileURLToPath(import.meta.url);
const SEEDS_A_SHARD = 100;
const SHARD = '--shard';

if (process.argv[1] === PROGRAM) {
  const [count, first] = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 1)];
  if (process.argv[4] === SHARD) process.stdout.write(JSON.stringify(await run(count, first)));
  else await tell(count, first);
}

async function tell(count: number, first: number): Promise<void> {
  const stopwatch = startStopwatch();
  const { seeds, requests, records, wrong } = await runSideBySide(count, first);
  const tookS = stopwatch.nowMs() / 1_000;
  console.log(
    `${seeds} seeds twice in ${tookS.toFixed(1)} s: ${(seeds / tookS).toFixed(1)} a second; ` +
      `a run is ${(requests / seeds).toFixed(0)} requests and ${(records / seeds).toFixed(0)} records`,
  );
  for (const why of wrong) console.error(why);
  if (wrong.length > 0) process.exitCode = 1;
}
