/**
 * Where two members answer the same requests differently, as expectations that the good one meets and the other does not.
 * Of volatile values only their presence, their pattern, and their equality with an earlier answer are expected.
 */

import { type Exchange, errorCode, json, parse } from '../../conformance/member/exchange/exchange.ts';
import type { Place } from '../format/problem.ts';
import type { Played, PlayedStep } from '../player/played.ts';

/** Which values of an answer differ from play to play without anything being wrong. */

/** By name: ids, times, positions, cursors, free text. */
const NAMES = /(Ns|Ts|At|[sS]eq|[sS]equence|[iI]d|[cC]ursor|timestamp|inMs|[tT]icket|message|etag|nonce|reqId)$/;
/** A long run of digits is a position, a time or an id; a long text of letters and digits is sealed. */
const SEALED = /^\d{10,}$|^(?=.*\d)[\w.-]{24,}$/;

/** Headers that say nothing of the member's behaviour. */
const OF_THE_CONNECTION = ['date', 'content-length', 'connection', 'keep-alive', 'transfer-encoding', 'age'];
const VOLATILE_HEADERS =
  /^(x-request-id|etag|x-service-global-sequence|x-service-as-of-seq-ts|x-service-.*|location|retry-after)$/;

function isVolatileMember(name: string, value: unknown): boolean {
  return (
    NAMES.test(name) || (typeof value === 'string' && SEALED.test(value)) || (typeof value === 'number' && value > 1e9)
  );
}

function isVolatileHeader(name: string): boolean {
  return VOLATILE_HEADERS.test(name);
}

/** The pattern of a value of this kind; undefined: it has none that would tell it from another. */
function patternOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^[0-9]+$/.test(value)) return '^[0-9]+$';
  if (/^-?[0-9]+\.[0-9]+$/.test(value)) return '^-?[0-9]+\\.[0-9]+$';
  if (/^"[^"]*"$/.test(value)) return '^"[^"]+"$';
  if (/^\/[\w/-]*$/.test(value))
    return `^${value
      .split('/')
      .map((part) => (/\d/.test(part) ? '[^/]+' : part))
      .join('/')}$`;
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return '^[0-9a-f-]{36}$';
  return undefined;
}

/** Least to most tied to one world. */
export const RANKS = ['status', 'stated', 'pattern', 'equal', 'text'] as const;
export type Rank = (typeof RANKS)[number];

export interface Contrast {
  /** Its number among the steps as they are played, from 0. */
  readonly index: number;
  readonly at: Place;
  readonly rank: Rank;
  /** `expect` of the step; absent: the step fails by itself. */
  readonly expect?: Readonly<Record<string, unknown>>;
  /** A value that an earlier step has to save for it. */
  readonly save?: { readonly at: Place; readonly name: string; readonly way: string };
}

type Leaf = readonly [way: string, member: string, value: unknown];

const PLAIN = /^[A-Za-z_][\w-]*$/;

function below(way: string, key: string): string | undefined {
  if (PLAIN.test(key)) return `${way}.${key}`;
  return key.includes("'") ? undefined : `${way}['${key}']`;
}

/** Every place where the good value differs from the bad one, outermost where one of them has none. */
interface Unlike {
  readonly way: string;
  readonly member: string;
  readonly good: unknown;
  readonly bad: unknown;
}

function unlike(good: unknown, bad: unknown, way = '$', member = ''): readonly Unlike[] {
  if (Object.is(good, bad)) return [];
  const here = [{ way, member, good, bad }];
  if (typeof good !== 'object' || typeof bad !== 'object' || good === null || bad === null) return here;
  if (Array.isArray(good) !== Array.isArray(bad)) return here;
  if (Array.isArray(good) && Array.isArray(bad)) {
    const items = good.slice(0, bad.length).flatMap((one, i) => unlike(one, bad[i], `${way}[${i}]`, member));
    return good.length === bad.length ? items : [...here, ...items];
  }
  const keys = [...new Set([...Object.keys(good), ...Object.keys(bad)])];
  return keys.flatMap((key) => {
    const inner = below(way, key);
    const of = (value: object) => (Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined);
    return inner === undefined ? [] : unlike(of(good), of(bad), inner, key);
  });
}

function leaves(value: unknown, way = '$', member = ''): readonly Leaf[] {
  if (Array.isArray(value)) return value.flatMap((one, i) => leaves(one, `${way}[${i}]`, member));
  if (typeof value !== 'object' || value === null) return [[way, member, value]];
  return Object.entries(value).flatMap(([key, one]) => {
    const inner = below(way, key);
    return inner === undefined ? [] : leaves(one, inner, key);
  });
}

/** What the answer to a step has: the body of an exchange, the frame of a socket. */
function contentOf({ exchanges, received }: PlayedStep): unknown {
  const last = exchanges.at(-1);
  return last === undefined ? parsed(received) : json(last);
}

function parsed(text: string | undefined): unknown {
  return text === undefined ? undefined : parse(text);
}

class Contrasting {
  readonly #good: readonly PlayedStep[];
  readonly #bad: readonly PlayedStep[];

  constructor(good: Played, bad: Played) {
    this.#good = good.steps;
    this.#bad = bad.steps;
  }

  all(): readonly Contrast[] {
    return this.#good.flatMap((good, index) => {
      const bad = this.#bad[index];
      return bad === undefined ? [] : this.#ofStep(good, bad, index);
    });
  }

  #ofStep(good: PlayedStep, bad: PlayedStep, index: number): readonly Contrast[] {
    const { at } = good.step;
    const of = (rank: Rank, expect: Contrast['expect'], more = {}): Contrast => ({
      ...{ index, at, rank },
      ...(expect && { expect }),
      ...more,
    });
    // It expects something as it stands, such as an event that comes.
    if (bad.verdict === 'fail' && good.verdict !== 'fail') return [of('status', undefined)];
    const [wanted, seen] = [good.exchanges.at(-1), bad.exchanges.at(-1)];
    const found = wanted === undefined || seen === undefined ? [] : this.#ofExchange(wanted, seen, of);
    const name = wanted === undefined ? 'frame' : 'body';
    if (wanted === undefined && good.received !== undefined && bad.received === undefined) {
      return [of('status', { frame: { '$.reqId': { $present: true } } })];
    }
    if (wanted === undefined && (good.received === undefined || bad.received === undefined)) return found;
    if (wanted !== undefined && (wanted.response === null || seen?.response == null)) return found;
    const parts = unlike(contentOf(good), contentOf(bad)).flatMap((one) => this.#ofPart(one, name, index, of));
    return [...found, ...parts];
  }

  #ofExchange(
    wanted: Exchange,
    seen: Exchange,
    of: (rank: Rank, expect: Contrast['expect'], more?: object) => Contrast,
  ): readonly Contrast[] {
    if (wanted.response === null) return [];
    if (seen.response === null) return [];
    const code = errorCode(wanted);
    const status = { status: wanted.response.status, ...(code === undefined ? {} : { code }) };
    const isOther = wanted.response.status !== seen.response.status || code !== errorCode(seen);
    return [...(isOther ? [of('status', status)] : []), ...headerContrasts(wanted, seen, of)];
  }

  #ofPart(
    { way, member, good, bad }: Unlike,
    name: 'body' | 'frame',
    index: number,
    of: (rank: Rank, expect: Contrast['expect'], more?: object) => Contrast,
  ): readonly Contrast[] {
    const expecting = (rank: Rank, value: unknown, more = {}) => of(rank, { [name]: { [way]: value } }, more);
    if (way === '$')
      return Array.isArray(good) || bad !== undefined ? [] : [expecting('stated', { $present: good !== undefined })];
    if (good === undefined) return [expecting('stated', { $present: false })];
    if (Array.isArray(good)) return [expecting('stated', { $length: good.length })];
    if (typeof good === 'object' && good !== null) return [expecting('stated', { $present: true })];
    if (bad === undefined) return [expecting('stated', isVolatileMember(member, good) ? { $present: true } : good)];
    if (!isVolatileMember(member, good)) return [expecting('stated', good)];
    return [
      ...ofPattern(good, bad).map((pattern) => expecting('pattern', pattern)),
      ...this.#equals(index, good, bad).map((save) => expecting('equal', `\${${save.name}}`, { save })),
      ...(member === 'message' ? [expecting('text', good)] : []),
    ];
  }

  /** An earlier answer of the good member has the same value at a place where that of the other has another. */
  #equals(index: number, good: unknown, bad: unknown): readonly NonNullable<Contrast['save']>[] {
    if (typeof good !== 'string' || good.length < 3) return [];
    for (const [i, step] of this.#good.slice(0, index).entries()) {
      const other = this.#bad[i];
      const found = leaves(contentOf(step)).find(([, , value]) => value === good);
      if (found === undefined || other === undefined) continue;
      const [way] = found;
      const theirs = leaves(contentOf(other)).find(([path]) => path === way)?.[2];
      if (theirs !== undefined && theirs !== bad) return [{ at: step.step.at, name: `earlier${i + 1}`, way }];
    }
    return [];
  }
}

function ofPattern(good: unknown, bad: unknown): readonly unknown[] {
  const pattern = patternOf(good);
  return pattern === undefined || (typeof bad === 'string' && new RegExp(pattern, 'u').test(bad))
    ? []
    : [{ $matches: pattern }];
}

function headerContrasts(
  wanted: Exchange,
  seen: Exchange,
  of: (rank: Rank, expect: Contrast['expect']) => Contrast,
): readonly Contrast[] {
  const [good, bad] = [headerMap(wanted), headerMap(seen)];
  const names = [...new Set([...good.keys(), ...bad.keys()])].filter((name) => !OF_THE_CONNECTION.includes(name));
  return names.flatMap((name) => {
    const [value, other] = [good.get(name), bad.get(name)];
    if (value === other) return [];
    const expecting = (rank: Rank, expected: unknown) => of(rank, { headers: { [name]: expected } });
    if (value === undefined) return [expecting('stated', null)];
    if (other === undefined) return [expecting('stated', isVolatileHeader(name) ? { $present: true } : value)];
    if (!isVolatileHeader(name)) return [expecting('stated', value)];
    return [...ofPattern(value, other).map((pattern) => expecting('pattern', pattern))];
  });
}

function headerMap({ response }: Exchange): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  for (const [field, value] of response?.headers ?? []) {
    const name = field.toLowerCase();
    lines.set(name, lines.has(name) ? `${lines.get(name)}, ${value}` : value);
  }
  return lines;
}

/** Both plays are of one scenario. In the order of the steps, those of one step by rank. */
export function contrasts(good: Played, bad: Played): readonly Contrast[] {
  return new Contrasting(good, bad)
    .all()
    .toSorted((a, b) => a.index - b.index || RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank));
}
