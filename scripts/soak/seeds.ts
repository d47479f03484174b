/**
 * Seeds of the stateful property under random faults, crashes and rolls: each seed is run twice, and both runs must leave
 * the same journal, byte for byte, and have told their clients the same. What each run told is judged by the statements of
 * keys, positions and order that hold of members of any version.
 *
 *     node scripts/soak/seeds.ts [COUNT] [FIRST]
 *
 * Exits 1 at the first seed of which one of it does not hold, and says which, and where.
 */
import { fileURLToPath } from 'node:url';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { createClock } from '../../platform-sim/clock.ts';
import { hostWorlds } from '../../platform-sim/worlds/hosted-worlds.ts';
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [count, first] = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 1)];
  const stopwatch = startStopwatch();
  const { seeds, requests, records, wrong } = await run(count, first);
  const tookS = stopwatch.nowMs() / 1_000;
  console.log(
    `${seeds} seeds twice in ${tookS.toFixed(1)} s: ${(seeds / tookS).toFixed(1)} a second; ` +
      `a run is ${(requests / seeds).toFixed(0)} requests and ${(records / seeds).toFixed(0)} records`,
  );
  for (const why of wrong) console.error(why);
  if (wrong.length > 0) process.exitCode = 1;
}
