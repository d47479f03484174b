/**
 * The changelog of the REST contract, transcribed from the interface's own table. Each row names what the version
 * changed, what a client observes from that version on (`after`) and what it observed before (`before`). A change that
 * no client can observe has neither. A version can have several rows.
 */
import type { RestVersion } from './versions.ts';

export interface Change {
  readonly since: RestVersion;
  /** The changelog's wording, shortened. */
  readonly says: string;
  readonly before?: string;
  readonly after?: string;
}

/** The changes by their ids, in the order of the versions that made them. */
// biome-ignore format: one row a line
export const CHANGES = {
  'own-version': { since: '0.1.0', says: "document's own version and title", after: "info.version is the contract's own" },
  'operations-tagged': { since: '0.2.0', says: 'tags per resource', before: 'the operations of some resources have no tag of their own', after: 'the operations of a resource have a tag of their own' },
  'update-ids': { since: '0.2.0', says: 'update operation ids', before: 'an operation that restates a row is not called an update', after: 'an operation that restates a row is called an update of it' },
  'descriptions-rewritten': { since: '0.2.1', says: 'property descriptions rewritten; no wire change' },
  'balances-served': { since: '0.3.0', says: 'GET /account-balances', before: 'GET /account-balances is 404', after: 'GET /account-balances is a collection' },
  'balances-state-their-scale': { since: '0.3.1', says: 'balances state their scale', before: 'not shown', after: 'total, available and held are decimal strings' },
  'order-amounts-state-their-scale': { since: '0.3.2', says: 'order amounts state their scale', before: 'not shown', after: "an order's amounts are decimal strings" },
  'policy-amounts-state-their-scale': { since: '0.3.3', says: 'policy amounts state their scale', before: 'not shown', after: "a policy's amounts are decimal strings" },
  'money-at-its-own-scale': { since: '0.3.4', says: 'money in at its own scale; SCALE_UNKNOWN retired', before: 'an amount of no known scale may be refused SCALE_UNKNOWN', after: 'no amount is refused SCALE_UNKNOWN' },
  'unheld-symbol-at-the-door': { since: '0.3.4', says: 'INSTRUMENT_NOT_LIVE at the door', before: 'the door has no code for a symbol that no instrument has', after: 'a symbol with no instrument is 422 INSTRUMENT_NOT_LIVE without a position: key free' },
  'fill-precision-overflow': { since: '0.4.0', says: 'FILL_PRECISION_OVERFLOW, never answered to an HTTP request' },
  'caps-compared-exactly': { since: '0.4.0', says: 'exact ticket-cap comparison', before: 'not shown', after: 'one unit of the finest place over a cap is refused, equal is not' },
  'money-held-to-its-pattern': { since: '0.4.1', says: 'the door holds money to the published pattern; maxLength 64', before: 'money off the pattern is not refused at the door for its form', after: 'money off the pattern, or longer than 64 characters, is 400 MALFORMED_REQUEST' },
  'fees-at-venue-precision': { since: '0.4.2', says: 'fees and fills at venue precision', before: 'not shown', after: "a fee is exact at the fee asset's working scale" },
  'money-served-at-its-scale': { since: '0.4.3', says: 'money served at the scale it states', before: 'not shown', after: 'the value of 1.5 is served as an exact decimal' },
  'account-alias': { since: '0.5.0', says: 'account alias on POST /orders', before: 'an order that names its account by display name alone is refused', after: 'an order may name its account by display name' },
  'unheld-name-at-the-door': { since: '0.5.0', says: 'ACCOUNT_NOT_ACTIVE', before: 'an order with an unheld display name is refused for its shape', after: 'an unheld display name is 422 ACCOUNT_NOT_ACTIVE without a position' },
  renamed: { since: '0.5.1', says: 'gateway renamed trading gateway; no wire change' },
  'algo-instance-on-orders': { since: '0.6.0', says: 'algoInstanceId on order reads; userId 0 for machine flow', before: 'algoInstanceId is absent from order reads', after: 'algoInstanceId is on every order read, null for an order placed by a human' },
  'algos-manage': { since: '0.7.0', says: 'capability algos:manage', before: 'no caller has algos:manage', after: 'algos:manage is among the capabilities of who holds it, the last in order' },
  'venue-family-b': { since: '0.8.0', says: 'venue family B credentials; CredentialMaterial becomes a oneOf of two venue schemas', before: "a credential of a venue of family B is refused; the document's material is of one venue family", after: "key material is one of two venues' legs" },
  'scope-unobserved': { since: '0.9.0', says: 'scopeUnobserved on the credential', before: 'scopeUnobserved is absent from credentials', after: 'scopeUnobserved is true where the venue offers no read of a key own scope' },
  'balances-only-of-family-b': { since: '0.10.0', says: 'balances-only credential accepted for venue family B', before: 'a credential of family B that cannot trade is refused', after: 'a credential of family B that cannot trade is accepted' },
  'algos-surface': { since: '0.11.0', says: 'algos surface: twelve operations, algos:manage use, ALGOS_UNAVAILABLE, DOCUMENT_TOO_LARGE', before: 'every algos route is 404', after: 'the twelve operations are there' },
  'algo-documents-name': { since: '0.11.1', says: 'algo config documents may name an account or instrument', before: 'a name is passed on as written, and the platform refuses 422 FIELD_TYPE_MISMATCH', after: 'a name is replaced by its id on receipt' },
  'held-order-key-replays': { since: '0.11.2', says: 'a retried order key replays whatever names resolve to now', before: 'a retry whose names resolve to nothing any more is refused at the door', after: 'a retry of a held key replays its answer' },
  'journal-before-material': { since: '0.11.3', says: 'credential writes consult the journal before storing key material', before: 'a retry asks the intake again', after: 'a replay asks no intake' },
  'stalled-is-not-serving': { since: '0.11.4', says: 'a write a stalled member cannot look up answers 503 NOT_SERVING, never a 202 leading nowhere', before: 'a 202 may lead nowhere', after: '503 NOT_SERVING' },
  'complete-envelope': { since: '0.12.0', says: 'error.requestId, error.retryable, error.message on every refusal', before: 'a refusal may lack requestId and retryable', after: 'every refusal has all four members' },
  'request-ids': { since: '0.12.0', says: 'X-Request-Id', before: 'no X-Request-Id is owed', after: 'every response carries X-Request-Id' },
  'unknown-route-in-the-envelope': { since: '0.12.0', says: 'ROUTE_NOT_FOUND, METHOD_NOT_ALLOWED, PAYLOAD_TOO_LARGE, INTERNAL_ERROR in the envelope', before: 'an unknown route is a plain 404 without envelope', after: 'an unknown route is 404 ROUTE_NOT_FOUND in the envelope' },
  'method-in-the-envelope': { since: '0.12.0', says: 'METHOD_NOT_ALLOWED in the envelope', before: '405 without envelope', after: '405 METHOD_NOT_ALLOWED in the envelope' },
  'collections-are-pages': { since: '0.13.0', says: 'every collection is a page: limit, cursor, include=total, nextCursor, prevCursor, total', before: 'a collection is whole, whatever limit says, and has none of the members', after: 'limit bounds a page, which has nextCursor, prevCursor and total' },
  'state-has-a-time': { since: '0.13.0', says: 'asOfSeqTsNs, X-Service-As-Of-Seq-Ts', before: 'no read names the time of its state', after: 'every read names the time of its state' },
  'queries-are-closed': { since: '0.13.0', says: 'unknown query parameters refused 400', before: 'an unknown query parameter is not refused', after: 'an unknown query parameter is 400 MALFORMED_REQUEST' },
  'invalid-cursor': { since: '0.13.0', says: 'INVALID_CURSOR', before: 'a cursor is a parameter that is not known', after: 'a cursor that does not decode is 400 INVALID_CURSOR' },
  'tickets-minted': { since: '0.14.0', says: 'POST /v1/ws-tickets and the tag WebSocket tickets; TICKETS_UNAVAILABLE', before: 'POST /v1/ws-tickets is 404', after: 'POST /v1/ws-tickets mints a ticket' },
} as const satisfies Readonly<Record<string, Change>>;

export type ChangeName = keyof typeof CHANGES;

/** The id of a change, and the change. */
export const CHANGE_NAMES = Object.keys(CHANGES) as readonly ChangeName[];
