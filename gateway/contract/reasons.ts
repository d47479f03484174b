/**
 * OrderRejected.reason as the document publishes it: append-only. SCALE_UNKNOWN is retired since 0.3.4: still listed
 * and never answered (SVC-12). FILL_PRECISION_OVERFLOW is never the answer to an HTTP request. POLICY_HALTED and the
 * three caps are assumed: the interface names the caps but not their codes.
 */
export const REJECTION_REASONS = [
  'INSTRUMENT_NOT_LIVE',
  'ACCOUNT_NOT_ACTIVE',
  'NO_REFERENCE_PRICE',
  'TICK_SIZE_VIOLATION',
  'QTY_STEP_VIOLATION',
  'INVALID_FIELD',
  'SCALE_UNKNOWN',
  'FILL_PRECISION_OVERFLOW',
  'CREDENTIAL_UNAVAILABLE',
  'CREDENTIAL_NOT_ACTIVE',
  'RATE_CEILING',
  'CAPABILITY_DENIED',
  'POLICY_HALTED',
  'MAX_ORDER_QTY_EXCEEDED',
  'MAX_ORDER_NOTIONAL_EXCEEDED',
  'MAX_OPEN_ORDERS_EXCEEDED',
] as const;
