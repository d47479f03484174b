/** One write as it was sent: whose key it used, for what, and how it was answered. */

import type { Exchange } from '../member/exchange/exchange.ts';
import {
  errorCode,
  header,
  isOk,
  isReplay,
  isWrite,
  keyOf,
  pathOf,
  position,
  sentHeader,
  status,
} from '../member/exchange/exchange.ts';
import { owes } from '../member/exchange/owed.ts';
import type { History } from '../runner/history.ts';
import { ORDERS } from './families.ts';
import { writesOverSockets } from './socket-attempts.ts';
import type { Subject } from './subject.ts';
import { subjectOf } from './subject.ts';

export type Outcome =
  /** No answer, or a failure that says nothing about the effect: the write took effect once, or not at all. */
  | { readonly kind: 'unknown' }
  /** 202: the client polls for the outcome. */
  | { readonly kind: 'promised' }
  /** A record owner's answer; `position` is undefined where the answer leaves it out. */
  | { readonly kind: 'judged'; readonly ok: boolean; readonly position: bigint | undefined }
  /** A door refusal: nothing was recorded. */
  | { readonly kind: 'refused-at-door' };

export interface Attempt {
  readonly exchange: Exchange;
  readonly organisation: string;
  readonly caller: string;
  readonly key: string;
  /** What the key is used for: the operation with its path ids. */
  readonly use: string;
  /** The rows that the use is about; undefined: about none that a collection serves. */
  readonly subject: Subject | undefined;
  readonly outcome: Outcome;
  /** Whether the answer declares itself a replay. */
  readonly isReplay: boolean;
  /** Whether a replay would declare itself: an owner's refusal over a socket has no such flag. */
  readonly flagsReplays: boolean;
  readonly sentAtMs: number;
  /** The last moment at which it may still take effect: Infinity where no answer came. */
  readonly endsAtMs: number;
}

/** Principals of organisations other than the first (`PRINCIPALS` of conformance/member). */
const ELSEWHERE: Readonly<Record<string, string>> = { outsider: 'second', suspended: 'third', throttled: 'fourth' };

/** The organisation whose keys and rows the actor sees. */
export function organisationOf(actor: string): string {
  return ELSEWHERE[actor] ?? 'first';
}

/**
 * The user whose token a request carried: the actor, or, where the token was minted for the check, the user of the
 * actor's organisation that it names (recorded as `<minted token of trader>`).
 */
export function callerOf(e: Exchange): string {
  const sent = sentHeader(e, 'authorization');
  return (sent && /<minted token of [^>]+>/.exec(sent)?.[0]) || e.actor;
}

/**
 * Whether an owner gave this answer to a write (decision A40). Before 0.13.0 there is no as-of header that tells it
 * from a read's 404.
 */
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
  return code >= 500 ? { kind: 'unknown' } : { kind: 'refused-at-door' };
}

/** Every write that named a key, over HTTP or over a socket, in order of sending. */
export function attemptsOf(history: History): readonly Attempt[] {
  const overSockets = new Set(writesOverSockets(history));
  const writes = [...history.exchanges, ...overSockets].sort((a, b) => a.n - b.n);
  const attempts: Attempt[] = [];
  for (const exchange of writes) {
    const key = isWrite(exchange) ? keyOf(exchange) : undefined;
    if (key === undefined) continue;
    attempts.push({
      exchange,
      organisation: organisationOf(exchange.actor),
      caller: callerOf(exchange),
      key,
      use: `${exchange.request.method} ${pathOf(exchange)}`,
      subject: subjectOf(exchange),
      outcome: outcomeOf(exchange, history),
      isReplay: isReplay(exchange),
      flagsReplays: isOk(exchange) || !overSockets.has(exchange),
      sentAtMs: exchange.sentAtMs,
      endsAtMs: exchange.response === null ? Number.POSITIVE_INFINITY : exchange.answeredAtMs,
    });
  }
  return attempts;
}

/** The attempt that was answered first, of those for which `holds`; undefined where there is none. */
export function firstAnswered(attempts: readonly Attempt[], holds: (attempt: Attempt) => boolean): Attempt | undefined {
  let first: Attempt | undefined;
  for (const attempt of attempts) {
    if ((first === undefined || attempt.endsAtMs < first.endsAtMs) && holds(attempt)) first = attempt;
  }
  return first;
}

/** The order that the attempt asks to cancel; undefined for any other write. */
export function cancelledOrder({ subject }: Attempt): string | undefined {
  return subject?.family === ORDERS && subject.arm === 'cancel' ? subject.key : undefined;
}

/** Whether `a` was answered before `b` was sent. */
export function precedes(earlier: Attempt, later: Attempt): boolean {
  return earlier.endsAtMs < later.sentAtMs;
}

/** Whether two attempts were in flight at the same time: neither was answered before the other was sent. */
export function overlaps(a: Attempt, b: Attempt): boolean {
  return !precedes(a, b) && !precedes(b, a);
}

/** The same request of the same caller: only this is owed a replay, whatever the tolerances allow (A20, A21). */
export function isIdentical(a: Attempt, b: Attempt): boolean {
  const content = ({ exchange }: Attempt) => `${sentHeader(exchange, 'if-match')} ${exchange.request.body}`;
  return a.use === b.use && a.caller === b.caller && content(a) === content(b);
}

/** Whether the attempt was refused with IDEMPOTENCY_KEY_REUSED. */
export function isKeyReused({ exchange }: Attempt): boolean {
  return errorCode(exchange) === 'IDEMPOTENCY_KEY_REUSED';
}

/** Refusals by the member's own limits, which a request under a held key may also receive (decision A31). */
export function isBusy({ exchange, outcome }: Attempt): boolean {
  return outcome.kind === 'refused-at-door' && status(exchange) === 429;
}

/** Refusals of an order whose names resolve to nothing. */
const OF_NAMES = ['ACCOUNT_NOT_ACTIVE', 'INSTRUMENT_NOT_LIVE'];

/**
 * Whether the refusal may come before the key is looked up: syntax (decision A29), and before 0.11.2 an order's
 * names.
 */
export function isAheadOfItsKey({ exchange, outcome }: Attempt): boolean {
  if (outcome.kind !== 'refused-at-door') return false;
  if ([400, 413].includes(status(exchange) ?? 0)) return true;
  return !owes(exchange, '0.11.2') && OF_NAMES.includes(errorCode(exchange) ?? '');
}

/** Whether the attempt's outcome binds the key: an owner judged it, or a 202 promised that one will. */
export function binds({ outcome }: Attempt): boolean {
  return outcome.kind === 'judged' || outcome.kind === 'promised';
}
