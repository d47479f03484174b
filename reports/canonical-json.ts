/**
 * report.json: the record itself with its properties in a fixed order and each requirement and each check on a line of
 * its own, so that two reports can be compared as text. Names that are not in this list come last, by code point.
 */
import type { RunRecord } from '../conformance/runner/record/run-record.ts';

/** The order of the design. One list serves every object of a record, because no two of them disagree. */
const ORDER = [
  ...['schema', 'tool', 'run', 'name', 'version', 'n', 'id', 'label', 'actor', 'title', 'proves'],
  ...['method', 'seed', 'path', 'given', 'expected', 'clause', 'seen', 'exchanges', 'rerun', 'curl'],
  ...['scenario', 'replay', 'unconfirmed'],
  ...['verdict', 'reason', 'runs', 'startedAt', 'durationMs', 'target', 'baseUrl', 'contract', 'rest', 'socket'],
  ...['requests', 'stopped', 'summary', 'pass', 'fail', 'inconclusive', 'not-applicable', 'not-exercised'],
  ...['requirements', 'checks', 'exercised', 'depth', 'counterexample', 'known', 'fault', 'evidence'],
  ...['request', 'sentAtMs', 'answeredAtMs', 'response', 'status', 'headers', 'body', 'failure'],
];

const RANK = new Map(ORDER.map((name, rank) => [name, rank]));

function byOrder(a: string, b: string): number {
  const [left, right] = [RANK.get(a) ?? ORDER.length, RANK.get(b) ?? ORDER.length];
  if (left !== right) return left - right;
  return a < b ? -1 : 1;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).sort(byOrder);
  return Object.fromEntries(names.map((name) => [name, ordered((value as Record<string, unknown>)[name])]));
}

function rowALine(rows: readonly unknown[]): string {
  return rows.length === 0 ? '[]' : `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`;
}

/** Without indentation, which would be a third of the file. Ends with a line feed. */
export function canonicalJson(record: RunRecord): string {
  const members = Object.entries(ordered(JSON.parse(JSON.stringify(record))) as object).map(([name, value]) => {
    const text = Array.isArray(value) ? rowALine(value) : JSON.stringify(value);
    return `${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${members.join(',\n')}\n}\n`;
}
