/**
 * Every case of every check taken alone, each on a sandbox of its own: no case fails or is inconclusive, and each shows
 * the requirements that it names.
 *
 *     node scripts/proof/soak/single-cases.ts [CHECK-PREFIX]...
 *
 * Prints what each check sends with its first case alone. Exits 1 where a case does not show what it names.
 */
import { fileURLToPath } from 'node:url';
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const prefixes = process.argv.slice(2);
  const isChosen = ({ id }: { readonly id: string }) =>
    prefixes.length === 0 || prefixes.some((prefix) => id.startsWith(prefix));
  const cases = await singleCases((await loadChecks()).filter(isChosen));
  const { ran, wrong } = await run(cases);
  for (const [{ id }, of] of Map.groupBy(cases, ({ check }) => check)) {
    const first = ran.find(({ check, name }) => check.id === id && name === of[0]?.name);
    console.log(`${`${first?.requests ?? 0}`.padStart(4)} requests, 1 of ${of.length} cases: ${id}, ${first?.name}`);
  }
  for (const why of wrong) console.error(why);
  if (wrong.length > 0) process.exitCode = 1;
}
