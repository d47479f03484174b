/** One spelling for equal JSON values: members sorted by name, decimal strings by value (T12). */
import { canonicalDecimal } from '../client/same-answer.ts';

/** A JSON value as text that is equal for equal values: members sorted by name, decimal strings in canonical form. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(canonicalDecimal(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'absent';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

const ROWS = new WeakMap<object, string>();

/** The canonical text of a row, computed once because many statements compare it. */
export function stateOf(row: object): string {
  let spelt = ROWS.get(row);
  if (spelt === undefined) {
    spelt = canonicalJson(row);
    ROWS.set(row, spelt);
  }
  return spelt;
}
