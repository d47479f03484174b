/** One write as it was sent: whose key it used, for what, and what came of it. */

import type { Exchange } from '../client/exchange.ts';
import { header, isOk, isWrite, keyOf, pathOf, position, sentHeader, status } from '../client/exchange.ts';
import type { History } from '../runner/history.ts';
import { ORDERS } from './families.ts';
import { writesOverSockets } from './socket-attempts.ts';
import { subjectOfUse } from './subject.ts';

export type Outcome =
  /** No answer, or a failure that says nothing of the effect: it came once, or not at all. */
  | { readonly kind: 'unknown' }
  /** 202: the outcome is to be polled. */
  | { readonly kind: 'promised' }
  /** A record owner's answer; `position` is undefined where the answer leaves it out. */
  | { readonly kind: 'judged'; readonly ok: boolean; readonly position: bigint | undefined }
  /** A door refusal: nothing recorded. */
  | { readonly kind: 'turned-away' };

export interface Attempt {
  readonly exchange: Exchange;
  readonly organisation: string;
  readonly caller: string;
  readonly key: string;
  /** What the key is used for: the operation with its path ids. */
  readonly use: string;
  readonly outcome: Outcome;
  /** What it was answered with says whether it is a replay; an owner's refusal over a socket has no word for that. */
  readonly tellsReplays: boolean;
  readonly sentAtMs: number;
  /** Until when it may still have its effect: Infinity where no answer came. */
  readonly endsAtMs: number;
}

/** Principals of other organisations than the first (`PRINCIPALS` of conformance/client). */
const ELSEWHERE: Readonly<Record<string, string>> = { outsider: 'second', suspended: 'third', throttled: 'fourth' };

/** Whose keys and rows an actor sees. */
export function organisationOf(actor: string): string {
  return ELSEWHERE[actor] ?? 'first';
}

/**
 * Whose token a request carried: the actor's own, or one that was made to measure and names another user of the actor's
 * organisation (`<minted token of trader>` where it was recorded).
 */
export function callerOf(e: Exchange): string {
  const minted = /<minted token of [^>]+>/.exec(sentHeader(e, 'authorization') ?? '')?.[0];
  return minted ?? e.actor;
}

/** A write's answer that an owner gave (decision A40); before 0.13.0 no as-of tells it from a write's 404. */
function isJudged(e: Exchange, history: History): boolean {
  if (isOk(e)) return true;
  if (position(e) === undefined || header(e, 'x-service-as-of-seq-ts') !== undefined) return false;
  return status(e) !== 404 || history.since('0.13.0');
}

function outcomeOf(e: Exchange, history: History): Outcome {
  const code = status(e);
  if (code === undefined) return { kind: 'unknown' };
  if (code === 202) return { kind: 'promised' };
  if (isJudged(e, history)) return { kind: 'judged', ok: isOk(e), position: position(e) };
  return code >= 500 ? { kind: 'unknown' } : { kind: 'turned-away' };
}

/** Every write that named a key, over HTTP or over a socket, in order of sending. */
export function attemptsOf(history: History): readonly Attempt[] {
  const overSockets = new Set(writesOverSockets(history));
  const writes = overSockets.size === 0 ? history.exchanges : inOrder([...history.exchanges, ...overSockets]);
  return writes.flatMap((exchange): Attempt[] => {
    const key = keyOf(exchange);
    if (!isWrite(exchange) || key === undefined) return [];
    return [
      {
        exchange,
        organisation: organisationOf(exchange.actor),
        caller: callerOf(exchange),
        key,
        use: `${exchange.request.method} ${pathOf(exchange)}`,
        outcome: outcomeOf(exchange, history),
        tellsReplays: isOk(exchange) || !overSockets.has(exchange),
        sentAtMs: exchange.sentAtMs,
        endsAtMs: exchange.response === null ? Number.POSITIVE_INFINITY : exchange.answeredAtMs,
      },
    ];
  });
}

function inOrder(exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.toSorted((a, b) => a.n - b.n);
}

/** The order that the attempt would cancel; undefined of any other write. */
export function cancelledOrder({ use }: Attempt): string | undefined {
  const subject = subjectOfUse(use);
  return subject?.family === ORDERS && subject.arm === 'cancel' ? subject.key : undefined;
}

/** Whether an answer came before the other request was sent. */
export function precedes(earlier: Attempt, later: Attempt): boolean {
  return earlier.endsAtMs < later.sentAtMs;
}

export function overlaps(a: Attempt, b: Attempt): boolean {
  return !precedes(a, b) && !precedes(b, a);
}
