/**
 * Compares the verdicts of runs with 1, 4 and 16 lanes on sandboxes without a control plane. They must be the same.
 *
 *     node scripts/proof/soak/lanes.ts [SEEDS] [DEPTH] [FIRST-SEED]
 *
 * Default: ten seeds from 1 at depth normal. Every second seed allows `destructive`. Prints a line for each run. Exits 1 if two
 * runs of a seed differ in a verdict, or one fails.
 */
import type { DepthName } from '../../../conformance/runner/plan/depths.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { differences, judgedInLanes } from '../suite/judged-in-lanes.ts';

const LANES = [1, 4, 16];
const [seeds = '10', depth = 'normal', first = '1'] = process.argv.slice(2);
const checks = await loadChecks();

for (let seed = Number(first); seed < Number(first) + Number(seeds); seed += 1) {
  const runs = [];
  for (const lanes of LANES) {
    const options = { lanes, depth: depth as DepthName, seed, destructive: seed % 2 === 0 };
    const record = await judgedInLanes(checks, options);
    const { pass, fail, inconclusive } = record.summary;
    console.log(`seed ${seed}, ${lanes} lanes: ${pass} pass, ${fail} fail, ${inconclusive} inconclusive`);
    if (fail > 0) process.exitCode = 1;
    runs.push({ lanes, record });
  }
  const [alone, ...others] = runs;
  for (const { lanes, record } of others) {
    if (alone === undefined) break;
    for (const one of differences(alone.record, record)) {
      process.exitCode = 1;
      console.error(`seed ${seed}, ${lanes} lanes: ${one}`);
    }
  }
}
