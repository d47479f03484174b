/**
 * `npm run mutants [-- [--whole] NAME...]`: every known-bad member, or those whose name or requirement holds a NAME, against
 * the checks that prove what it breaks; with --whole against the whole suite, and the table says which other checks failed.
 * Exit status 1 where one survives.
 */
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { DEFECTS } from '../../gateway/defects/index.ts';
import { judgeAll } from './mutants/judge-all.ts';
import { isKilled } from './mutants/judge-defect.ts';
import { killTable, unproven } from './mutants/kill-table.ts';

const given = process.argv.slice(2);
const isWhole = given.includes('--whole');
const parts = given.filter((one) => one !== '--whole');
const checks = await loadChecks();
const chosen = DEFECTS.filter(
  ({ name, breaks }) => parts.length === 0 || parts.some((part) => name.includes(part) || breaks.includes(part)),
);

const judged = await judgeAll(chosen, {
  isWhole,
  done(count) {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${count}/${chosen.length}`);
  },
});
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');

process.stdout.write(`${killTable(judged)}\n`);
const proved = checks.flatMap((check) => check.proves);
const open = parts.length > 0 ? [] : unproven(proved, judged);
if (open.length > 0) process.stdout.write(`no known-bad member breaks: ${open.join(' ')}\n`);
process.exitCode = chosen.length > 0 && judged.every(isKilled) && open.length === 0 ? 0 : 1;
