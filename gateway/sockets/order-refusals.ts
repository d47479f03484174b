import { Refusal, type RefusalCode } from '../contract/refusals.ts';
import type { SocketRefusalCode } from '../contract/socket-refusals.ts';
import { POSITION_HEADER } from '../http/answers.ts';
import { SocketRefusal } from './socket-refusal.ts';

/**
 * What the same refusal over HTTP is called on the socket. The closed set of the socket says less: the HTTP code goes along
 * as `reason` (assumed). `order-refusals.test.ts` holds that every refusal which an order can meet has a row.
 */
export const ORDER_REFUSALS = {
  // its shape: the member at fault says more (FIELD_REFUSALS)
  MALFORMED_REQUEST: 'INVALID_FIELD',
  // its key
  IDEMPOTENCY_KEY_REUSED: 'INVALID_CLIENT_ORDER_ID',
  IN_FLIGHT_FULL: 'BACKPRESSURE',
  NOT_SERVING: 'NOT_SERVING',
  // what it names
  NOT_FOUND: 'UNKNOWN_ORDER',
  INSTRUMENT_NOT_LIVE: 'UNKNOWN_INSTRUMENT',
  ACCOUNT_NOT_ACTIVE: 'UNKNOWN_ACCOUNT',
  // what the platform does not take (WSS-18: an owner that is away is NOT_SERVING)
  INBOX_FULL: 'BACKPRESSURE',
  OWNER_ABSENT: 'NOT_SERVING',
  INTERRUPTED: 'NOT_SERVING',
  // what the owner judges
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
  // the member's own failure: what became of the write is told by its key
  INTERNAL_ERROR: 'NOT_SERVING',
} as const satisfies Partial<Record<RefusalCode, SocketRefusalCode>>;

/** Of a body that is refused for one of its members. */
export const FIELD_REFUSALS: Readonly<Record<string, SocketRefusalCode>> = {
  price: 'INVALID_PRICE',
  qty: 'INVALID_QTY',
  clientOrderId: 'INVALID_CLIENT_ORDER_ID',
  commandKey: 'INVALID_CLIENT_ORDER_ID',
};

/** The refusal of an order operation; what is no Refusal is this member's own failure, and says nothing of its inside. */
export function orderRefusal(thrown: unknown): SocketRefusal {
  if (thrown instanceof SocketRefusal) return thrown;
  if (!(thrown instanceof Refusal)) {
    const message = 'the service failed to answer this operation; send it again under the same key to hear its outcome';
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
  // A refusal that stands in no row is new: the general one of the set, and its reason says the rest.
  return reason in ORDER_REFUSALS ? ORDER_REFUSALS[reason as keyof typeof ORDER_REFUSALS] : 'INVALID_FIELD';
}
