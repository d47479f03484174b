/** Compares one answer with a step's expectation; each mismatch has its place in the file. */
import type { Exchange } from '../../conformance/member/exchange/exchange.ts';
import { errorCode, headers, json } from '../../conformance/member/exchange/exchange.ts';
import type { Difference } from '../format/matchers.ts';
import { differences, valueWords } from '../format/matchers.ts';
import type { Place } from '../format/problem.ts';
import type { Expectation, StatusRule } from '../format/scenario.ts';
import { follow, readWay } from '../format/way.ts';

export interface Mismatch {
  /** The part of the answer: `status`, `header location`, `body items[0].status`. */
  readonly what: string;
  readonly expected: string;
  readonly seen: string;
  readonly at: Place;
}

/** Long enough for a row, short enough for a line. */
const SEEN_LENGTH = 200;

function statusHolds(rule: StatusRule, seen: number): boolean {
  if (typeof rule === 'number') return seen === rule;
  const within = Math.floor(seen / 100) === Number(rule.at(-3));
  return rule.startsWith('not ') ? !within : within;
}

/** A value as JSON for a message, cut to a maximum length. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= SEEN_LENGTH ? text : `${text.slice(0, SEEN_LENGTH)}... (${text.length} characters)`;
}

export type PlaceOf = (...way: readonly string[]) => Place;

/** Compares a body or a frame, which `what` names in messages. */
export function valueMismatches(
  what: 'body' | 'frame',
  expected: unknown,
  seen: unknown,
  placeOf: PlaceOf,
): readonly Mismatch[] {
  const mismatch = (at: Place) => (difference: Difference) => ({
    what: difference.path === '' ? what : `${what} ${difference.path}`,
    expected: difference.expected,
    seen: shown(difference.seen),
    at,
  });
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) {
    return differences(expected, seen).map(mismatch(placeOf(what)));
  }
  const entries = Object.entries(expected);
  const ways = entries.filter(([key]) => /^\$([.[]|$)/.test(key));
  const plain = Object.fromEntries(entries.filter(([key]) => !/^\$([.[]|$)/.test(key)));
  return [
    ...(ways.length > 0 && Object.keys(plain).length === 0
      ? []
      : differences(plain, seen).map((one) => mismatch(placeOf(what, one.path.split(/[.[]/)[0] ?? ''))(one))),
    ...ways.flatMap(([key, value]) =>
      differences(value, follow(seen, readWay(key) ?? []), key.replace(/^\$\.?/, '')).map(mismatch(placeOf(what, key))),
    ),
  ];
}

/** As `mismatches`, for the answer to an op; `seen` is its frame. */
export function replyMismatches(
  expected: Expectation,
  seen: Readonly<Record<string, unknown>> | undefined,
  placeOf: PlaceOf,
): readonly Mismatch[] {
  const code = seen?.['code'];
  return [
    ...(expected.answer === 'none'
      ? [{ what: 'answer', expected: 'none', seen: shown(seen), at: placeOf('answer') }]
      : []),
    ...(expected.code !== undefined && !(typeof code === 'string' && expected.code.includes(code))
      ? [{ what: 'code', expected: expected.code.join(' or '), seen: shown(code), at: placeOf('code') }]
      : []),
    ...(expected.frame === undefined ? [] : valueMismatches('frame', expected.frame, seen, placeOf)),
  ];
}

/** Every part of the answer that does not match; empty if all do. `e` must have an answer. */
export function mismatches(expected: Expectation, e: Exchange, placeOf: PlaceOf): readonly Mismatch[] {
  const found: Mismatch[] = [];
  const status = e.response?.status ?? 0;
  if (expected.answer === 'none') {
    found.push({ what: 'answer', expected: 'none', seen: `${status}`, at: placeOf('answer') });
  }
  if (expected.status?.some((rule) => statusHolds(rule, status)) === false) {
    const code = errorCode(e);
    const seen = code === undefined ? `${status}` : `${status} ${code}`;
    found.push({ what: 'status', expected: expected.status.join(' or '), seen, at: placeOf('status') });
  }
  const code = errorCode(e);
  if (expected.code !== undefined && (code === undefined || !expected.code.includes(code))) {
    found.push({ what: 'code', expected: expected.code.join(' or '), seen: code ?? 'nothing', at: placeOf('code') });
  }
  for (const [name, wanted] of Object.entries(expected.headers ?? {})) {
    const values = headers(e, name);
    const seen = values.length === 0 ? undefined : values.join(', ');
    const holds = wanted === null ? seen === undefined : differences(wanted, seen).length === 0;
    if (holds) continue;
    const words = wanted === null ? 'no such header' : valueWords(wanted);
    found.push({ what: `header ${name}`, expected: words, seen: shown(seen), at: placeOf('headers', name) });
  }
  if (expected.body !== undefined) found.push(...valueMismatches('body', expected.body, json(e), placeOf));
  return found;
}
