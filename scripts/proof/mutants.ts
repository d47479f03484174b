/**
 * `npm run mutants`: every known-bad member against all checks, over recorded histories where they can show it.
 * `npm run mutants -- NAME...`: the members with a NAME in their name or requirement, each live, against the checks that prove
 * what it breaks. Prints the kill table. Exits 1 if a member survives or is blamed for something that it does not break.
 */
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { DEFECTS } from '../../gateway/defects/index.ts';
import { judgeAll, judgeAllLive } from './mutants/judge-all.ts';
import { isKilled } from './mutants/judged.ts';
import { killTable, unproven } from './mutants/kill-table.ts';

const parts = process.argv.slice(2);
const isWhole = parts.length === 0;
const checks = await loadChecks();
const chosen = DEFECTS.filter(
  ({ name, breaks }) => isWhole || parts.some((part) => name.includes(part) || breaks.includes(part)),
);
const done = (count: number): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${count}/${chosen.length}`);
};

const judged = isWhole ? (await judgeAll(chosen, checks, done)).judged : await judgeAllLive(chosen, done);
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');

const proved = isWhole ? checks.flatMap((check) => check.proves) : [];
process.stdout.write(`${killTable(proved, judged)}\n`);
const isGood = judged.every((row) => isKilled(row) && row.astray.length === 0);
process.exitCode = chosen.length > 0 && isGood && unproven(proved, chosen).length === 0 ? 0 : 1;
