/**
 * One spelling for JSON values that are equal in what the interface names: members sorted by name, decimal strings by value
 * (T12).
 */

import { NAMED_MEMBERS } from '../contract/named-members.ts';
import { canonicalDecimal } from '../member/exchange/same-answer.ts';
import type { Row } from './families.ts';

/** A JSON value as text that is equal for equal values: members sorted by name, decimal strings in canonical form. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(canonicalDecimal(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'absent';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let members = '';
  for (const name of Object.keys(value).sort()) {
    if (!NAMED_MEMBERS.has(name)) continue;
    if (members !== '') members += ',';
    members += `${JSON.stringify(name)}:${canonicalJson((value as Record<string, unknown>)[name])}`;
  }
  return `{${members}}`;
}

/** Whether two JSON values have one canonical text; it is spelled only where they differ at first sight. */
export function isSameState(a: object, b: object): boolean {
  return a === b || isIdentical(a, b) || stateOf(a) === stateOf(b);
}

/** The same values of the same members, in any order. */
function isIdentical(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && isIdentical((a as Row)[name], (b as Row)[name]));
}

/** The canonical text of a row. */
export function stateOf(row: object): string {
  return canonicalJson(row);
}
