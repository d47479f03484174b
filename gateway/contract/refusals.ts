/**
 * The refusals that a member can answer, in order of precedence: where several apply, the one that stands higher is
 * given. `pipeline.test.ts` holds the stages of every column to this order.
 *
 * `retryable` is what error.retryable says when the member itself refuses; a refusal judged by a record owner is never
 * retryable, whatever its row says (ERR-15). `retryAfterS` is sent on every 429 and 503 (ERR-10).
 */
export interface RefusalRow {
  readonly status: number;
  readonly retryable: boolean;
  readonly retryAfterS?: number;
}

const row = (status: number): RefusalRow => ({ status, retryable: false });
const passing = (status: 429 | 503, retryAfterS = 1): RefusalRow => ({ status, retryable: true, retryAfterS });

export const REFUSALS = {
  // which route
  ROUTE_NOT_FOUND: row(404),
  METHOD_NOT_ALLOWED: row(405),
  // A socket's path asked for without a WebSocket handshake of version 13; the code is ours.
  UPGRADE_REQUIRED: row(426),
  // who asks: answered before the request is read (AUTH-09)
  UNAUTHENTICATED: row(401),
  FORBIDDEN_PRINCIPAL: row(403),
  NOT_PRIMED: passing(503),
  ORG_NOT_ACTIVE: row(403),
  AWAITING_ADMISSION: row(403),
  // what this member is deployed without: no retry here will find it
  ALGOS_UNAVAILABLE: { status: 503, retryable: false, retryAfterS: 60 },
  BALANCES_UNAVAILABLE: { status: 503, retryable: false, retryAfterS: 60 },
  TICKETS_UNAVAILABLE: { status: 503, retryable: false, retryAfterS: 60 },
  // the request's shape
  PAYLOAD_TOO_LARGE: row(413),
  MALFORMED_REQUEST: row(400),
  INVALID_CURSOR: row(400),
  INVALID_IF_MATCH: row(400),
  // Of members before 0.3.4 alone; the document goes on to list it (SVC-12).
  SCALE_UNKNOWN: row(422),
  // its key
  IDEMPOTENCY_KEY_REUSED: row(409),
  IN_FLIGHT_FULL: passing(429),
  NOT_SERVING: passing(503),
  UNKNOWN_OPERATION: row(404),
  // what it names: refused at the door, or by the owner where an id says less than a name
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
  // what the platform does not take
  INBOX_FULL: passing(429),
  OWNER_ABSENT: passing(503, 2),
  // The interface names INTERRUPTED and its retryable true, not its status; that it is listed apart from "every 429
  // and 503" says that it is neither.
  INTERRUPTED: { status: 500, retryable: true },
  // what an owner judges
  CAPABILITY_DENIED: row(403),
  SELF_APPROVAL: row(403),
  NOT_PROPOSER: row(403),
  CONFIG_PENDING: row(409),
  CONFIG_SEQ_CONFLICT: row(412),
  // The interface states 412 for a stale If-Match and a code for the documents of algos alone: of other rows it is ours.
  VERSION_CONFLICT: row(412),
  // A state that does not admit what is asked of it; the code is ours.
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

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSALS, code);
}

export interface RefusalOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** A record owner's verdict: the recorded answer to its key, so never retryable (ERR-15). */
  readonly judgedByOwner?: boolean;
  /** This member will never serve it, however often it is asked: a replica, a member without an intake (ERR-13, ERR-14). */
  readonly forGood?: boolean;
  /** Of a stale If-Match: what the row has now. */
  readonly currentVersion?: number;
  /** Of a malformed body: its member at fault, which a socket's refusal is named for. */
  readonly field?: string | undefined;
}

/** What is thrown to refuse a request: a row of the table, rendered in one place (`stages/render-refusals.ts`). */
export class Refusal extends Error {
  readonly code: string;
  readonly row: RefusalRow;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryable: boolean;
  readonly currentVersion: number | undefined;
  readonly field: string | undefined;
  readonly isJudgedByOwner: boolean;
  /** The stage of the pipeline that gave it; for whoever watches the member. */
  stage: string | undefined;

  /** @param message display text for a person: what is wrong, where, what to do; never parsed, never a secret. */
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

/** A request whose shape is refused: by far the commonest refusal of the door. */
export function malformed(message: string, field?: string): Refusal {
  return new Refusal('MALFORMED_REQUEST', message, { field });
}
