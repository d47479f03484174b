import { Refusal, type RefusalCode } from '../contract/refusals.ts';
import type { SocketRefusalCode } from '../contract/socket-refusals.ts';
import { POSITION_HEADER } from '../http/answers.ts';
import { SocketRefusal } from './socket-refusal.ts';

/**
 * The socket code of each HTTP refusal. The socket's closed set is coarser, so the HTTP code is sent as `reason`
 * (assumed). `order-refusals.test.ts` holds that every refusal which an order can meet has a row.
 */
export const ORDER_REFUSALS = {
  // shape: FIELD_REFUSALS refines this by the invalid member
  MALFORMED_REQUEST: 'INVALID_FIELD',
  // key
  IDEMPOTENCY_KEY_REUSED: 'INVALID_CLIENT_ORDER_ID',
  IN_FLIGHT_FULL: 'BACKPRESSURE',
  NOT_SERVING: 'NOT_SERVING',
  // references
  NOT_FOUND: 'UNKNOWN_ORDER',
  INSTRUMENT_NOT_LIVE: 'UNKNOWN_INSTRUMENT',
  ACCOUNT_NOT_ACTIVE: 'UNKNOWN_ACCOUNT',
  // limits and availability (WSS-18: an absent owner is NOT_SERVING)
  INBOX_FULL: 'BACKPRESSURE',
  OWNER_ABSENT: 'NOT_SERVING',
  INTERRUPTED: 'NOT_SERVING',
  // the owner's verdict
  ORG_NOT_ACTIVE: 'ORG_NOT_ACTIVE',
  CAPABILITY_DENIED: 'FORBIDDEN_CAPABILITY',
  CREDENTIAL_NOT_ACTIVE: 'INVALID_FIELD',
  CREDENTIAL_UNAVAILABLE: 'INVALID_FIELD',
  INVALID_FIELD: 'INVALID_FIELD',
  TICK_SIZE_VIOLATION: 'INVALID_PRICE',
  QTY_STEP_VIOLATION: 'INVALID_QTY',
  NO_REFERENCE_PRICE: 'INVALID_PRICE',
  POLICY_HALTED: 'INVALID_FIELD',
  MAX_ORDER_QTY_EXCEEDED: 'INVALID_QTY',
  MAX_ORDER_NOTIONAL_EXCEEDED: 'INVALID_QTY',
  MAX_OPEN_ORDERS_EXCEEDED: 'INVALID_FIELD',
  RATE_CEILING: 'RATE_LIMITED',
  // internal error: the key gives the outcome of the write
  INTERNAL_ERROR: 'NOT_SERVING',
} as const satisfies Partial<Record<RefusalCode, SocketRefusalCode>>;

/** By the invalid member of a refused body. */
export const FIELD_REFUSALS: Readonly<Record<string, SocketRefusalCode>> = {
  price: 'INVALID_PRICE',
  qty: 'INVALID_QTY',
  clientOrderId: 'INVALID_CLIENT_ORDER_ID',
  commandKey: 'INVALID_CLIENT_ORDER_ID',
};

/**
 * The socket refusal of an order operation. An error that is no Refusal is an internal error, whose details are not
 * shown.
 */
export function orderRefusal(thrown: unknown): SocketRefusal {
  if (thrown instanceof SocketRefusal) return thrown;
  if (!(thrown instanceof Refusal)) {
    const message =
      'the service failed to answer this operation; send it again under the same key to learn its outcome';
    const refusal = new SocketRefusal('NOT_SERVING', message, { reason: 'INTERNAL_ERROR' });
    refusal.cause = thrown;
    return refusal;
  }
  const { code: reason, message, retryable, field, headers } = thrown;
  const globalSequence = thrown.isJudgedByOwner ? headers[POSITION_HEADER] : undefined;
  return new SocketRefusal(codeOf(reason, field), message, {
    retryable,
    reason,
    ...(globalSequence === undefined ? {} : { globalSequence }),
  });
}

function codeOf(reason: string, field: string | undefined): SocketRefusalCode {
  if (reason === 'MALFORMED_REQUEST' && field !== undefined && Object.hasOwn(FIELD_REFUSALS, field)) {
    return FIELD_REFUSALS[field] as SocketRefusalCode;
  }
  // A refusal without a row is new: it gets the general code of the set, and the reason names it.
  return reason in ORDER_REFUSALS ? ORDER_REFUSALS[reason as keyof typeof ORDER_REFUSALS] : 'INVALID_FIELD';
}
