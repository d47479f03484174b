/**
 * `npm run expected-costs -- REPORT...`: what each check sends, counted in recorded runs against a sandbox, as the table by which
 * a run is planned, foretold and divided into shards (conformance/runner/plan/costs.ts). It is committed, so that each machine
 * plans alike. A check is taken from the first report that has it. Of a check with cases, a second report in which it
 * took fewer of them tells what each costs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NAMES_OF_COUNTS, NOTHING_SENT } from '../../conformance/runner/plan/sent-counts.ts';
import type { CheckRow } from '../../conformance/runner/record/run-record.ts';
import { readRunRecord } from '../../reports/index.ts';

const FILE = fileURLToPath(new URL('../../conformance/runner/plan/expected-costs.gen.ts', import.meta.url));

interface Seen {
  readonly cases: number;
  readonly counts: readonly number[];
}

function seenIn({ sent = NOTHING_SENT, depth }: CheckRow): Seen {
  return { cases: depth?.seen ?? 1, counts: NAMES_OF_COUNTS.map((name) => sent[name]) };
}

const rounded = (counts: readonly number[]) =>
  `[${counts.map((count) => Math.round(Math.max(0, count) * 100) / 100).join(', ')}]`;

/** The counts of the first case and of each further one. */
function costsOf(rows: readonly CheckRow[]): readonly (readonly number[])[] {
  const seen = rows.map(seenIn).filter(({ cases }) => cases > 0);
  const most = seen[0];
  if (most === undefined) return [];
  if (rows[0]?.depth?.unit === undefined) return [most.counts];
  const least = seen.find(({ cases }) => cases < most.cases);
  if (least === undefined) {
    const each = most.counts.map((count) => count / most.cases);
    return [each, each];
  }
  const each = most.counts.map((count, i) => Math.max(0, count - (least.counts[i] ?? 0)) / (most.cases - least.cases));
  return [least.counts.map((count, i) => count - (least.cases - 1) * (each[i] ?? 0)), each];
}

const files = process.argv.slice(2);
if (files.length === 0) {
  process.stderr.write('a report is needed: npm run expected-costs -- report/report.json\n');
  process.exit(2);
}
const ran = files
  .flatMap((file) => readRunRecord(readFileSync(file, 'utf8'), file).checks)
  .filter(({ runs }) => runs > 0);
const lines = [...Map.groupBy(ran, ({ id }) => id)]
  .map(([id, rows]) => [id, costsOf(rows)] as const)
  .filter(([, costs]) => costs.length > 0)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([id, costs]) => `  '${id}': [${costs.map(rounded).join(', ')}],\n`);
writeFileSync(
  FILE,
  `import type { Costs } from './costs.ts';

// Made by \`npm run expected-costs\`. Do not edit.
// Requests, orders, tickets, sessions, rows made, rows that stay: of the first case, and of each further one.
export const EXPECTED_COSTS: Readonly<Record<string, Costs>> = {
${lines.join('')}};
`,
);
process.stdout.write(`${lines.length} checks\n`);
