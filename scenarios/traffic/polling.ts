/**
 * Finds polling loops: the same request several times in a row, nothing else between, until its answer changed. Of a write
 * the first request is a separate step, and the loop is made of its retries. The same read answered alike again and again
 * is one step.
 */
import type { Exchange } from '../../conformance/member/exchange/exchange.ts';
import { isOk, json } from '../../conformance/member/exchange/exchange.ts';
import type { Act, RequestAct } from './acts.ts';
import { isWriteMethod } from './methods.ts';

export interface Loop {
  readonly kind: 'loop';
  readonly acts: readonly RequestAct[];
  readonly last: RequestAct;
  /** What the last answer has and no earlier one: members by their ways; empty where the status says it. */
  readonly change: Readonly<Record<string, unknown>> | undefined;
}

export type Played = Act | Loop;

/** Differs with every answer and says nothing about the row. */
const VOLATILE = /(Ns|Ts|At|[sS]eq|[sS]equence|[rR]equestId|[cC]ursor|timestamp|inMs)$/;
/** Members that say how far something has come. */
const STATE = /^(status|state|outcome|phase)$/;
const MOST_MEMBERS = 2;
const LONGEST_TEXT = 64;

/** Reads answered alike before they are one step. */
const ALIKE = 4;

type Leaf = readonly [way: string, member: string, value: unknown];

function leavesOf(value: unknown, way = '$', member = '', depth = 0): readonly Leaf[] {
  if (Array.isArray(value)) {
    const items =
      depth > 3 ? [] : value.slice(0, 20).flatMap((item, i) => leavesOf(item, `${way}[${i}]`, member, depth + 1));
    return [[way, member, { $length: value.length }], ...items];
  }
  if (typeof value !== 'object' || value === null) return [[way, member, value]];
  if (depth > 4) return [];
  return Object.entries(value)
    .filter(([key]) => /^[A-Za-z_][\w-]*$/.test(key))
    .flatMap(([key, inner]) => leavesOf(inner, `${way}.${key}`, key, depth + 1));
}

function signature({ exchange: { actor, request } }: RequestAct): string {
  const headers = request.headers
    .map(([name, value]) => [name.toLowerCase(), value])
    .filter(([name = '']) => ['idempotency-key', 'if-match', 'origin'].includes(name));
  return JSON.stringify([actor, request.method, request.path, request.body, headers]);
}

/** What the last answer has and no earlier one; undefined: it is no success, or nothing stable tells them apart. */
export function changeOf(earlier: readonly Exchange[], last: Exchange): Loop['change'] {
  if (!isOk(last)) return undefined;
  const status = last.response?.status;
  const alike = earlier.filter((e) => e.response?.status === status);
  if (alike.length === 0) return {};
  const before = alike.map((e) => new Map(leavesOf(json(e)).map(([way, , value]) => [way, JSON.stringify(value)])));
  const found = leavesOf(json(last)).filter(([way, member, value]) => {
    if (VOLATILE.test(member) || member.endsWith('Id')) return false;
    if (typeof value === 'string' && value.length > LONGEST_TEXT) return false;
    return before.every((values) => values.get(way) !== JSON.stringify(value));
  });
  const telling = found.filter(([, member]) => STATE.test(member));
  const chosen = (telling.length > 0 ? telling : found).slice(0, MOST_MEMBERS);
  return chosen.length === 0 ? undefined : Object.fromEntries(chosen.map(([way, , value]) => [way, value]));
}

/** Whether the requests of a run follow each other: each is answered before the next. */
function isInTurn(run: readonly RequestAct[]): boolean {
  return run.every((act, i) => i === 0 || (run[i - 1]?.answeredAtMs ?? 0) <= act.sentAtMs);
}

/** The shortest beginning of a run that ends with a change. */
function loopIn(run: readonly RequestAct[]): Loop | undefined {
  for (let length = 2; length <= run.length; length += 1) {
    const acts = run.slice(0, length);
    const last = acts[length - 1];
    if (last === undefined) break;
    const change = changeOf(
      acts.slice(0, -1).map(({ exchange }) => exchange),
      last.exchange,
    );
    if (change !== undefined) return { kind: 'loop', acts, last, change };
  }
  return undefined;
}

function answersAlike(run: readonly RequestAct[]): boolean {
  const [first] = run;
  return run.every(({ exchange }) => exchange.response?.status === first?.exchange.response?.status);
}

function ofRun(run: readonly RequestAct[]): readonly Played[] {
  const [first, ...rest] = run;
  if (first === undefined || rest.length === 0 || !isInTurn(run)) return run;
  const isWrite = isWriteMethod(first.exchange.request.method);
  const looped = isWrite ? rest : run;
  const loop = looped.length < 2 ? undefined : loopIn(looped);
  const before = isWrite ? [first] : [];
  if (loop !== undefined) return [...before, loop, ...ofRun(looped.slice(loop.acts.length))];
  const last = run.at(-1);
  if (isWrite || last === undefined || run.length < ALIKE || !answersAlike(run)) return run;
  return [{ kind: 'loop', acts: run, last, change: undefined }];
}

/** The acts with loops in place of their requests. `fixed`: requests that stay steps of their own. */
export function withLoops(acts: readonly Act[], fixed: (n: number) => boolean): readonly Played[] {
  const played: Played[] = [];
  let run: RequestAct[] = [];
  const end = () => {
    played.push(...ofRun(run));
    run = [];
  };
  for (const act of acts) {
    const [first] = run;
    const follows =
      act.kind === 'request' &&
      first !== undefined &&
      !fixed(act.n) &&
      !fixed(first.n) &&
      signature(act) === signature(first);
    if (!follows) end();
    if (act.kind === 'request') run.push(act);
    else played.push(act);
  }
  end();
  return played;
}
