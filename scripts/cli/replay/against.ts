/** `replay --against`: plays scenarios against several contract versions, each in its own sandbox, as a table. */
import type { Verdict } from '../../../conformance/runner/record/run-record.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { Version } from '../../../gateway/contract/versions.ts';
import type { ReplayRecord, ReplayRow } from '../../../reports/index.ts';
import type { Paint, Scenario } from '../../../scenarios/index.ts';
import type { CommandIo } from '../command.ts';
import type { Say } from './in-order.ts';
import { inOrder } from './in-order.ts';
import { playOne } from './play-one.ts';
import { notApplicableRow, recordOf, rowOf } from './record-of.ts';

const CELLS = {
  pass: ['pass', 'good'],
  fail: ['FAIL', 'bad'],
  inconclusive: ['unsure', 'unsure'],
  'not-exercised': ['none', 'unsure'],
  'not-applicable': ['n/a', 'quiet'],
} as const satisfies Record<Verdict, readonly [string, Parameters<Paint>[0]]>;

const LEGEND = {
  fail: 'FAIL: not as expected',
  inconclusive: 'unsure: inconclusive',
  'not-exercised': 'none: expects nothing',
  'not-applicable': 'n/a: the contract of this version lacks what the scenario uses',
} as const;

const GAP = 2;
const COLUMN = 7;

/** What a row of the table is made of: its shown lines are those of the terminal. */
interface Cell extends ReplayRow {
  readonly said: readonly string[];
}

/** A scenario that says itself which versions its members have cannot be played against another. */
function ownVersions({ world, steps }: Scenario): string | undefined {
  const { members = [] } = world;
  if (members.length > 1 || members.some((member) => member.version !== undefined))
    return 'the scenario states the members of its world';
  const moves = steps.some(
    (step) =>
      (step.kind === 'member' && step.input.deploy?.version !== undefined) ||
      (step.kind === 'roll' && step.input.plan?.some(({ to }) => to !== undefined)),
  );
  return moves ? 'the scenario deploys versions itself' : undefined;
}

async function playCell(scenario: Scenario, version: Version, io: CommandIo, paint: Paint): Promise<Cell> {
  const said: string[] = [];
  const { startedAtMs } = startStopwatch();
  let reason = ownVersions(scenario);
  if (reason === undefined) {
    const play = await playOne(scenario, { kind: 'own', version }, io, {
      ...{ say: (lines) => void said.push(...lines), paint, quiet: true },
      onUnmet: ([first]) => {
        reason = first?.message.replace(/; unchecked: true sends it all the same$/, '');
      },
    });
    if (play !== undefined) return { ...rowOf(play, version), said };
  }
  return { ...notApplicableRow(scenario, version, reason ?? '', startedAtMs), said: [] };
}

/** `0.1.0 to 0.3.4, 0.9.0`: neighbours among the played versions are one range. */
function ranges(of: readonly string[], all: readonly string[]): string {
  const parts: string[][] = [];
  for (const version of of) {
    const before = parts.at(-1);
    if (before !== undefined && all.indexOf(before.at(-1) ?? '') === all.indexOf(version) - 1) before.push(version);
    else parts.push([version]);
  }
  return parts.map((part) => (part.length === 1 ? part[0] : `${part[0]} to ${part.at(-1)}`)).join(', ');
}

function table(
  scenarios: readonly Scenario[],
  versions: readonly string[],
  cells: readonly Cell[],
  paint: Paint,
  columns: number,
): readonly string[] {
  const first = Math.max(...scenarios.map(({ id }) => id.length)) + GAP;
  const perBlock = Math.max(1, Math.floor((columns - first) / (COLUMN + GAP)));
  const lines: string[] = [];
  for (let from = 0; from < versions.length; from += perBlock) {
    const block = versions.slice(from, from + perBlock);
    if (from > 0) lines.push('');
    lines.push(`${' '.repeat(first)}${block.map((version) => version.padEnd(COLUMN + GAP)).join('')}`.trimEnd());
    for (const { id, file } of scenarios) {
      const row = block.map((version) => {
        const cell = cells.find((one) => one.file === file && one.against === version);
        const [word, tone] = cell === undefined ? (['-', 'quiet'] as const) : CELLS[cell.verdict];
        return paint(tone, word) + ' '.repeat(COLUMN + GAP - word.length);
      });
      lines.push(`${id.padEnd(first)}${row.join('')}`.trimEnd());
    }
  }
  const seen = new Set(cells.map(({ verdict }) => verdict));
  const legend = Object.entries(LEGEND).filter(([verdict]) => seen.has(verdict as Verdict));
  return [...lines, ...(legend.length === 0 ? [] : ['', ...legend.map(([, words]) => paint('quiet', words))])];
}

/** What kept versions from passing, each once, with the versions that it is true of. */
function details(cells: readonly Cell[], versions: readonly string[], paint: Paint): readonly string[] {
  const wanting = cells.filter(({ verdict }) => verdict !== 'pass');
  const keyOf = ({ file, verdict, reason, steps }: Cell) =>
    JSON.stringify([file, verdict, reason, steps.map(({ step, shown }) => [step, shown?.[0]])]);
  const isPlayed = ([first]: readonly Cell[]) => Number(first?.verdict !== 'not-applicable');
  const groups = [...Map.groupBy(wanting, keyOf).values()].toSorted((a, b) => isPlayed(a) - isPlayed(b));
  return groups.flatMap((same) => {
    // The newest of them is shown whole.
    const shown = same.at(-1);
    if (shown === undefined) return [];
    const of = ranges(
      same.map(({ against = '' }) => against),
      versions,
    );
    const head = `${paint('strong', shown.id)} against ${of}: ${CELLS[shown.verdict][0]}`;
    return shown.verdict === 'not-applicable' ? [`${head}, ${shown.reason}`] : ['', head, ...shown.said];
  });
}

/** The record has a row for each scenario and version. */
export async function playAgainst(
  scenarios: readonly Scenario[],
  versions: readonly Version[],
  io: CommandIo,
  { out, paint, jobs }: { readonly out: Say; readonly paint: Paint; readonly jobs: number },
): Promise<ReplayRecord> {
  const stopwatch = startStopwatch();
  const pairs = scenarios.flatMap((scenario) => versions.map((version) => ({ scenario, version })));
  const cells = await inOrder(pairs, { jobs, out, stop: io.interrupted }, ({ scenario, version }) =>
    playCell(scenario, version, io, paint),
  );
  const { isTTY, columns } = io.stdout;
  const width = isTTY === true && columns !== undefined && columns > 0 ? columns : Number.POSITIVE_INFINITY;
  out([...table(scenarios, versions, cells, paint, width), '', ...details(cells, versions, paint)]);
  const rows = cells.map(({ said: _, ...row }) => row);
  return recordOf(rows, { startedAtMs: stopwatch.startedAtMs, durationMs: stopwatch.nowMs() });
}
