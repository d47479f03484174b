/**
 * Kills a sample of known-bad members with budgets: a run with a budget spends it on the checks that find most.
 *
 *     node scripts/proof/soak/kills-at-depths.ts [SAMPLE]
 *
 * Default: 20 members. Exits 1 if a thorough run without a control plane, or a run of depth normal or quick, kills too few.
 */
import { hash32 } from '../../../conformance/runner/hash.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { Defect } from '../../../gateway/defects/defect.ts';
import { DEFECTS } from '../../../gateway/defects/index.ts';
import { ShortRuns } from '../suite/kills-at-depths.ts';

/** The least share of the sample for thorough runs; for the others, of what those kill. */
const LEAST = { thorough: 0.7, normal: 0.68, quick: 0.39 } as const;
const DEPTHS = ['normal', 'quick'] as const;

/** The suite waits in real time for a frame that never arrives. */
const isOfFrames = ({ breaks }: Defect) => breaks.some((id) => /^(WSS|MKT)/.test(id));

const sample = Number(process.argv[2] ?? 20);
const runs = new ShortRuns(
  await loadChecks(),
  DEPTHS.map((depth) => ({ depth, seed: 1 })),
);
const drawn = DEFECTS.filter((defect) => !isOfFrames(defect))
  .toSorted((a, b) => hash32(a.name) - hash32(b.name))
  .slice(0, sample);
const killed: (readonly boolean[])[] = [];
// A member in this process keeps no process running.
void startStopwatch().sleep(86_400_000);
for (const defect of drawn) killed.push(...[await runs.kill(defect)].filter((kills) => kills !== undefined));

const shares = {
  thorough: killed.length / drawn.length,
  normal: killed.filter(([normal]) => normal).length / killed.length,
  quick: killed.filter(([, quick]) => quick).length / killed.length,
};
for (const [depth, least] of Object.entries(LEAST)) {
  const share = shares[depth as keyof typeof shares];
  console.log(`a run of depth ${depth} kills ${share.toFixed(2)}, at least ${least}`);
  if (!(share >= least)) process.exitCode = 1;
}
process.exit();
