/** The table in scripts/README.md, between its two markers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot } from '../build/setup/root.mjs';

const README = fromRoot('scripts/README.md');
const [BEGIN, END] = ['<!-- bench: begin -->', '<!-- bench: end -->'] as const;

/** The text with what stands between the markers replaced. Throws if it has no markers. */
export function withTable(text: string, table: string): string {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`there is no ${BEGIN} before a ${END}`);
  return `${text.slice(0, from + BEGIN.length)}\n\n${table}\n\n${text.slice(to)}`;
}

export function writeTable(table: string): void {
  writeFileSync(README, withTable(readFileSync(README, 'utf8'), table));
}
