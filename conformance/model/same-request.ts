/** How two attempts under one key are alike. */
import { errorCode, sentHeader, status } from '../client/exchange.ts';
import { owes } from '../client/owed.ts';
import type { Attempt } from './attempt.ts';

/** The very same request of the same caller: only then is a replay owed, whatever the tolerances (A20, A21). */
export function isIdentical(a: Attempt, b: Attempt): boolean {
  const said = ({ exchange }: Attempt) => `${sentHeader(exchange, 'if-match')} ${exchange.request.body}`;
  return a.use === b.use && a.caller === b.caller && said(a) === said(b);
}

export function isKeyReused({ exchange }: Attempt): boolean {
  return errorCode(exchange) === 'IDEMPOTENCY_KEY_REUSED';
}

/** The member's own bounds, which a held key may meet too (decision A31). */
export function isBusy({ exchange, outcome }: Attempt): boolean {
  return outcome.kind === 'turned-away' && status(exchange) === 429;
}

/** What a name of an order's resolves to, where it is to nothing. */
const OF_NAMES = ['ACCOUNT_NOT_ACTIVE', 'INSTRUMENT_NOT_LIVE'];

/** Refused for what may be judged before the key is looked up: syntax (decision A29), and before 0.11.2 an order's names. */
export function isAheadOfItsKey({ exchange, outcome }: Attempt): boolean {
  if (outcome.kind !== 'turned-away') return false;
  if ([400, 413].includes(status(exchange) ?? 0)) return true;
  return !owes(exchange, '0.11.2') && OF_NAMES.includes(errorCode(exchange) ?? '');
}

/** An attempt whose outcome binds the key: it was judged, or promised to be. */
export function binds({ outcome }: Attempt): boolean {
  return outcome.kind === 'judged' || outcome.kind === 'promised';
}
