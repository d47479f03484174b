/**
 * Runs every case of every check alone, each on a new sandbox: no case fails or is inconclusive, and each proves the
 * requirements that it names.
 *
 *     node scripts/proof/soak/single-cases.ts [--deployed] [CHECK-PREFIX]...
 *
 * Runs them with a control plane and without one; with `--deployed` only without one. Prints the number of requests of each
 * check's first case and of its most expensive case. Exits 1 if a case does not prove the requirements that it names.
 */
import { fileURLToPath } from 'node:url';
import type { Check } from '../../../conformance/runner/check.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { runAlone, type Shown, type SingleCase, singleCases } from '../suite/single-case.ts';

/** Sandboxes at once. */
const AT_ONCE = 4;

export interface Proved {
  readonly ran: readonly (SingleCase & Shown)[];
  readonly wrong: readonly string[];
}

/** Runs each of these cases alone. */
export async function run(cases: readonly SingleCase[]): Promise<Proved> {
  const ran: (SingleCase & Shown)[] = [];
  const left = cases.values();
  const inTurn = async () => {
    for (const one of left) ran.push({ ...one, ...(await runAlone(one)) });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
  return { ran, wrong: ran.flatMap(({ wrong }) => wrong) };
}

/** The cases of both kinds of sandbox. */
export async function casesOfBoth(checks: readonly Check[]): Promise<readonly SingleCase[]> {
  return [...(await singleCases(checks, false)), ...(await singleCases(checks, true))];
}

const titleOf = ({ check, isControlled }: SingleCase) => `${check.id}${isControlled ? ', with control' : ''}`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isOfDeployed = process.argv.includes('--deployed');
  const prefixes = process.argv.slice(2).filter((arg) => arg !== '--deployed');
  const isChosen = ({ id }: Check) => prefixes.length === 0 || prefixes.some((prefix) => id.startsWith(prefix));
  const checks = (await loadChecks()).filter(isChosen);
  const cases = isOfDeployed ? await singleCases(checks, false) : await casesOfBoth(checks);
  const { ran, wrong } = await run(cases);
  for (const [title, of] of Map.groupBy(ran, titleOf)) {
    const first = of.find(({ name }) => name === cases.find((one) => titleOf(one) === title)?.name);
    const most = of.toSorted((a, b) => b.requests - a.requests)[0];
    console.log(`${title}: first ${first?.requests} of ${first?.name}; most ${most?.requests} of ${most?.name}`);
  }
  for (const why of wrong) console.error(why);
  if (wrong.length > 0) process.exitCode = 1;
}
