/**
 * Markdown for a comment on a pull request: the conclusion, the counts, the failures and how to reproduce them, the
 * requirements that were not exercised and why, and every requirement in a folded table. It stays below the 65,536
 * characters of a comment: the first failures are shown in full, the others by name.
 */
import { areaTitle, requirementsInWords } from '../conformance/runner/record/areas.ts';
import {
  changesInWords,
  changesOf,
  conclusionOf,
  failingChecks,
  failuresOfRun,
  remarksOf,
  targetInWords,
} from '../conformance/runner/record/headline.ts';
import type { CheckRow, RunRecord } from '../conformance/runner/record/run-record.ts';
import type { Piece } from './differences.ts';
import { differencesOf } from './differences.ts';
import {
  acceptedWords,
  areasOf,
  brokenBy,
  depthWords,
  doubtsOf,
  durationWords,
  exercisedIn,
  exercisedTitle,
  gateWords,
  isKnown,
  type PassInPart,
  partWords,
  passesInPart,
  remarkOf,
  serverErrorsOf,
  silencesOf,
  toleratedIn,
  tolerationWords,
  VERDICT_WORDS,
  VERDICTS_IN_ORDER,
} from './reading.ts';
import { cut, visible } from './visible-text.ts';

/**
 * An invisible character between two characters that would together make a mention, a reference or a link on GitHub.
 */
const APART = '\u2060';

/** One line of prose: punctuation of markup is escaped, because an entity would not stop a mention. */
export function inline(text: string): string {
  return escaped(text).trim();
}

function escaped(text: string): string {
  return visible(text)
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_[\]|~$]/g, '\\$&')
    .replace(/[@#](?=[\w-])|:(?=\/\/)|www(?=\.)/gi, `$&${APART}`);
}

/** A code span in prose. In a table its pipes would need escapes: no table of a report has one. */
export function code(text: string): string {
  const line = visible(text).replace(/\s+/g, ' ').trim();
  const fence = '`'.repeat(longestRun(line) + 1);
  const padded = line === '' || line.startsWith('`') || line.endsWith('`') ? ` ${line} ` : line;
  return `${fence}${padded}${fence}`;
}

/** A block of code, fenced by more backticks than it holds. */
export function block(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}\n${visible(text)}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/** Maximum characters of each part; with the table of requirements they stay below a comment's 65,536. */
// biome-ignore format: one table
const ROOM = {
  failures: 12_000, table: 3_000, changes: 1_500, doubts: 6_000, names: 2_500, reasons: 4_000, parts: 6_000, tolerated: 6_000,
} as const;
const MOST_PROVED = 12;
const MOST_REASONS = 4;
const MOST_ROWS = 100;
const LONGEST_LINE = 300;
/** Maximum length of a reason or an observed value; long enough for the target's whole message. */
const LONGEST_REASON = 2_000;
const LONGEST_CASES = 50;
const LONGEST_BLOCK = 1_200;

const MARKS = {
  pass: '✅',
  fail: '❌',
  inconclusive: '❔',
  'not-exercised': '⬜',
  'not-applicable': '➖',
} as const satisfies Record<keyof typeof VERDICT_WORDS, string>;

/** Marks a pass for which some checks did not run. */
const PART_MARK = '🟡';

const TONE_MARKS = { good: MARKS.pass, bad: MARKS.fail, unsure: MARKS.inconclusive } as const;

function short(text: string): string {
  return inline(cut(text, LONGEST_LINE));
}

function whole(text: string): string {
  return inline(cut(text, LONGEST_REASON));
}

/** What differs is bold. */
function marked(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, differs }) => (differs ? `**${escaped(text)}**` : escaped(text)))
    .join('')
    .trim();
}

function failure(row: CheckRow): string {
  const { counterexample: c } = row;
  const shown = c && { ...c, expected: cut(c.expected, LONGEST_REASON), seen: cut(c.seen, LONGEST_REASON) };
  const differences = shown && differencesOf(shown, row.evidence);
  const head = `#### ${isKnown(row) ? 'Known: ' : ''}${short(row.title)}`;
  const lines = [
    `${code(cut(row.id, LONGEST_LINE))} breaks ${inline(requirementsInWords(brokenBy(row).slice(0, MOST_PROVED)))}`,
    '',
    ...serverErrorsOf(row).map((error) => `- server error: ${short(error)}`),
    `- expected: ${differences === undefined ? whole(row.reason ?? '') : marked(differences.expected)}`,
    ...(differences === undefined ? [] : [`- seen: ${marked(differences.seen)}`]),
    ...(c?.given == null ? [] : [`- given: ${code(cut(c.given, LONGEST_LINE))}`]),
    ...(c === undefined
      ? []
      : [`- seed ${c.seed}${c.path === null ? '' : `, path ${code(cut(c.path, LONGEST_LINE))}`}`]),
  ];
  const again = [c?.rerun, c?.replay, c?.curl].flatMap((line) => (line == null ? [] : [cut(line, LONGEST_BLOCK)]));
  const accepted = acceptedWords(row).slice(0, MOST_PROVED);
  return [
    ...[head, '', ...lines, ...(again.length === 0 ? [] : ['', block(again.join('\n'))])],
    // Accepted failures come after the new one.
    ...(accepted.length === 0 ? [] : ['', ...accepted.map((line) => `- accepted: ${short(line)}`)]),
    '',
  ].join('\n');
}

/** A row for each failure that fits, new ones first. */
function failureTable(record: RunRecord): readonly string[] {
  const failures = failuresOfRun(record);
  const word = changesInWords(record) === undefined ? 'fail' : undefined;
  const rows = failures.slice(0, MOST_ROWS).map(({ standing, requirement, clause, check }) => {
    const cells = [word ?? standing, requirementsInWords([requirement]), cut(clause, 160), cut(check, 80)];
    return `| ${cells.map(inline).join(' | ')} |`;
  });
  const shown = fitting(rows, ROOM.table);
  const others = failures.length - shown.length;
  const head = ['| failure | requirement | what broke | check |', '|---|---|---|---|'];
  return [...head, ...shown, '', ...(others > 0 ? [`And ${others} more failures.`, ''] : [])];
}

/** With --since: what changed, before the failures. */
function changes(record: RunRecord): readonly string[] {
  return changesOf(record).flatMap(({ title, lines }) => {
    const shown = lines.map((line) => `- ${short(line)}`);
    return [`### ${short(title)}: ${lines.length}`, '', ...listed(shown, ROOM.changes), ''];
  });
}

/** The lines that fit, and how many others there are. */
function listed(lines: readonly string[], room: number, rest = ''): readonly string[] {
  const shown = fitting(lines, room);
  return shown.length === lines.length ? shown : [...shown, `- and ${lines.length - shown.length} more${rest}`];
}

/** The first parts that fit. */
function fitting(parts: readonly string[], room: number): readonly string[] {
  let taken = 0;
  const end = parts.findIndex((part) => {
    taken += part.length + 2;
    return taken > room;
  });
  return end < 0 ? parts : parts.slice(0, end);
}

function more(rows: readonly CheckRow[], shown: number): readonly string[] {
  const rest = rows.slice(shown);
  if (rest.length === 0) return [];
  const names = rest.map(({ id }) => code(cut(id, 80)));
  const named = fitting(names, ROOM.names);
  const others = rest.length - named.length;
  return ['', `And ${rest.length} more: ${named.join(', ')}${others > 0 ? ` and ${others} others` : ''}.`];
}

function section(verdict: 'fail' | 'inconclusive', rows: readonly CheckRow[], parts: readonly string[], room: number) {
  if (rows.length === 0) return [];
  const shown = fitting(parts, room);
  const words = verdict === 'fail' ? 'failing' : 'inconclusive';
  const head = `### ${MARKS[verdict]} ${rows.length} ${words} ${rows.length === 1 ? 'check' : 'checks'}`;
  return [head, '', ...shown, ...more(rows, shown.length), ''];
}

function doubt({ id, reason, fault }: CheckRow): string {
  return `- ${code(cut(id, 80))}: ${fault ? 'fault of the suite: ' : ''}${whole(reason ?? 'no reason stated')}`;
}

function folded(title: string, lines: readonly string[]): readonly string[] {
  return ['<details>', `<summary>${title}</summary>`, '', ...lines, '', '</details>', ''];
}

function silence(record: RunRecord, verdict: 'not-exercised' | 'not-applicable'): readonly string[] {
  const groups = silencesOf(record, verdict);
  if (groups.length === 0) return [];
  const lines = groups.map(({ reason, requirements }) => `- ${requirements.length}: ${whole(reason)}`);
  const head = `### ${MARKS[verdict]} ${record.summary[verdict]} ${VERDICT_WORDS[verdict]}`;
  return [head, '', ...listed(lines, ROOM.reasons, ' reasons'), ''];
}

function notRun(id: string, part: PassInPart): string {
  const groups = [...part.notRun];
  const reasons = groups.slice(0, MOST_REASONS).map(([why, ids]) => {
    const others = ids.length > MOST_PROVED ? ` and ${ids.length - MOST_PROVED} more` : '';
    const named = ids.slice(0, MOST_PROVED).map((check) => code(cut(check, 80)));
    return `${named.join(', ')}${others} (${short(why)})`;
  });
  const rest = groups.length > MOST_REASONS ? '; and others' : '';
  return `- ${inline(id)}, ${partWords(part)}; did not run: ${reasons.join('; ')}${rest}`;
}

/** The checks that did not run, for each partial pass. */
function inPart(parts: ReadonlyMap<string, PassInPart>): readonly string[] {
  if (parts.size === 0) return [];
  const lines = [...parts].map(([id, part]) => notRun(id, part));
  const rest = ': the table below counts them, the page (--format html) names all';
  const title = `${PART_MARK} ${parts.size} passed in part: which checks did not run, and why`;
  return folded(title, listed(lines, ROOM.parts, rest));
}

function remarks(record: RunRecord): readonly string[] {
  const lines = [...gateWords(record), ...remarksOf(record)].map((line) => `- ${short(line)}`);
  return lines.length === 0 ? [] : ['### Remarks', '', ...fitting(lines, ROOM.names), ''];
}

/** The record as Markdown of less than 65,536 characters. */
export function markdown(record: RunRecord): string {
  const { run, requirements, summary } = record;
  const { tone, headline } = conclusionOf(record);
  const failures = failingChecks(record);
  const [, ...facts] = targetInWords(record);
  const doubts = doubtsOf(record);
  const parts = passesInPart(record);
  const byId = new Map(record.checks.map((row) => [row.id, row]));
  const verdictWords = (id: string, verdict: keyof typeof MARKS) => {
    const part = parts.get(id);
    return part === undefined ? `${MARKS[verdict]} ${VERDICT_WORDS[verdict]}` : `${PART_MARK} pass, ${partWords(part)}`;
  };
  const counted = (verdict: keyof typeof MARKS) =>
    `${summary[verdict]}${verdict === 'pass' && parts.size > 0 ? `, of them ${PART_MARK} ${parts.size} in part` : ''}`;
  const lines = [
    `## ${TONE_MARKS[tone]} ${short(headline)}`,
    '',
    [
      code(cut(run.target.baseUrl, LONGEST_LINE)),
      ...facts.map(([name, value]) => short(name === 'Commit' ? `commit ${value}` : value)),
    ].join(', '),
    '',
    `${whole(remarkOf(record))}.`,
    '',
    ...depthWords(record).flatMap((line) => [`${whole(line)}.`, '']),
    `| ${VERDICTS_IN_ORDER.map((verdict) => `${MARKS[verdict]} ${VERDICT_WORDS[verdict]}`).join(' | ')} |`,
    `|${VERDICTS_IN_ORDER.map(() => '--:').join('|')}|`,
    `| ${VERDICTS_IN_ORDER.map(counted).join(' | ')} |`,
    '',
    ...(run.cause === undefined ? [] : [`Stopped, for: ${short(run.cause)}`, '']),
    `Seed ${run.seed}${run.id === undefined ? '' : `, run ${short(run.id)}`}, ${run.requests} requests in ${durationWords(run.durationMs)}.`,
    '',
    ...changes(record),
    ...(failures.length === 0 ? [] : failureTable(record)),
    ...section('fail', failures, failures.map(failure), ROOM.failures),
    ...section('inconclusive', doubts, doubts.map(doubt), ROOM.doubts),
    ...remarks(record),
    ...inPart(parts),
    ...silence(record, 'not-exercised'),
    ...silence(record, 'not-applicable'),
    ...folded(`All ${requirements.length} requirements`, [
      `| requirement | verdict | ${exercisedTitle(record).toLowerCase()} | checks |`,
      '|---|---|--:|--:|',
      ...[...areasOf(record)].flatMap(([area, rows]) => [
        `| **${inline(areaTitle(area))}** | | | |`,
        ...rows.map(
          (row) =>
            `| ${inline(row.id)} | ${verdictWords(row.id, row.verdict)} | ${inline(cut(exercisedIn(row, byId), LONGEST_CASES))} | ${row.checks.length} |`,
        ),
      ]),
    ]),
    ...toleratedIn(record).flatMap(({ title, rows }) =>
      folded(
        inline(title),
        fitting(
          rows.map((row) => `- ${short(tolerationWords(row))}`),
          ROOM.tolerated,
        ),
      ),
    ),
    `<sub>touchstone ${short(record.tool.version)}</sub>`,
  ];
  return `${lines.join('\n')}\n`;
}
