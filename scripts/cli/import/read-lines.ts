/**
 * Reads a log to traffic: the exchanges of a sandbox (`/exchanges?bodies=true` of its control plane), its journal
 * (`/journal`, `/journal/export`), the transcript of a replay, or traffic as `record` writes it; as one JSON document, or as JSON Lines.
 */
import { UsageError } from '../usage-error.ts';
import { exchangeLog } from './exchange-log.ts';
import { journalLog } from './journal-log.ts';
import type { LogRow, ReadLog } from './log-row.ts';
import { trafficLog } from './traffic-log.ts';
import { transcriptLog } from './transcript-log.ts';

/** More records are no incident. */
const MOST_ROWS = 20_000;

/** The most notes on malformed lines. */
const MOST_NOTES = 100;

type Json = Readonly<Record<string, unknown>>;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The kinds of logs, and how a row of each is recognised. */
const KINDS = [
  { isRow: (row: Json) => row['touchstone'] === 'traffic' || isJson(row['event']), read: trafficLog },
  { isRow: (row: Json) => typeof row['type'] === 'string', read: transcriptLog },
  { isRow: (row: Json) => isJson(row['command']) && 'position' in row, read: journalLog },
  { isRow: (row: Json) => typeof row['method'] === 'string' && 'atNs' in row, read: exchangeLog },
] as const;

/** The rows of a JSON document with `items`; undefined: it is another document. */
export function itemsOf(value: unknown): readonly LogRow[] | undefined {
  const items = isJson(value) ? value['items'] : value;
  if (!Array.isArray(items)) return undefined;
  return items.flatMap((row: unknown, i) => (isJson(row) ? [{ row, where: `item ${i + 1}` }] : []));
}

/** One JSON object a line; any other line gets a note. */
export function rowsOf(text: string, notes: string[]): readonly LogRow[] {
  const lines = text.split('\n');
  return lines.flatMap((line, i) => {
    if (line.trim() === '') return [];
    const row = parsed(line);
    if (isJson(row)) return [{ row, where: `line ${i + 1}` }];
    if (notes.length < MOST_NOTES) notes.push(`line ${i + 1}: it is no JSON object, so it is left out`);
    return [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** @throws UsageError where the rows are of no known log */
export function readLog(rows: readonly LogRow[], file: string, notes: readonly string[]): ReadLog {
  if (rows.length > MOST_ROWS)
    throw new UsageError(
      `import ${file}: it has ${rows.length} records, and ${MOST_ROWS} are the most; cut out the incident`,
    );
  const kind = KINDS.find(({ isRow }) => rows.some(({ row }) => isRow(row)));
  if (kind === undefined) {
    throw new UsageError(
      `import ${file}: it is no HAR, and none of a sandbox's exchanges, its journal, a recording, or the transcript of a replay`,
    );
  }
  const own = rows.filter(({ row }) => kind.isRow(row));
  const others = rows.length - own.length;
  const read = kind.read(own);
  return {
    ...read,
    notes: [...notes, ...(others === 0 ? [] : [`left out: ${others} records of another kind`]), ...read.notes],
  };
}
