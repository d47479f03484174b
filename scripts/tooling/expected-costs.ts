/**
 * `npm run expected-costs`: what each check sends, counted on sandboxes, as the table by which a run is planned, foretold and
 * divided into shards (conformance/runner/plan/costs.ts). It is committed, so that each machine plans alike. Each
 * check is run with all of its cases and with its first one alone: without a control plane, as on a deployed member,
 * and those that need one with it.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { profileOf } from '../../conformance/member/profile/read-profile.ts';
import { connect } from '../../conformance/member/target.ts';
import type { Check } from '../../conformance/runner/check.ts';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { NAMES_OF_COUNTS, NOTHING_SENT } from '../../conformance/runner/plan/sent-counts.ts';
import type { CheckRow } from '../../conformance/runner/record/run-record.ts';
import { caseNames } from '../../conformance/runner/run/case-list.ts';
import { freshKeys } from '../../conformance/runner/run/fresh-keys.ts';
import { run } from '../../conformance/runner/run/run.ts';
import { reachOf } from '../../conformance/runner/run/run-check.ts';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';

const FILE = fileURLToPath(new URL('../../conformance/runner/plan/expected-costs.gen.ts', import.meta.url));
const SEED = 1;
const PATIENCE_MS = 180_000;

/** The rows of one run of these checks. `isLeast`: with the first case of each alone. */
async function rowsOf(checks: readonly Check[], isControlled: boolean, isLeast: boolean): Promise<readonly CheckRow[]> {
  await using sandbox = await startSandbox({ clock: isControlled ? 'virtual' : 'real', seed: SEED });
  const { control, strict, ...deployed } = sandbox.profile;
  const limits = { writes: true, destructive: true, requestsPerSecond: 100_000 };
  const profile = isControlled ? { ...deployed, control, strict } : { ...deployed, limits };
  const stopwatch = startStopwatch();
  const freshKey = freshKeys(SEED, stopwatch.startedAtMs);
  const options = { stopwatch, freshKey, userAgent: 'touchstone', patienceMs: PATIENCE_MS };
  const target = await connect(profileOf(profile, 'the sandbox'), options);
  const first = (check: Check) => caseNames(check, reachOf(target)).slice(0, 1);
  try {
    const { checks: rows } = await run({
      ...{ checks, target, stopwatch, freshKey, seed: SEED, version: '0', resetBetweenChecks: isControlled },
      selection: { select: [], requirements: [], readOnly: false },
      ...(isLeast && { casesOf: first }),
    });
    return rows.filter(({ runs }) => runs > 0);
  } finally {
    await target.close();
  }
}

interface Seen {
  readonly cases: number;
  readonly counts: readonly number[];
}

function seenIn({ sent = NOTHING_SENT, depth, runs }: CheckRow): Seen {
  const cases = depth?.unit === 'runs' ? runs : (depth?.seen ?? 1);
  return { cases: Math.max(1, cases), counts: NAMES_OF_COUNTS.map((name) => sent[name]) };
}

/** The counts of the first case and of each further one. */
function costsOf(whole: CheckRow, least: CheckRow | undefined): readonly (readonly number[])[] {
  const all = seenIn(whole);
  if (whole.depth?.unit === undefined) return [all.counts];
  const one = least === undefined ? undefined : seenIn(least);
  if (one === undefined || one.cases >= all.cases) {
    const each = all.counts.map((count) => count / all.cases);
    return [each, each];
  }
  const each = all.counts.map((count, i) => Math.max(0, count - (one.counts[i] ?? 0)) / (all.cases - one.cases));
  return [one.counts, each];
}

/** As the table has it: without the counts that are 0. */
function costsText([first = [], each]: readonly (readonly number[])[]): string {
  const counts = NAMES_OF_COUNTS.map((name, i) => `${name}: ${Math.round((first[i] ?? 0) * 100) / 100}`);
  const parts = [...counts.filter((count) => !count.endsWith(': 0')), ...(each ? [`each: ${costsText([each])}`] : [])];
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/** Claims that a run met no case of: what shows them did not come about by itself. */
function unshownIn({ id, proves, cases }: CheckRow): readonly string[] {
  const unshown = cases === undefined ? [] : proves.filter((requirement) => (cases[requirement] ?? 0) === 0);
  return unshown.length === 0 ? [] : [`  '${id}': [${unshown.map((one) => `'${one}'`).join(', ')}],\n`];
}

const checks = await loadChecks();
const unshown: string[] = [];
const lines: string[] = [];
let left = checks;
for (const isControlled of [false, true]) {
  const whole = await rowsOf(left, isControlled, false);
  const least = new Map((await rowsOf(left, isControlled, true)).map((row) => [row.id, row]));
  for (const row of whole) lines.push(`  '${row.id}': ${costsText(costsOf(row, least.get(row.id)))},\n`);
  unshown.push(...whole.flatMap(unshownIn));
  left = left.filter(({ id }) => !whole.some((row) => row.id === id));
}
writeFileSync(
  FILE,
  `import type { RequirementId } from '../../contract/requirements.ts';
import type { Costs } from './costs.ts';

// Made by \`npm run expected-costs\`. Do not edit.
// Of the first case; \`each\`: of each further one.
export const EXPECTED_COSTS: Readonly<Record<string, Costs>> = {
${lines.sort().join('')}};

// What a check proves, and did not show there by itself.
export const UNSHOWN: Readonly<Record<string, readonly RequirementId[]>> = {
${unshown.sort().join('')}};
`,
);
process.stdout.write(`${lines.length} of ${checks.length} checks\n`);
