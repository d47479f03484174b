/**
 * Hand-written answers for the tests of the statements: each as a correct member gives it, except for what is
 * stated.
 */

import { expect, test } from 'vitest';
import type { TargetFacts } from '../member/profile/target-facts.ts';
import { chronicleOf, type Statement } from '../model/chronicle.ts';
import { nothingAcknowledgedIsLost } from '../model/statements/durability.ts';
import { STATEMENTS } from '../model/statements.ts';
import type { Judgement } from '../runner/judgement.ts';
import type { AnswerOptions, Sample } from './sample-history.ts';
import { answer, historyOf } from './sample-history.ts';

type Over = Partial<AnswerOptions>;

/** The time that belongs to a position. */
export function timeOf(position: number): number {
  return 1_000 + position * 10;
}

/** An order created at a position, whose id is that position's time. */
export function orderRow(madeAt: number, key: string, over: object = {}): object {
  return { orderId: `${timeOf(madeAt)}`, clientOrderId: key, qty: '1', cumQty: '0', leavesQty: '1', ...over };
}

/** Sent and answered at these times. */
export const during = (sentAtMs: number, answeredAtMs: number) => ({ sentAtMs, answeredAtMs });

export const CANCELLED = { leavesQty: '0', status: 'CANCELLED' };

export function submitted(key: string, position: number, over: Over = {}): Sample {
  return answer('POST /orders', { status: 201, key, position, body: orderRow(position, key), ...over });
}

/** The order that was created at `madeAt` under `of`, cancelled at `position`. */
export function cancelled(key: string, [of, madeAt]: [string, number], position: number, over: Over = {}): Sample {
  const body = orderRow(madeAt, of, CANCELLED);
  return answer(`POST /orders/${timeOf(madeAt)}/cancel`, { status: 200, key, position, body, ...over });
}

export function refusedByOwner(key: string, position: number, over: Over = {}): Sample {
  return answer('POST /orders', { status: 422, code: 'TICK_SIZE_VIOLATION', key, position, ...over });
}

export function turnedAway(key: string, over: Over = {}): Sample {
  return answer('POST /orders', { status: 422, code: 'INSTRUMENT_NOT_LIVE', key, ...over });
}

export function keyReused(key: string, line = 'POST /orders', over: Over = {}): Sample {
  return answer(line, { status: 409, code: 'IDEMPOTENCY_KEY_REUSED', key, ...over });
}

export function accepted(key: string, over: Over = {}): Sample {
  return answer('POST /orders', { status: 202, key, headers: { Location: `/operations/${key}` }, ...over });
}

type Paged = Over & { readonly next?: string; readonly previous?: string; readonly total?: number };

export function page(query: string, position: number, items: readonly object[], over: Paged = {}): Sample {
  return pageOf(`/orders${query}`, position, items, over);
}

/** A page of any collection. */
export function pageOf(path: string, position: number, items: readonly object[], over: Paged = {}): Sample {
  const { next = null, previous = null, total = null, ...rest } = over;
  const body = {
    globalSequence: `${position}`,
    asOfSeqTsNs: `${timeOf(position)}`,
    items,
    nextCursor: next,
    prevCursor: previous,
    total,
  };
  return answer(`GET ${path}`, { status: 200, position, asOf: timeOf(position), body, ...rest });
}

/** Pages of a collection, at position 9 unless stated, of rows that have an id alone: `pages('?limit=1', [7])`. */
export function pagesOf(path: string, id: string) {
  return (query: string, ids: readonly number[], over: Paged = {}, position = 9): Sample => {
    const items = ids.map((value) => ({ [id]: value }));
    return pageOf(`${path}${query}`, position, items, over);
  };
}

/** A read of one row of any collection; null: 404. */
export function readOf(path: string, position: number, row: object | null, over: Over = {}): Sample {
  const found = row === null ? ({ status: 404, code: 'NOT_FOUND' } as const) : { status: 200, body: row };
  return answer(`GET ${path}`, { position, asOf: timeOf(position), ...found, ...over });
}

/** A write that its owner judged: answered with the row, or refused where `over` says so. Each has a new key. */
export function wrote(line: string, position: number, row: object, over: Over = {}): Sample {
  return answer(line, { status: 200, key: `${line} ${position}`, position, body: row, actor: 'admin', ...over });
}

export function refusedAt(line: string, position: number, code: string, over: Over = {}): Sample {
  return answer(line, { status: 403, code, key: `${line} ${position}`, position, actor: 'admin', ...over });
}

/** GET /me of a user who holds these capabilities. */
export function me(actor: string, userId: number, position: number, capabilities: readonly string[]): Sample {
  return readOf('/me', position, { user: { userId }, capabilities }, { actor });
}

/** null: 404. */
export function rowRead(madeAt: number, position: number, row: object | null, over: Over = {}): Sample {
  const found = row === null ? ({ status: 404, code: 'NOT_FOUND' } as const) : { status: 200, body: row };
  return answer(`GET /orders/${timeOf(madeAt)}`, { position, asOf: timeOf(position), ...found, ...over });
}

/** null: 404 UNKNOWN_OPERATION. */
export function operationRead(key: string, position: number, outcome: object | null, over: Over = {}): Sample {
  const found =
    outcome === null
      ? ({ status: 404, code: 'UNKNOWN_OPERATION' } as const)
      : { status: 200, body: { key, operation: 'submitOrder', outcome } };
  return answer(`GET /operations/${key}`, { position, asOf: timeOf(position), ...found, ...over });
}

export const PENDING = { status: 'PENDING', orderId: null, code: null, globalSequence: null };

export function succeeded(madeAt: number): object {
  return { status: 'SUCCEEDED', orderId: `${timeOf(madeAt)}`, code: null, globalSequence: `${madeAt}` };
}

export const SINGLE: Partial<TargetFacts> = { singleMember: true };
export const STRICT: Partial<TargetFacts> = { singleMember: true, strict: true };

type Samples = Parameters<typeof historyOf>[0];

type Row = readonly [
  verdict: Judgement['verdict'],
  story: string,
  samples: Sample | Samples,
  target?: Partial<TargetFacts>,
];

interface Scene {
  /** What the stories are about, for the title. */
  readonly about?: string;
  readonly target?: Partial<TargetFacts>;
  /** Samples at the beginning of each history. */
  readonly before?: readonly Sample[];
  /** The verdicts are those on the sandbox alone: on a deployed member each history passes. */
  readonly isOfSandbox?: boolean;
}

function withSamples(before: readonly Sample[], samples: Sample | Samples): Samples {
  if (typeof samples === 'function') return [...before, samples];
  return Array.isArray(samples) ? [...before, ...samples] : samples;
}

/** The verdict of one statement on each of these histories; `id`: its number in contract/properties.md. */
export function cases(id: Statement['id'], rows: readonly Row[], scene: Scene = {}): void {
  const { about, target, before = [], isOfSandbox = false } = scene;
  const title = about === undefined ? `${id}: %s` : `${id}: ${about}: %s`;
  const each = rows.map(([verdict, story, samples, facts = target]) => ({ verdict, story, samples, facts }));
  test.each(each.map((row) => [row.story, row] as const))(`${title}`, (_, { verdict, samples, facts = {} }) => {
    const history = withSamples(before, samples);
    expect(judged(id, history, isOfSandbox ? STRICT : facts)).toBe(verdict);
    if (isOfSandbox) expect(judged(id, history, target)).toBe('pass');
  });
}

/** The verdict of one statement on a history. */
export function judged(id: Statement['id'], samples: Samples, target: Partial<TargetFacts> = {}): Judgement['verdict'] {
  const statement = [...STATEMENTS, nothingAcknowledgedIsLost].find((one) => one.id === id);
  if (statement === undefined) throw new Error(`there is no statement ${id}`);
  return statement.judge(chronicleOf(historyOf(samples, target))).verdict;
}
