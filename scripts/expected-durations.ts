/**
 * `npm run expected-durations -- report.json`: the time that each check took in a recorded run, as the table by which shards
 * are filled (conformance/runner/shards.ts). It is committed, so that each machine fills them alike.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readRunRecord } from '../reports/index.ts';

const FILE = fileURLToPath(new URL('../conformance/runner/expected-durations.gen.ts', import.meta.url));

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('a report is needed: npm run expected-durations -- report/report.json\n');
  process.exit(2);
}
const { checks, run } = readRunRecord(readFileSync(file, 'utf8'), file);
const ran = checks.filter(({ runs }) => runs > 0);
const rows = ran.map(({ id, durationMs }) => `  '${id}': ${Math.max(1, Math.round(durationMs))},\n`);
writeFileSync(
  FILE,
  `// Made by \`npm run expected-durations\` from the run of ${run.startedAt.slice(0, 10)}. Do not edit.
export const EXPECTED_MS: Readonly<Record<string, number>> = {
${rows.join('')}};
`,
);
process.stdout.write(`${rows.length} of ${checks.length} checks\n`);
