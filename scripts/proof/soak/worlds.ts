/**
 * Runs worlds next to each other, forks and restores them, with any work and any seed: each must equal the same world alone.
 * The short form is platform-sim/hosting/forks.test.ts.
 *
 *     node scripts/proof/soak/worlds.ts [COUNT] [SEED]
 *
 * Exits 1 with the smallest counterexample and the command that repeats it.
 */
import { fileURLToPath } from 'node:url';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { SAME_WORLD } from '../../../platform-sim/testing/sample-sameness.ts';

/** Throws if a property fails. */
export async function run(count: number, seed?: number): Promise<void> {
  await using sandbox = await startSandbox();
  for (const [what, holds] of Object.entries(SAME_WORLD)) {
    const stopwatch = startStopwatch();
    await holds(sandbox, { numRuns: count, ...(seed === undefined ? {} : { seed }) });
    console.log(`${count} times in ${(stopwatch.nowMs() / 1_000).toFixed(1)} s: a world is the same ${what}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [count, seed] = [Number(process.argv[2] ?? 1_000), process.argv[3]];
  await run(count, seed === undefined ? undefined : Number(seed));
}
