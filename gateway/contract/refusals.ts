/**
 * The refusals that a member can answer, in order of precedence: where several apply, the first row is given.
 * `pipeline.test.ts` holds the stages of every column to this order.
 *
 * `retryable` is the value of error.retryable when the member itself refuses. A refusal by a record owner is never
 * retryable, for any row (ERR-15). `retryAfterS` is sent on every 429 and 503 (ERR-10).
 */
export interface RefusalRow {
  readonly status: number;
  readonly retryable: boolean;
  readonly retryAfterS?: number;
}

const row = (status: number): RefusalRow => ({ status, retryable: false });
const passing = (status: 429 | 503, retryAfterS = 1): RefusalRow => ({ status, retryable: true, retryAfterS });

/** Every refusal code with its status, in order of precedence. */
export const REFUSALS = {
  // routing
  ROUTE_NOT_FOUND: row(404),
  METHOD_NOT_ALLOWED: row(405),
  // A request to a socket's path without a WebSocket handshake of version 13. The code is assumed.
  UPGRADE_REQUIRED: row(426),
  // authentication and admission: answered before the request is read (AUTH-09)
  UNAUTHENTICATED: row(401),
  FORBIDDEN_PRINCIPAL: row(403),
  NOT_PRIMED: passing(503),
  ORG_NOT_ACTIVE: row(403),
  AWAITING_ADMISSION: row(403),
  // surfaces that this member is deployed without: a retry on this member cannot succeed
  ALGOS_UNAVAILABLE: { status: 503, retryable: false, retryAfterS: 60 },
  BALANCES_UNAVAILABLE: { status: 503, retryable: false, retryAfterS: 60 },
  TICKETS_UNAVAILABLE: { status: 503, retryable: false, retryAfterS: 60 },
  // the shape of the request
  PAYLOAD_TOO_LARGE: row(413),
  MALFORMED_REQUEST: row(400),
  INVALID_CURSOR: row(400),
  INVALID_IF_MATCH: row(400),
  // Given only by members before 0.3.4; later documents still list it (SVC-12).
  SCALE_UNKNOWN: row(422),
  // the key
  IDEMPOTENCY_KEY_REUSED: row(409),
  IN_FLIGHT_FULL: passing(429),
  NOT_SERVING: passing(503),
  UNKNOWN_OPERATION: row(404),
  // references: refused by the member, or by the owner where an id cannot be resolved earlier
  NOT_FOUND: row(404),
  INSTRUMENT_NOT_LIVE: row(422),
  ACCOUNT_NOT_ACTIVE: row(422),
  VENUE_UNSUPPORTED: row(422),
  DOCUMENT_TOO_LARGE: row(413),
  REFERENCE_UNKNOWN_ACCOUNT: row(422),
  REFERENCE_UNKNOWN_INSTRUMENT: row(422),
  // the intake of key material
  INTAKE_UNAVAILABLE: passing(503),
  INTAKE_KEY_REUSED: row(409),
  RATE_LIMITED: passing(429),
  // the platform's limits and availability
  INBOX_FULL: passing(429),
  OWNER_ABSENT: passing(503, 2),
  // The interface names INTERRUPTED with retryable true, but not its status. It is listed apart from "every 429 and
  // 503", so it is neither.
  INTERRUPTED: { status: 500, retryable: true },
  // the owner's verdict
  CAPABILITY_DENIED: row(403),
  SELF_APPROVAL: row(403),
  NOT_PROPOSER: row(403),
  CONFIG_PENDING: row(409),
  CONFIG_SEQ_CONFLICT: row(412),
  // The interface states 412 for a stale If-Match, and a code only for the documents of algos. For other rows the code
  // is assumed.
  VERSION_CONFLICT: row(412),
  // The row's state does not admit the requested transition. The code is assumed.
  TRANSITION_NOT_ADMITTED: row(409),
  FIELD_TYPE_MISMATCH: row(422),
  ALGO_VERSION_NOT_LOADED: row(422),
  SCOPE_INSUFFICIENT: row(422),
  SCOPE_MISMATCH: row(422),
  WRONG_CREDENTIAL: row(422),
  CONNECTION_DOWN: row(409),
  CREDENTIAL_IN_USE: row(409),
  CREDENTIAL_NOT_ACTIVE: row(422),
  CREDENTIAL_UNASSIGNED: row(422),
  CREDENTIAL_UNAVAILABLE: row(422),
  INVALID_FIELD: row(422),
  TICK_SIZE_VIOLATION: row(422),
  QTY_STEP_VIOLATION: row(422),
  NO_REFERENCE_PRICE: row(409),
  POLICY_HALTED: row(422),
  MAX_ORDER_QTY_EXCEEDED: row(422),
  MAX_ORDER_NOTIONAL_EXCEEDED: row(422),
  MAX_OPEN_ORDERS_EXCEEDED: row(422),
  RATE_CEILING: { status: 429, retryable: false, retryAfterS: 60 },
  // the member's own failure
  INTERNAL_ERROR: row(500),
} as const satisfies Record<string, RefusalRow>;

export type RefusalCode = keyof typeof REFUSALS;

/** Whether a text is a key of REFUSALS. */
export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSALS, code);
}

export interface RefusalOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** True for a record owner's verdict: the recorded answer to its key, so never retryable (ERR-15). */
  readonly judgedByOwner?: boolean;
  /** True if this member can never serve the request: a replica, or a member without an intake (ERR-13, ERR-14). */
  readonly forGood?: boolean;
  /** For a stale If-Match: the row's current version. */
  readonly currentVersion?: number;
  /** For a malformed body: the invalid member. The refusal of a socket op names it. */
  readonly field?: string | undefined;
}

/**
 * The error that a stage throws to refuse a request. It names a row of REFUSALS; `stages/render-refusals.ts` renders
 * it.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly row: RefusalRow;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryable: boolean;
  readonly currentVersion: number | undefined;
  readonly field: string | undefined;
  readonly isJudgedByOwner: boolean;
  /** The pipeline stage that threw it, for observers of the member. */
  stage: string | undefined;

  /** @param message display text: what is wrong, where, what to do; never parsed, never a secret. */
  constructor(code: RefusalCode, message: string, options: RefusalOptions = {}) {
    super(message);
    this.code = code;
    this.row = REFUSALS[code];
    this.headers = options.headers ?? {};
    this.retryable = this.row.retryable && options.judgedByOwner !== true && options.forGood !== true;
    this.currentVersion = options.currentVersion;
    this.field = options.field;
    this.isJudgedByOwner = options.judgedByOwner === true;
  }
}

/** A MALFORMED_REQUEST refusal, the most common one. */
export function malformed(message: string, field?: string): Refusal {
  return new Refusal('MALFORMED_REQUEST', message, { field });
}
