/** The results as a Markdown table; a terminal reads it as well. */
import type { Result } from './result.ts';
import type { Spread } from './statistics.ts';

const HEAD = ['row', 'work', 'figure (least to most)', 'wanted', '', 'own', 'peer'];
const OTHER_HEAD = ['other revision', 'own against it'];

export function tableOf(results: readonly Result[]): string {
  const hasOther = results.some(({ other }) => other !== undefined);
  const rows = [hasOther ? [...HEAD, ...OTHER_HEAD] : HEAD];
  for (const result of results) rows.push([...cellsOf(result), ...(hasOther ? otherCellsOf(result) : [])]);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

function cellsOf(result: Result): readonly string[] {
  const { id, title, unit, peer, figure, own, peerOwn, wanted, judged, lacks } = result;
  if (judged === 'not measured') return [id, title, `not measured: ${lacks}`, wanted, '', '', peer ?? ''];
  const value = `${spread(figure)}${peer === undefined ? ` ${unit}` : ''}`;
  const peerCell = peerOwn === undefined ? '' : `${peer}: ${rounded(peerOwn.median)} ${unit}`;
  return [id, title, value, wanted, judged, `${rounded(own.median)} ${unit}`, peerCell];
}

function otherCellsOf({ other }: Result): readonly string[] {
  return other === undefined ? ['', ''] : [`${other.name}: ${spread(other.figure)}`, spread(other.ratio)];
}

function spread({ median, least, most }: Spread): string {
  return `${rounded(median)} (${rounded(least)} to ${rounded(most)})`;
}

/** Three digits, and whole numbers whole. */
function rounded(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
