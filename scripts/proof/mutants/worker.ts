/** One thread of `judge-all.ts`: judges the known-bad members whose names it receives. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { DEFECTS } from '../../../gateway/defects/index.ts';
import type { OfThread } from './judge-all.ts';
import { judgeDefect } from './judge-defect.ts';

const checks = await loadChecks();
const { isWhole } = workerData as { readonly isWhole: boolean };

parentPort?.on('message', (name: string) => void judge(name).then((judged) => parentPort?.postMessage(judged)));

async function judge(name: string): Promise<OfThread> {
  const defect = DEFECTS.find((one) => one.name === name);
  if (defect === undefined) throw new Error(`no known-bad member ${name}`);
  const { defect: _, ...judged } = await judgeDefect(defect, checks, () => isWhole);
  return { name, ...judged };
}
