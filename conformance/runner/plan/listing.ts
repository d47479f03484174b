/** Checks and requirements as lines of text, columns aligned. */
import { REQUIREMENTS } from '../../contract/requirements.ts';
import type { Check } from '../check.ts';

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  }
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Narrower terminals are treated as this wide; a terminal without a known width reports 0. */
const NARROWEST = 20;

/**
 * Splits words into lines of at most `width` characters; a longer word is cut, so that the terminal does not wrap
 * it.
 */
function wrapped(text: string, width: number, indent: string): string[] {
  const room = Math.max(NARROWEST, width) - indent.length;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => each.match(new RegExp(`.{1,${room}}`, 'gu')) ?? [])) {
    if (line !== '' && line.length + word.length + 1 > room) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => indent + each);
}

/** Each row as a head and indented details, no line wider than the terminal. */
function stacked(rows: readonly (readonly [head: string, ...below: readonly string[]])[], width: number): string[] {
  return rows.flatMap(([head, ...below]) => [
    ...wrapped(head, width, ''),
    ...below.flatMap((text) => (text === '' ? [] : wrapped(text, width, '    '))),
  ]);
}

/**
 * Id, what it proves, what it needs, what it claims: one line for each check, or lines of at most `width` on a
 * terminal.
 */
export function checkLines(checks: readonly Check[], width?: number): string[] {
  if (width === undefined) {
    return aligned(checks.map(({ id, proves, needs, title }) => [id, proves.join(' '), `[${needs.join(' ')}]`, title]));
  }
  return stacked(
    checks.map(({ id, proves, needs, title }) => [id, title, `proves ${proves.join(' ')}`, `needs ${needs.join(' ')}`]),
    width,
  );
}

/**
 * Id, since, what an observer needs, how many checks prove it, statement; in the interface's order. `width` as
 * above.
 */
export function requirementLines(checks: readonly Check[], width?: number): string[] {
  const proved = new Map<string, number>();
  for (const id of checks.flatMap((check) => check.proves)) proved.set(id, (proved.get(id) ?? 0) + 1);
  const rows = REQUIREMENTS.map(({ id, since, sees, statement }) => {
    const count = proved.get(id) ?? 0;
    return [
      id,
      since,
      sees,
      count === 0 ? 'no check yet' : count === 1 ? '1 check' : `${count} checks`,
      statement,
    ] as const;
  });
  if (width === undefined) return aligned(rows);
  return stacked(
    rows.map(([id, since, sees, count, statement]) => [`${id}  since ${since}, ${sees}, ${count}`, statement]),
    width,
  );
}
