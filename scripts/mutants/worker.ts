/** One thread of `judge-all.ts`: told a name, it judges that known-bad member by the whole suite. */
import { parentPort } from 'node:worker_threads';
import { loadChecks } from '../../conformance/runner/load-checks.ts';
import { DEFECTS } from '../../gateway/defects/index.ts';
import type { Told } from './judge-all.ts';
import { judgeDefect, seesEverything } from './judge-defect.ts';

const checks = await loadChecks();
const ofOneClause = checks.filter(({ id }) => !seesEverything(id));

parentPort?.on('message', (name: string) => void judge(name).then((told) => parentPort?.postMessage(told)));

/** The stateful property is asked where no check of the clause itself fails: what else it fails of is held against nothing. */
async function judge(name: string): Promise<Told> {
  const defect = DEFECTS.find((one) => one.name === name);
  if (defect === undefined) throw new Error(`no known-bad member ${name}`);
  const first = await judgeDefect(defect, ofOneClause);
  const { defect: _, ...judged } = first.survived.length === 0 ? first : await judgeDefect(defect, checks);
  return { name, ...judged };
}
