/**
 * The refusals that a member can answer, in order of precedence: where several apply, the first row is given.
 * `pipeline.test.ts` holds the stages of every column to this order.
 *
 * `retryable` is the value of error.retryable when the member itself refuses. A refusal by a record owner is never
 * retryable, for any row (ERR-15). `retryAfterS` is sent on every 429 and 503 (ERR-10). `requirement` is the
 * one that the code follows from, and `remedy` what a client does about it: the console shows both.
 */
export interface RefusalRow {
  readonly status: number;
  readonly retryable: boolean;
  readonly retryAfterS?: number;
  readonly requirement: string;
  readonly remedy: string;
}

const row = (status: number, requirement: string, remedy: string): RefusalRow => ({
  status,
  retryable: false,
  requirement,
  remedy,
});

/** A retry can succeed; a 429 or 503 states after how many seconds. */
const passing = (status: 429 | 503, retryAfterS: number, requirement: string, remedy: string): RefusalRow => ({
  ...row(status, requirement, remedy),
  retryable: true,
  retryAfterS,
});

/** No retry on this member can succeed, or not before a minute has passed. */
const lasting = (status: 429 | 503, requirement: string, remedy: string): RefusalRow => ({
  ...row(status, requirement, remedy),
  retryAfterS: 60,
});

/** Every refusal code with its status, in order of precedence. */
// biome-ignore format: one row a code
export const REFUSALS = {
  // routing
  ROUTE_NOT_FOUND: row(404, 'ERR-04', 'Correct the path: the contract document lists every route.'),
  METHOD_NOT_ALLOWED: row(405, 'ERR-05', 'Use a method of the Allow header.'),
  // A request to a socket's path without a WebSocket handshake of version 13. The code is assumed.
  UPGRADE_REQUIRED: row(426, 'WSS-02', 'Send a WebSocket handshake of version 13.'),
  // authentication and admission: answered before the request is read (AUTH-09)
  UNAUTHENTICATED: row(401, 'AUTH-02', 'Take a new token and send the request again, with the same key.'),
  FORBIDDEN_PRINCIPAL: row(403, 'AUTH-06', 'No retry succeeds until an administrator enables the user, or the token names a valid org_id and sub.'),
  NOT_PRIMED: passing(503, 1, 'AUTH-08', 'Wait for Retry-After and send it again: the member is catching up.'),
  ORG_NOT_ACTIVE: row(403, 'AUTH-07', 'No retry succeeds until the organisation is active.'),
  AWAITING_ADMISSION: row(403, 'AUTH-03', 'Have an administrator admit the user (PUT /users/{id}), then send it again.'),
  // surfaces that this member is deployed without: a retry on this member cannot succeed
  ALGOS_UNAVAILABLE: lasting(503, 'ERR-19', 'Send it to a member that serves algos: this one never will.'),
  BALANCES_UNAVAILABLE: lasting(503, 'ERR-20', 'Send it to a member that serves balances: this one never will.'),
  TICKETS_UNAVAILABLE: lasting(503, 'TKT-07', 'Send it to a member with a ticket key, or open the socket with a bearer header.'),
  // the shape of the request
  PAYLOAD_TOO_LARGE: row(413, 'ERR-06', 'Send a body of at most 1 MB.'),
  MALFORMED_REQUEST: row(400, 'ERR-07', 'Correct what the message names. The key is free: send the corrected request under it.'),
  INVALID_CURSOR: row(400, 'PAGE-09', 'Start the walk again without a cursor. A cursor is of one collection, filter, view and organisation.'),
  INVALID_IF_MATCH: row(400, 'ALG-09', 'Leave If-Match out on start, stop and delete.'),
  // Given only by members before 0.3.4; later documents still list it (SVC-12).
  SCALE_UNKNOWN: row(422, 'SVC-12', 'Only members before 0.3.4 answer it: leave the scale field out.'),
  // the key
  IDEMPOTENCY_KEY_REUSED: row(409, 'IDEM-06', 'Use a new key: this one belongs to another operation or resource.'),
  IN_FLIGHT_FULL: passing(429, 1, 'ERR-16', 'Wait for Retry-After and send it again with the same key.'),
  NOT_SERVING: passing(503, 1, 'IDEM-14', 'Wait for Retry-After and send it again with the same key, unless retryable is false: then use another member.'),
  UNKNOWN_OPERATION: row(404, 'IDEM-10', 'Check the key. A write that was never sent, or whose day has passed, has no record.'),
  // references: refused by the member, or by the owner where an id cannot be resolved earlier
  NOT_FOUND: row(404, 'ERR-09', 'Check the id: the organisation of the token holds no such row.'),
  INSTRUMENT_NOT_LIVE: row(422, 'ORD-05', 'Name an instrument that is listed and open.'),
  ACCOUNT_NOT_ACTIVE: row(422, 'ORD-04', 'Name an active account of the organisation.'),
  VENUE_UNSUPPORTED: row(422, 'CRED-04', 'Name a venue with a connector.'),
  DOCUMENT_TOO_LARGE: row(413, 'ALG-12', 'Shorten the document to 6,144 bytes, names replaced by ids included.'),
  REFERENCE_UNKNOWN_ACCOUNT: row(422, 'ALG-16', 'Correct the account name in the document. The key is free.'),
  REFERENCE_UNKNOWN_INSTRUMENT: row(422, 'ALG-16', 'Correct the instrument name in the document. The key is free.'),
  // the intake of key material
  INTAKE_UNAVAILABLE: passing(503, 1, 'ERR-13', 'Wait for Retry-After and send it again, unless retryable is false: then use a member that stores credentials.'),
  INTAKE_KEY_REUSED: row(409, 'CRED-12', 'Use a new key for other material.'),
  RATE_LIMITED: passing(429, 1, 'CRED-11', 'Wait for Retry-After and send it again.'),
  // the platform's limits and availability
  INBOX_FULL: passing(429, 1, 'ERR-16', 'Wait for Retry-After and send it again with the same key.'),
  OWNER_ABSENT: passing(503, 2, 'ERR-21', 'Wait for Retry-After and send it again with the same key, until the owner is back.'),
  // The interface names INTERRUPTED with retryable true, but not its status. It is listed apart from "every 429 and
  // 503", so it is neither.
  INTERRUPTED: { ...row(500, 'IDEM-18', 'Send it again with the same key: it is served then.'), retryable: true },
  // the owner's verdict
  CAPABILITY_DENIED: row(403, 'AUTH-14', 'Have the capability granted, then send it under a new key: this one replays the refusal.'),
  SELF_APPROVAL: row(403, 'AUTH-15', 'Have another user approve it, under a new key.'),
  NOT_PROPOSER: row(403, 'AUTH-15', 'Have the proposer withdraw it.'),
  CONFIG_PENDING: row(409, 'ALG-06', 'Wait until the staged document has its verdict, then send it under a new key.'),
  CONFIG_SEQ_CONFLICT: row(412, 'ALG-08', 'Read the instance, and send the document with the fresh ETag under a new key.'),
  // The interface states 412 for a stale If-Match, and a code only for the documents of algos. For other rows the code
  // is assumed.
  VERSION_CONFLICT: row(412, 'ALG-08', 'Read the row, and send it with its current version under a new key.'),
  // The row's state does not admit the requested transition. The code is assumed.
  TRANSITION_NOT_ADMITTED: row(409, 'CRED-07', 'Read the row: its state does not admit this move.'),
  FIELD_TYPE_MISMATCH: row(422, 'ALG-17', 'State ids in place of names, or wait until the member has the version. Use a new key.'),
  ALGO_VERSION_NOT_LOADED: row(422, 'ALG-20', 'Name a version that GET /algos/versions lists.'),
  SCOPE_INSUFFICIENT: row(422, 'CRED-06', 'Give the key at the venue the permissions that the credential declares, then approve under a new key.'),
  SCOPE_MISMATCH: row(422, 'CRED-06', 'Take from the key at the venue what the credential does not declare, then approve under a new key.'),
  WRONG_CREDENTIAL: row(422, 'CRED-07', 'Propose a credential with the right material.'),
  CONNECTION_DOWN: row(409, 'CRED-07', 'Try the move again under a new key once the venue answers.'),
  CREDENTIAL_IN_USE: row(409, 'CRED-07', 'End what uses the credential first.'),
  CREDENTIAL_NOT_ACTIVE: row(422, 'CRED-07', 'Approve or reactivate the credential first.'),
  CREDENTIAL_UNASSIGNED: row(422, 'CRED-07', 'Assign a credential to the account first.'),
  CREDENTIAL_UNAVAILABLE: row(422, 'CRED-07', 'Use an account whose credential is available.'),
  INVALID_FIELD: row(422, 'ORD-09', 'Correct the field that the message names, under a new key.'),
  TICK_SIZE_VIOLATION: row(422, 'ORD-08', 'State a price on the tick, under a new key: this one replays the refusal.'),
  QTY_STEP_VIOLATION: row(422, 'ORD-08', 'State a quantity on the step, under a new key: this one replays the refusal.'),
  NO_REFERENCE_PRICE: row(409, 'ORD-12', 'Wait for a fresh quote, then send it under a new key.'),
  POLICY_HALTED: row(422, 'POL-01', 'Have the policy resumed, then send it under a new key.'),
  MAX_ORDER_QTY_EXCEEDED: row(422, 'POL-05', 'State a quantity within the cap, under a new key.'),
  MAX_ORDER_NOTIONAL_EXCEEDED: row(422, 'POL-05', 'State a notional within the cap, under a new key.'),
  MAX_OPEN_ORDERS_EXCEEDED: row(422, 'POL-03', 'Cancel an open order, then send it under a new key.'),
  RATE_CEILING: lasting(429, 'POL-04', 'Wait for Retry-After, then send it under a new key: this one replays the refusal.'),
  // the member's own failure
  INTERNAL_ERROR: row(500, 'ERR-17', 'Send it again with the same key: its outcome is unknown.'),
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
