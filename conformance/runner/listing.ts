/** Checks and requirements as lines of text, columns aligned. */
import { REQUIREMENTS } from '../contract/requirements.ts';
import type { Check } from './check.ts';

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

/** Id, what it proves, what it needs, what it claims. */
export function checkLines(checks: readonly Check[]): string[] {
  return aligned(checks.map(({ id, proves, needs, title }) => [id, proves.join(' '), `[${needs.join(' ')}]`, title]));
}

/** Id, since, what an observer needs, how many checks prove it, statement; in the interface's order. */
export function requirementLines(checks: readonly Check[]): string[] {
  const proved = new Map<string, number>();
  for (const id of checks.flatMap((check) => check.proves)) proved.set(id, (proved.get(id) ?? 0) + 1);
  return aligned(
    REQUIREMENTS.map(({ id, since, sees, statement }) => {
      const count = proved.get(id) ?? 0;
      return [id, since, sees, count === 0 ? 'no check yet' : count === 1 ? '1 check' : `${count} checks`, statement];
    }),
  );
}
