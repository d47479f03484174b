/**
 * `npm run bench`: measures every figure of the table in scripts/README.md. The product and its peer take turns in the same
 * run. Servers run on one core and the load on another, over loopback.
 *
 *     npm run -s bench -- --help
 *     npm run -s bench -- [ROW...] [--rounds N] [--compare REV] [--write]
 *
 * ROW is an id or a name of rows.ts, such as S1 or start. --compare runs the same rows on another revision too, in turn with
 * this one. --write puts the table into scripts/README.md. Exits 1 if a bound is missed, 2 for invalid arguments.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startSandboxProcess } from '../load/sandbox-process.ts';
import { isPinned, LOAD_CORE, moveTo } from './cores.ts';
import { isRevision, otherTree } from './other-tree.ts';
import { PRESENT, type Row } from './row.ts';
import { namedRows, rowLines } from './rows.ts';
import { runRow, type Taken } from './run-row.ts';
import { type Result, resultOf, tableOf, writeTable } from './table.ts';

const { values, positionals } = given();
if (values.help) {
  console.log(help());
  process.exit(0);
}
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) stop(`--rounds is a whole number such as 5; got ${values.rounds}`);
if (values.write && positionals.length > 0) stop('--write takes all rows: the table is written whole');
const rows = namedRows(positionals);
if (typeof rows === 'string') stop(rows);
if (values.compare !== undefined && !isRevision(values.compare)) {
  stop(`--compare ${values.compare}: git knows no such revision; state a branch, a tag or a commit`);
}

if (!isPinned) console.error('nothing is pinned to a core: taskset or a second core is missing, so expect more spread');
const circumstances = `Taken in ${rounds} rounds on ${availableParallelism()} cores; when it began, the load average was ${loadavg()[0]?.toFixed(1)}.`;
const results = await measured(rows, values.compare);
const table = `${tableOf(results)}\n\n${circumstances}`;
console.log(table);
if (values.write) writeTable(table);
process.exit(results.some(({ judged }) => judged === 'missed') ? 1 : process.exitCode);

async function measured(chosen: readonly Row[], revision: string | undefined): Promise<readonly Result[]> {
  using other = revision === undefined ? undefined : otherTree(revision);
  moveTo(LOAD_CORE);
  // A row kills its servers, and Node writes its compile cache only at a regular exit. So one server exits regularly first.
  const programs = [PRESENT.program, ...(other === undefined ? [] : [other.program])];
  for (const program of programs) await (await startSandboxProcess({ program })).end();
  const results = new Map<Row, Result>();
  const groups = [...Map.groupBy(chosen, ({ own }) => own).values()];
  for (const together of groups.flatMap((rows) => [...Map.groupBy(rows, ({ peer }) => peer).values()])) {
    const [first] = together as [Row];
    const showProgress = (what: string) => process.stderr.write(`\r\x1b[K${first.id} ${first.work}: ${what}`);
    let lacks = lackOf(first);
    let taken: Taken | undefined;
    showProgress('starting');
    try {
      if (lacks === undefined) {
        taken = await runRow(first, PRESENT, other, rounds, (n) => showProgress(`round ${n} of ${rounds}`));
      }
    } catch (error) {
      // Keep going: a run takes half an hour, and the other rows are still useful.
      lacks = `failed: ${String((error as Error).message).split('\n')[0]}`;
      process.exitCode = 1;
    }
    for (const row of together) results.set(row, resultOf(row, taken, lacks));
    showProgress(`${together.map((row) => results.get(row)?.cells[2]).join('; ')}\n`);
  }
  return chosen.flatMap((row) => results.get(row) ?? []);
}

function lackOf({ isLong = false, lacks }: Row): string | undefined {
  return isLong && positionals.length === 0 ? 'it takes minutes, so it must be named' : lacks?.();
}

function given() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '5' },
        compare: { type: 'string' },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    // Node appends advice about dashes to the first sentence.
    return stop(`${String((error as Error).message).split('. ')[0]}; --help lists the options`);
  }
}

function help(): string {
  return `npm run bench -- [ROW]... [--rounds N] [--compare REV] [--write]

  --rounds N     how often each row is measured, 5 unless stated; a figure is the median
  --compare REV  the same rows on another revision of this repository, in turn with this one
  --write        puts the table of all rows into scripts/README.md

${rowLines().join('\n')}`;
}

function stop(why: string): never {
  console.error(`bench: ${why}`);
  process.exit(2);
}
