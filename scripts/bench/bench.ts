/**
 * `npm run bench`: every figure of the table in scripts/README.md, each against its peer in the same run, in rounds that take
 * turns. Servers run on one core, the load on another, all of it on loopback.
 *
 *     npm run -s bench -- [ROW...] [--rounds N] [--compare REV] [--write]
 *
 * ROW is an id or a file of rows/, such as S1 or start. --compare runs the same rows on another revision in turn with this
 * one; --write puts the table into scripts/README.md. Exits 1 if a figure is not reached, 2 for wrong arguments.
 */
import { parseArgs } from 'node:util';
import { isPinned, moveToLoadCore } from './cores.ts';
import { type Result, resultsOf } from './result.ts';
import { namedRows } from './rows.ts';
import { runRow } from './run-row.ts';
import { tableOf } from './table.ts';
import { PRESENT } from './tree.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' } },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1)
  stop(`--rounds is a whole number from 1 on, such as 5; got ${values.rounds}`);
const rows = await namedRows(positionals);
if (typeof rows === 'string') stop(rows);

if (!isPinned) console.error('nothing is pinned to a core: taskset or a second core is missing, so expect more spread');
moveToLoadCore();
const results: Result[] = [];
for (const row of rows) {
  const trees = [PRESENT];
  const lacks = row.lacks?.(PRESENT);
  const tell = (round: number) => process.stderr.write(`\r${row.id} ${row.title}: round ${round} of ${rounds}   `);
  const taken = lacks === undefined ? await runRow(row, trees, rounds, tell) : [];
  process.stderr.write('\n');
  const fresh = resultsOf(row, taken, lacks);
  results.push(...fresh);
}
console.log(tableOf(results));
process.exit(results.some(({ judged }) => judged === 'missed') ? 1 : 0);

function stop(why: string): never {
  console.error(why);
  process.exit(2);
}
