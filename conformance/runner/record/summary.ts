/** A run on one page, for a terminal. */
import { styleText } from 'node:util';
import { inLine } from '../../member/exchange/foreign-text.ts';
import { leftInWords } from '../run/clear-up.ts';
import { requirementsInWords } from './areas.ts';
import { depthOfRun, leftOutOfRun } from './depth.ts';
import { changesOf, conclusionOf, failingChecks, remarksOf, serverErrorInWords, targetInWords } from './headline.ts';
import type { CheckRow, OrderLeft, RequirementRow, RunRecord, Verdict } from './run-record.ts';
import { countByVerdict } from './verdict.ts';

const MOST_SHOWN = 12;
const MOST_IDS = 6;

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

function painter(colour: boolean): Paint {
  return (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text);
}

function counted(rows: readonly { readonly verdict: Verdict; readonly inPart?: unknown }[], noun: string): string {
  const counts = countByVerdict(rows);
  const inPart = rows.filter((row) => row.inPart !== undefined).length;
  const parts = (['pass', 'fail', 'inconclusive', 'not-applicable', 'not-exercised'] as const)
    .filter((verdict) => counts[verdict] > 0 || verdict === 'pass' || verdict === 'fail')
    .map(
      (verdict) =>
        `${counts[verdict]} ${verdict}${verdict === 'pass' && inPart > 0 ? `, of them ${inPart} in part` : ''}`,
    );
  return `${rows.length} ${noun}: ${parts.join(', ')}`;
}

function block(head: string, lines: readonly (readonly [name: string, text: string | null | undefined])[]): string[] {
  const shown = lines.filter(([, text]) => text !== null && text !== undefined && text !== '');
  return [
    head,
    ...shown.map(([name, text]) => `    ${name.padEnd(9)} ${name === 'curl' ? text : inLine(text ?? '')}`),
    '',
  ];
}

function failure(row: CheckRow, paint: Paint): string[] {
  const { counterexample: c } = row;
  const word = row.known === true ? paint('yellow', 'KNOWN FAILURE') : paint('red', 'FAIL');
  return block(`${word}  ${paint('bold', row.id)}  ${requirementsInWords(row.breaks ?? row.proves)}`, [
    ['claim', row.title],
    ...(row.serverErrors ?? []).map((error) => ['error', serverErrorInWords(error)] as const),
    ['expected', c?.expected],
    ['seen', c?.seen],
    ['given', c?.given],
    ['rerun', c?.rerun],
    ['replay', c?.replay],
    ['curl', c?.curl],
    // A failure that is accepted comes after the new one, and after what shows it.
    ...(row.broken ?? []).flatMap(({ clause, known }) =>
      known === undefined
        ? []
        : [['accepted', `until ${known.expires} (${known.owner}): ${clause}: ${known.reason}`] as const],
    ),
  ]);
}

function doubt(row: CheckRow, paint: Paint): string[] {
  const word = paint('yellow', row.fault === true ? 'FAULT OF THE SUITE' : 'INCONCLUSIVE');
  return block(`${word}  ${paint('bold', row.id)}  ${requirementsInWords(row.proves)}`, [['why', row.reason]]);
}

function shown(rows: readonly CheckRow[], draw: (row: CheckRow) => string[]): string[] {
  const more = rows.slice(MOST_SHOWN).map(({ id }) => id);
  const rest = more.length === 0 ? [] : [`... and ${more.length} more: ${more.join(', ')}`, ''];
  return [...rows.slice(0, MOST_SHOWN).flatMap(draw), ...rest];
}

function ids(rows: readonly RequirementRow[]): string {
  const more = rows.length - MOST_IDS;
  const named = rows.slice(0, MOST_IDS).map(({ id, inPart }) => {
    return inPart === undefined ? id : `${id} (${inPart.passed} of ${inPart.of} checks)`;
  });
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** A title and its lines; nothing without lines. */
function listed(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `    ${line}`), ''];
}

function firstOf(lines: readonly string[]): string[] {
  const more = lines.length - MOST_SHOWN;
  return [...lines.slice(0, MOST_SHOWN).map(inLine), ...(more > 0 ? [`... and ${more} more`] : [])];
}

/** Requirements grouped by reason, the most common first. */
function grouped(
  requirements: readonly RequirementRow[],
  why: (row: RequirementRow) => string,
  title: string,
): string[] {
  // The same reasons in another order are equal.
  const groups = Map.groupBy(requirements, (row) => why(row).split('; ').sort().join('; '));
  const sorted = [...groups.values()].sort((a, b) => b.length - a.length);
  const lines = sorted
    .slice(0, MOST_SHOWN)
    .map((rows) => `${rows[0] === undefined ? '' : inLine(why(rows[0]))}: ${ids(rows)}`);
  const more = sorted.length - MOST_SHOWN;
  return listed(title, [...lines, ...(more > 0 ? [`... and ${more} more reasons`] : [])]);
}

/** Reasons that say nothing about the target. */
function silent({ requirements }: RunRecord, verdict: Verdict, title: string): string[] {
  const rows = requirements.filter((row) => row.verdict === verdict);
  return grouped(rows, ({ reason }) => reason ?? '', title);
}

/** Passes for which some checks did not run, grouped by the reason. */
function inPart({ requirements, checks }: RunRecord): string[] {
  const left = new Map(checks.filter((row) => row.verdict === 'not-exercised').map(({ id, reason }) => [id, reason]));
  const why = (row: RequirementRow) => {
    const reasons = row.checks.flatMap((id) => (left.has(id) ? (left.get(id) ?? 'no reason stated').split('; ') : []));
    return [...new Set(reasons)].join('; ');
  };
  return grouped(
    requirements.filter((row) => row.inPart !== undefined),
    why,
    'Passed in part, because some of their checks did not run:',
  );
}

const COLOURS = { good: 'green', bad: 'red', unsure: 'yellow' } as const;

/** Entries of the baseline that must be fixed, and required coverage that is missing. */
function gateLines({ gate }: RunRecord, paint: Paint): string[] {
  const problems = gate?.baseline?.problems ?? [];
  const short = gate?.coverage?.filter(({ met }) => !met) ?? [];
  return [
    ...problems.map(({ kind, sentence }) => `${paint('red', `BASELINE, ${kind.toUpperCase()}`)}  ${inLine(sentence)}`),
    ...short.map(({ sentence }) => `${paint('yellow', 'COVERAGE')}  ${sentence}`),
  ];
}

function orderInWords({ account, clientOrderId, orderId }: OrderLeft): string {
  const id = orderId === null ? '' : `, orderId ${orderId}`;
  return inLine(`account ${account ?? 'not stated'}, clientOrderId ${clientOrderId ?? 'not stated'}${id}`);
}

/** The orders of the check that was cut off, one line each; empty where there is nothing to report. */
export function ordersInWords({ run }: RunRecord): readonly string[] {
  if (run.orders === undefined) return [];
  const { cancelled, mayBeOpen } = run.orders;
  const cleared = cancelled.length === 0 ? 'nothing was left to cancel' : `cancelled ${countOf(cancelled)} left open`;
  if (mayBeOpen.length === 0) return [`Cleaned up: ${cleared}; no order that it placed is open.`];
  return [
    `${cancelled.length === 0 ? '' : `Cleaned up: ${cleared}. `}${countOf(mayBeOpen)} MAY STILL BE OPEN; look, and cancel:`,
    ...mayBeOpen.map((order) => `    ${orderInWords(order)}`),
  ];
}

function countOf(orders: readonly OrderLeft[]): string {
  return `${orders.length} ${orders.length === 1 ? 'order' : 'orders'}`;
}

function leftLines({ run: { left } }: RunRecord): readonly string[] {
  if (left === undefined) return [];
  const files = new Set([left.file, ...left.rows.map(({ file = null }) => file)].filter((file) => file !== null));
  return leftInWords(
    left.rows,
    [...files].map((file) => `touchstone cleanup ${file} tries again`),
  );
}

/** The line, where there is one. */
function optional(line: string | undefined): readonly string[] {
  return line === undefined ? [] : [`${line}.`];
}

/**
 * The text of a run's result: failures first, then counts and what was not exercised. Last is what a budget left out.
 * @param colour whether to add ANSI colours.
 */
export function summary(record: RunRecord, colour: boolean): string {
  const paint = painter(colour);
  const { run, checks, requirements } = record;
  const { tone, headline } = conclusionOf(record);
  const facts = targetInWords(record).map(([name, value]) => (name === 'Commit' ? `commit ${value}` : value));
  const doubtful = checks.filter(({ verdict }) => verdict === 'inconclusive');
  const lines = [
    inLine([...facts, `seed ${run.seed}`, ...(run.id === undefined ? [] : [`run ${run.id}`])].join('  ')),
    '',
    ...shown(failingChecks(record), (row) => failure(row, paint)),
    ...shown(doubtful, (row) => doubt(row, paint)),
    ...changesOf(record).flatMap(({ title, lines: of }) => listed(`${title}:`, firstOf(of))),
    ...listed('Remarks:', remarksOf(record).map(inLine)),
    ...inPart(record),
    ...silent(record, 'not-exercised', 'Not exercised:'),
    ...silent(record, 'not-applicable', 'Not applicable:'),
    counted(checks, 'checks'),
    counted(requirements, 'requirements'),
    ...optional(depthOfRun(record)),
    ...(run.foreign === undefined ? [] : [paint('yellow', inLine(run.foreign.sentence))]),
    `${run.requests} requests in ${(run.durationMs / 1000).toFixed(1)} s`,
    ...gateLines(record, paint),
    ...(run.cause === undefined ? [] : [paint('red', `Stopped: ${inLine(run.cause)}`)]),
    paint(COLOURS[tone], `${inLine(headline)}.`),
    ...ordersInWords(record),
    ...leftLines(record),
    ...optional(leftOutOfRun(record)).map((line) => paint('yellow', line)),
  ];
  return `${lines.join('\n')}\n`;
}
