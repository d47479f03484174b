/**
 * The refusal codes that the interface names, with the statuses it states for each. `undefined` means that the
 * interface states no status, so a member may use any. The enum is open: a code that is not listed here is tolerated
 * (VER-05).
 */
export interface RefusalRow {
  /** undefined: the interface names the code but states no status. */
  readonly status: number | undefined;
  /**
   * `door`: refused before an owner, never recorded, the key stays free. `owner`: a recorded fact. `either`: the
   * position header tells which. `-`: the interface does not say.
   */
  readonly by: 'door' | 'owner' | 'either' | '-';
}

/** The refusal codes of the REST contract. */
export const REFUSALS = {
  MALFORMED_REQUEST: { status: 400, by: 'door' },
  INVALID_CURSOR: { status: 400, by: 'door' },
  INVALID_IF_MATCH: { status: 400, by: 'door' },
  UNAUTHENTICATED: { status: 401, by: 'door' },
  FORBIDDEN_PRINCIPAL: { status: 403, by: 'door' },
  AWAITING_ADMISSION: { status: 403, by: 'door' },
  ORG_NOT_ACTIVE: { status: 403, by: 'door' },
  CAPABILITY_DENIED: { status: 403, by: 'owner' },
  SELF_APPROVAL: { status: 403, by: 'owner' },
  NOT_PROPOSER: { status: 403, by: 'owner' },
  NOT_FOUND: { status: 404, by: '-' },
  ROUTE_NOT_FOUND: { status: 404, by: 'door' },
  UNKNOWN_OPERATION: { status: 404, by: '-' },
  METHOD_NOT_ALLOWED: { status: 405, by: 'door' },
  IDEMPOTENCY_KEY_REUSED: { status: 409, by: '-' },
  INTAKE_KEY_REUSED: { status: 409, by: '-' },
  CONFIG_PENDING: { status: 409, by: '-' },
  NO_REFERENCE_PRICE: { status: 409, by: 'owner' },
  CONFIG_SEQ_CONFLICT: { status: 412, by: '-' },
  PAYLOAD_TOO_LARGE: { status: 413, by: 'door' },
  DOCUMENT_TOO_LARGE: { status: 413, by: 'door' },
  INSTRUMENT_NOT_LIVE: { status: 422, by: 'either' },
  ACCOUNT_NOT_ACTIVE: { status: 422, by: 'either' },
  REFERENCE_UNKNOWN_ACCOUNT: { status: 422, by: 'door' },
  REFERENCE_UNKNOWN_INSTRUMENT: { status: 422, by: 'door' },
  FIELD_TYPE_MISMATCH: { status: 422, by: 'owner' },
  TICK_SIZE_VIOLATION: { status: 422, by: 'owner' },
  QTY_STEP_VIOLATION: { status: 422, by: 'owner' },
  INVALID_FIELD: { status: 422, by: 'owner' },
  VENUE_UNSUPPORTED: { status: 422, by: '-' },
  /** Never used in an HTTP response. */
  FILL_PRECISION_OVERFLOW: { status: 422, by: 'owner' },
  /** Retired from 0.3.4 on, but still listed. */
  SCALE_UNKNOWN: { status: 422, by: '-' },
  INBOX_FULL: { status: 429, by: 'door' },
  IN_FLIGHT_FULL: { status: 429, by: 'door' },
  RATE_LIMITED: { status: 429, by: 'door' },
  RATE_CEILING: { status: 429, by: 'owner' },
  INTERNAL_ERROR: { status: 500, by: '-' },
  NOT_PRIMED: { status: 503, by: 'door' },
  TICKETS_UNAVAILABLE: { status: 503, by: 'door' },
  BALANCES_UNAVAILABLE: { status: 503, by: 'door' },
  ALGOS_UNAVAILABLE: { status: 503, by: 'door' },
  INTAKE_UNAVAILABLE: { status: 503, by: 'door' },
  NOT_SERVING: { status: 503, by: 'door' },
  OWNER_ABSENT: { status: 503, by: 'door' },
  CREDENTIAL_IN_USE: { status: undefined, by: '-' },
  WRONG_CREDENTIAL: { status: undefined, by: '-' },
  CREDENTIAL_NOT_ACTIVE: { status: undefined, by: '-' },
  CREDENTIAL_UNASSIGNED: { status: undefined, by: '-' },
  CREDENTIAL_UNAVAILABLE: { status: undefined, by: '-' },
  CONNECTION_DOWN: { status: undefined, by: '-' },
  SCOPE_INSUFFICIENT: { status: undefined, by: '-' },
  SCOPE_MISMATCH: { status: undefined, by: '-' },
  INTERRUPTED: { status: undefined, by: 'door' },
} as const satisfies Record<string, RefusalRow>;

export type RefusalCode = keyof typeof REFUSALS;

/** The status that the interface states for a code; undefined where it states none or does not list the code. */
export function publishedStatus(code: string): number | undefined {
  return Object.hasOwn(REFUSALS, code) ? REFUSALS[code as RefusalCode].status : undefined;
}

/** The reasons that the interface names for an order's rejection (append-only). */
export const REJECTION_REASONS = [
  'INSTRUMENT_NOT_LIVE',
  'ACCOUNT_NOT_ACTIVE',
  'NO_REFERENCE_PRICE',
  'TICK_SIZE_VIOLATION',
  'QTY_STEP_VIOLATION',
  'INVALID_FIELD',
  'FILL_PRECISION_OVERFLOW',
  'CREDENTIAL_UNAVAILABLE',
  'RATE_CEILING',
  'CAPABILITY_DENIED',
] as const satisfies readonly RefusalCode[];

/**
 * Whether resending the identical request under the same key can succeed, as ordered rules: the first rule that matches
 * a refusal decides. Some rules depend on how the member is deployed, which no response shows; `retryable` is undefined
 * there.
 */
export interface Refused {
  readonly status: number;
  readonly code: string;
  /** An owner's recorded refusal (position header, no as-of header). */
  readonly factual: boolean;
}

interface Rule {
  readonly when: Partial<Refused>;
  /** undefined: either value, depending on the deployment of the member. */
  readonly retryable: boolean | undefined;
}

/** The rules in order of precedence (ERR-11, ERR-15). */
export const RETRYABLE_RULES = [
  { when: { factual: true }, retryable: false },
  { when: { code: 'INTERRUPTED' }, retryable: true },
  { when: { code: 'BALANCES_UNAVAILABLE' }, retryable: false },
  { when: { code: 'ALGOS_UNAVAILABLE' }, retryable: false },
  { when: { code: 'TICKETS_UNAVAILABLE' }, retryable: false },
  /** false on a member that stores no credentials. */
  { when: { code: 'INTAKE_UNAVAILABLE' }, retryable: undefined },
  /** false on a read replica. */
  { when: { code: 'NOT_SERVING' }, retryable: undefined },
  { when: { status: 429 }, retryable: true },
  { when: { status: 503 }, retryable: true },
  { when: {}, retryable: false },
] as const satisfies readonly Rule[];

/** The required value of `error.retryable`; undefined where the refusal alone does not decide it. */
export function publishedRetryable(refused: Refused): boolean | undefined {
  const speaks = ({ when }: Rule) =>
    Object.entries(when).every(([name, value]) => refused[name as keyof Refused] === value);
  return RETRYABLE_RULES.find(speaks)?.retryable;
}
