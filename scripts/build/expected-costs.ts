/**
 * `npm run expected-costs -- report.json`: what each check took and sent in a recorded run against a sandbox, as the table by
 * which shards are filled (conformance/runner/plan/shards.ts) and a run is foretold (foretold.ts). It is committed, so that each
 * machine fills and foretells alike.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NOTHING_SENT } from '../../conformance/runner/plan/sent-counts.ts';
import { readRunRecord } from '../../reports/index.ts';

const FILE = fileURLToPath(new URL('../../conformance/runner/plan/expected-costs.gen.ts', import.meta.url));

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('a report is needed: npm run expected-costs -- report/report.json\n');
  process.exit(2);
}
const { checks, run } = readRunRecord(readFileSync(file, 'utf8'), file);
const ran = checks.filter(({ runs }) => runs > 0);
const rows = ran.map(({ id, durationMs, sent = NOTHING_SENT }) => {
  const { requests, orders, tickets, sessions, rows: made, staying } = sent;
  const costs = [Math.max(1, Math.round(durationMs)), requests, orders, tickets, sessions, made, staying];
  return `  '${id}': [${costs.join(', ')}],\n`;
});
writeFileSync(
  FILE,
  `import type { Costs } from './foretold.ts';

// Made by \`npm run expected-costs\` from the run of ${run.startedAt.slice(0, 10)}. Do not edit.
// Milliseconds, requests, orders, tickets, sessions, rows made, rows that stay.
export const EXPECTED_COSTS: Readonly<Record<string, Costs>> = {
${rows.join('')}};
`,
);
process.stdout.write(`${rows.length} of ${checks.length} checks\n`);
