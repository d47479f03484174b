/** Compares two attempts under one key. */
import { errorCode, sentHeader, status } from '../member/exchange/exchange.ts';
import { owes } from '../member/exchange/owed.ts';
import type { Attempt } from './attempt.ts';

/** The same request of the same caller: only this is owed a replay, whatever the tolerances allow (A20, A21). */
export function isIdentical(a: Attempt, b: Attempt): boolean {
  const said = ({ exchange }: Attempt) => `${sentHeader(exchange, 'if-match')} ${exchange.request.body}`;
  return a.use === b.use && a.caller === b.caller && said(a) === said(b);
}

/** Whether the attempt was refused with IDEMPOTENCY_KEY_REUSED. */
export function isKeyReused({ exchange }: Attempt): boolean {
  return errorCode(exchange) === 'IDEMPOTENCY_KEY_REUSED';
}

/** Refusals by the member's own limits, which a request under a held key may also receive (decision A31). */
export function isBusy({ exchange, outcome }: Attempt): boolean {
  return outcome.kind === 'turned-away' && status(exchange) === 429;
}

/** Refusals of an order whose names resolve to nothing. */
const OF_NAMES = ['ACCOUNT_NOT_ACTIVE', 'INSTRUMENT_NOT_LIVE'];

/**
 * Whether the refusal may come before the key is looked up: syntax (decision A29), and before 0.11.2 an order's
 * names.
 */
export function isAheadOfItsKey({ exchange, outcome }: Attempt): boolean {
  if (outcome.kind !== 'turned-away') return false;
  if ([400, 413].includes(status(exchange) ?? 0)) return true;
  return !owes(exchange, '0.11.2') && OF_NAMES.includes(errorCode(exchange) ?? '');
}

/** Whether the attempt's outcome binds the key: an owner judged it, or a 202 promised that one will. */
export function binds({ outcome }: Attempt): boolean {
  return outcome.kind === 'judged' || outcome.kind === 'promised';
}
