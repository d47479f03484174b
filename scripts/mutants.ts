/**
 * `npm run mutants [-- NAME...]`: the suite against every known-bad member, or those whose names hold a NAME, and the table
 * of what killed which. Exit status 1 where a defect survives, or fails a check that it does not break.
 */
import { loadChecks } from '../conformance/runner/load-checks.ts';
import { DEFECTS } from '../gateway/defects/index.ts';
import { judgeAll } from './mutants/judge-all.ts';
import { isKilled } from './mutants/judge-defect.ts';
import { killTable, unproven } from './mutants/kill-table.ts';

const names = process.argv.slice(2);
const checks = await loadChecks();
const chosen = DEFECTS.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));

const judged = await judgeAll(chosen, (done) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${done}/${chosen.length}`);
});
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');

process.stdout.write(`${killTable(judged)}\n`);
const open =
  names.length > 0
    ? []
    : unproven(
        checks.flatMap((check) => check.proves),
        judged,
      );
if (open.length > 0) process.stdout.write(`no known-bad member breaks: ${open.join(' ')}\n`);
process.exitCode = chosen.length > 0 && judged.every(isKilled) && open.length === 0 ? 0 : 1;
