/** Renders the results as a Markdown table that is also readable in a terminal. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot } from '../tooling/setup/root.mjs';
import type { Row, Sample } from './row.ts';
import type { Taken } from './run-row.ts';

interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export interface Result {
  readonly judged: 'reached' | 'missed' | 'stated' | 'not measured';
  /** own / peer of each round, or own if there is no peer. */
  readonly figure: Spread;
  /** The cells for HEAD and OTHER_HEAD. */
  readonly cells: readonly string[];
}

const HEAD = ['row', 'work', 'figure (least to most)', 'wanted', '', 'own', 'peer'];
const OTHER_HEAD = ['other revision', 'own against it'];

/** @param lacks why the row was not measured, if `taken` is absent */
export function resultOf(row: Row, taken: Taken | undefined, lacks = ''): Result {
  const values = (samples: readonly Sample[] = []) => samples.map((sample) => numberOf(sample, row.figure));
  const [own, peer, other] = [values(taken?.own), values(taken?.peer), values(taken?.other?.samples)];
  const figureOf = (side: readonly number[]) => (row.peer === undefined ? spreadOf(side) : ratioOf(side, peer));
  const figure = figureOf(own);
  const judged = taken === undefined ? 'not measured' : judgedOf(row, figure.median);
  const median = (of: readonly number[]) => `${rounded(spreadOf(of).median)} ${row.unit}`;
  const shown = `${spread(figure)}${row.peer === undefined ? ` ${row.unit}` : ''}`;
  const peerCell = row.peer === undefined ? '' : `${row.peer.name}: ${median(peer)}`;
  const cells =
    taken === undefined
      ? [row.id, row.work, `not measured: ${lacks}`, wantedOf(row), '', '', row.peer?.name ?? '']
      : [row.id, row.work, shown, wantedOf(row), judged, median(own), peerCell];
  if (taken?.other !== undefined) {
    cells.push(`${taken.other.tree}: ${spread(figureOf(other))}`, spread(ratioOf(own, other)));
  }
  return { judged, figure, cells };
}

export function tableOf(results: readonly Result[]): string {
  const columns = Math.max(HEAD.length, ...results.map(({ cells }) => cells.length));
  const rows = [[...HEAD, ...OTHER_HEAD].slice(0, columns), ...results.map(({ cells }) => cells)];
  const widths = Array.from({ length: columns }, (_, n) => Math.max(3, ...rows.map((row) => (row[n] ?? '').length)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, n) => (cells[n] ?? '').padEnd(width)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

function numberOf(sample: Sample, name: string): number {
  const value = sample[name];
  if (value === undefined)
    throw new Error(`no figure ${name} was measured; there are ${Object.keys(sample).join(', ')}`);
  return value;
}

/** Returns NaN if there are no values. */
function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((left, right) => left - right);
  const [lower = NaN, upper = NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return { median: (lower + upper) / 2, least: sorted[0] ?? NaN, most: sorted.at(-1) ?? NaN };
}

function ratioOf(values: readonly number[], peers: readonly number[]): Spread {
  return spreadOf(values.map((value, round) => value / (peers[round] ?? NaN)));
}

function judgedOf({ wanted }: Row, value: number): Result['judged'] {
  if (wanted === undefined) return 'stated';
  const isReached = 'atLeast' in wanted ? value >= wanted.atLeast : value <= wanted.atMost;
  return isReached ? 'reached' : 'missed';
}

function wantedOf({ wanted }: Row): string {
  if (wanted === undefined) return '';
  return 'atLeast' in wanted ? `at least ${wanted.atLeast}` : `at most ${wanted.atMost}`;
}

function spread({ median, least, most }: Spread): string {
  return `${rounded(median)} (${rounded(least)} to ${rounded(most)})`;
}

/** Rounds to three significant digits; whole numbers are unchanged. */
function rounded(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

const README = fromRoot('scripts/README.md');
const [BEGIN, END] = ['<!-- bench: begin -->', '<!-- bench: end -->'] as const;

/** Replaces the text between the two markers. Throws if the markers are missing. */
export function withTable(text: string, table: string): string {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`there is no ${BEGIN} before a ${END}`);
  return `${text.slice(0, from + BEGIN.length)}\n\n${table}\n\n${text.slice(to)}`;
}

/** Puts the table into scripts/README.md. */
export function writeTable(table: string): void {
  writeFileSync(README, withTable(readFileSync(README, 'utf8'), table));
}
