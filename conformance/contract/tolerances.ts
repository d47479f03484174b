/**
 * One row of the tolerance register. Where the interface is silent, ambiguous or contradicts itself, the row states
 * what the sandbox's own member does (`decision`, asserted under `strict`) and what a deployed member must do
 * (`suite`). **must** is asserted; *may* and *either* are legitimate responses and never a failure.
 */
export interface Tolerance {
  readonly id: string;
  readonly point: string;
  readonly decision: string;
  readonly suite: string;
}

/** The tolerance register, by decision number. */
// biome-ignore format: one row a line
export const TOLERANCES = [
  { id: 'A1', point: '404 ROUTE_NOT_FOUND is "before authentication"; 405 not said', decision: '405 also before authentication', suite: 'no token + wrong method: may be 401 or 405; with token must be 405 + Allow' },
  { id: 'A2', point: '"Admission answers before the request is read" vs 413 on Content-Length', decision: '401/403/503 first, body unread', suite: 'unauthenticated oversize: 401 or 413; malformed body + no token must be 401' },
  { id: 'A3', point: 'order inside admission (401, 403 x3, 503 NOT_PRIMED)', decision: 'stateless first: 401, FORBIDDEN_PRINCIPAL (missing org_id, non-ASCII); then NOT_PRIMED; then ORG_NOT_ACTIVE, FORBIDDEN_PRINCIPAL (disabled), AWAITING_ADMISSION', suite: 'when several apply any one of them; never 2xx' },
  { id: 'A4', point: '/openapi.json, /docs: "Authorization on every call" vs a public contract; awaiting user "every route except GET /me"', decision: 'public, no admission, no position headers', suite: 'may require a token; use a token always' },
  { id: 'A5', point: 'GET /me while the org is suspended or the user disabled', decision: '403 as elsewhere; "only route answered" applies to AWAITING_ADMISSION only', suite: 'may be 200 or 403' },
  { id: 'A6', point: 'which request "registers the caller", and is GET /me served at once', decision: 'any authenticated request on a known route; GET /me waits for the fact up to the sync deadline', suite: 'first GET /me may be 503 retryable; must become 200' },
  { id: 'A7', point: 'does an unknown route register a caller', decision: 'no', suite: 'untested' },
  { id: 'A8', point: '401 code outside the ticket route; WWW-Authenticate', decision: 'UNAUTHENTICATED, header sent', suite: 'status only; missing header is a warning (RFC 9110 requires it)' },
  { id: 'A9', point: 'auth scheme case, several spaces, two headers', decision: 'case-insensitive, single header, one space', suite: 'lowercase bearer may be either; two differing headers never 2xx under the second identity' },
  { id: 'A10', point: 'missing sub, numeric org_id', decision: '403 FORBIDDEN_PRINCIPAL', suite: '401 or 403' },
  { id: 'A11', point: 'clock leeway on exp/nbf', decision: '0 s exp, 5 s nbf', suite: 'tokens within 120 s of a boundary are undetermined' },
  { id: 'A12', point: 'HEAD, OPTIONS, TRACE', decision: 'HEAD 405, OPTIONS 405 + Allow, no Access-Control-*', suite: 'may serve HEAD; never an Access-Control-Allow-Origin on /v1/ws-tickets' },
  { id: 'A13', point: 'trailing slash, case, //, percent-encoded path letters, absolute form', decision: '404', suite: '404 or normal; never 5xx, never another row' },
  { id: 'A14', point: 'malformed id in path (abc, -1, 0, 007, > int32/int64)', decision: '404 NOT_FOUND', suite: '400 or 404; must not alias another row' },
  { id: 'A15', point: 'unknown query parameter on writes', decision: '400', suite: 'may ignore; on reads must be 400' },
  { id: 'A16', point: 'undecodable query on an unknown route', decision: '404', suite: '400 or 404' },
  { id: 'A17', point: 'empty parameter (limit=), repeated parameter, Limit', decision: '400', suite: 'Limit must be 400 (unknown); others 400 or last/first wins' },
  { id: 'A18', point: 'which status for 408/431/400 raised by the web server, X-Request-Id on them', decision: 'best effort header, no envelope', suite: 'exempt from envelope checks (spec: "two answers carry no envelope")' },
  { id: 'A19', point: 'key grammar given only for algos', decision: 'same grammar everywhere', suite: 'use only 8-36 of [A-Za-z0-9-]; boundary tests only on algos; empty/space/non-ASCII/300 chars must be 400 everywhere' },
  { id: 'A20', point: 'key scope: user, org, member', decision: '(org, key); second user of the org with another principal: 409', suite: 'must: other org independent (0 influence); intra-org may replay, 409 or be fresh' },
  { id: 'A21', point: 'same operation and resource, different body', decision: 'replay the first answer (literal reading), counter metric', suite: 'replay or 409 IDEMPOTENCY_KEY_REUSED; must: no second effect' },
  { id: 'A22', point: 'replay body: requestId inside a stored refusal vs "equal to the X-Request-Id response header"', decision: 'rewrite requestId to the new request', suite: 'mask requestId when comparing; must equal the current header' },
  { id: 'A23', point: 'first answer was 202, key resolved later: replay 202 or the row?', decision: 'final answer, Idempotent-Replay: true', suite: 'either; the operation record decides' },
  { id: 'A24', point: 'Idempotent-Replay on an attached answer', decision: 'absent', suite: 'either' },
  { id: 'A25', point: 'Idempotent-Replay on first answers: absent or false', decision: 'absent', suite: 'either' },
  { id: 'A26', point: 'attach when the first attempt ends in a door refusal after waiting (e.g. NOT_SERVING)', decision: 'both get it; key free', suite: 'either get it or proceed as fresh; at most one effect' },
  { id: 'A27', point: 'retry on another member', decision: 'platform-level dedup, replays there too', suite: 'must: one effect, same status class and row id; replay header not required' },
  { id: 'A28', point: 'key after retention', decision: 'fresh', suite: 'needs test clock; otherwise untested' },
  { id: 'A29', point: 'held key + malformed body now', decision: '400 (syntax before look-up)', suite: '400 or replay; no effect' },
  { id: 'A30', point: 'held key + stale If-Match / names gone / over-long document', decision: 'replay (look-up before semantic checks)', suite: 'names: must replay (0.11.2); If-Match: must not be a new 412 recorded fact; 413: may' },
  { id: 'A31', point: 'held key while INBOX_FULL / RATE limited', decision: 'replay, not counted', suite: 'may be 429' },
  { id: 'A32', point: 'body clientOrderId absent or different from the key', decision: 'absent allowed; different 400', suite: 'send equal; different must be 4xx without effect' },
  { id: 'A33', point: 'is 409 IDEMPOTENCY_KEY_REUSED itself recorded', decision: 'no, original keeps replaying', suite: 'must: original still replays afterwards' },
  { id: 'A34', point: 'GET /operations/{key} while in flight before any 202; for other user of the org', decision: 'record with pending outcome; org-wide', suite: '404 or 200 pending; after a 202 must not be 404' },
  { id: 'A35', point: 'position header on 202', decision: 'absent', suite: 'either' },
  { id: 'A36', point: '500 INTERNAL_ERROR: key state', decision: 'retry with the same key decides', suite: 'at most one effect' },
  { id: 'A37', point: 'halt replay count', decision: 'stored count', suite: 'must equal first' },
  { id: 'A38', point: 'Retry-After on a replayed RATE_CEILING', decision: 'recomputed, min 1', suite: 'either, must be present' },
  { id: 'A39', point: 'INTAKE_KEY_REUSED vs IDEMPOTENCY_KEY_REUSED', decision: 'first when the vault holds the key but the journal does not', suite: 'either 409' },
  { id: 'A40', point: 'contradiction: "no position header = door, key free" vs "404 for an unheld path entity" on writes carries X-Service-As-Of', decision: 'write-404 carries both state headers; rule: *Global-Sequence without As-Of on a write = owner fact*', suite: 'write 404: As-Of expected if the member is primed; do not infer "spent" from Global-Sequence there' },
  { id: 'A41', point: 'is a write answered only after the member applied its fact (read-your-writes on one member)', decision: 'yes', suite: 'strong profile only; default: a read at position >= P must show it' },
  { id: 'A42', point: 'across members / behind a balancer positions may go back', decision: 'each member monotone', suite: 'monotonic reads only when the target is declared single-member' },
  { id: 'A43', point: 'globalSequence before the first change', decision: '"0", header absent', suite: 'either "0" or absent; asOf null' },
  { id: 'A44', point: 'asOfSeqTsNs/header equality, null vs absent', decision: 'equal; null <=> absent', suite: 'must, from 0.13.0' },
  { id: 'A45', point: '200 GET /openapi.json position header', decision: 'none', suite: 'none required' },
  { id: 'A46', point: 'does 403/429 owner refusal carry As-Of', decision: 'no', suite: '"writes do not carry it": must be absent except write-404' },
  { id: 'A47', point: 'limit 0, negative, text, 007, 10^30', decision: '400 for 0/negative/text; leading zeros 400; huge clamps', suite: '0/-1/abc must be 400; 101 and 10^9 must clamp; 007, > 2^63 either' },
  { id: 'A48', point: 'cursor without limit', decision: 'rest in one page', suite: 'either' },
  { id: 'A49', point: 'nextCursor when exactly the last row was served', decision: 'null', suite: 'may be non-null followed by one empty page' },
  { id: 'A50', point: 'prevCursor on a first page', decision: 'null', suite: 'either; must be usable if present' },
  { id: 'A51', point: 'item order on a prev page', decision: 'collection order', suite: 'must' },
  { id: 'A52', point: 'limit or include changed mid-walk', decision: 'allowed', suite: 'must not be INVALID_CURSOR for limit' },
  { id: 'A53', point: '"complete as of its first page\'s position" vs "pages are read from live state" with mutable filters', decision: 'completeness for rows matching continuously', suite: 'assert only those; unfiltered: all rows at P1' },
  { id: 'A54', point: 'cursor after restart, on another member, in a deploy', decision: 'stateless, valid', suite: 'may be INVALID_CURSOR after restart or cross-member' },
  { id: 'A55', point: 'empty cursor=', decision: 'INVALID_CURSOR', suite: '400 either code, or first page' },
  { id: 'A56', point: 'algo instances "by id", direction', decision: 'ascending', suite: 'monotone in one direction' },
  { id: 'A57', point: '"keep their own order" (catalogue, documents)', decision: 'pool+version; seq ascending', suite: 'stable and page-consistent only' },
  { id: 'A58', point: 'default view; view=approved for never approved rows', decision: 'latest; absent / 404', suite: 'approved must be 400 on orders, executions, balances, algos; else only "not 5xx"' },
  { id: 'A59', point: 'unknown status value; status on other collections', decision: '400; unknown filter 400', suite: 'either; use a nonsense parameter for the unknown-parameter rule' },
  { id: 'A60', point: 'include other than total', decision: '400', suite: 'either' },
  { id: 'A61', point: 'total at which position', decision: "the page's", suite: 'at rest must equal the walk' },
  { id: 'A62', point: 'ETag format and presence on register rows, on view=approved', decision: '"<n>" strong', suite: 'presence on versioned rows, strong form; opaque value' },
  { id: 'A63', point: '1 MB = 1,000,000 or 1,048,576', decision: '1,048,576', suite: '900,000 must pass the size gate; 2,097,152 must be 413; between: untested' },
  { id: 'A64', point: 'chunked bodies without Content-Length', decision: 'same cap, 413', suite: 'any 4xx or close; never 2xx/5xx' },
  { id: 'A65', point: 'media type wrong or absent (no 415 in the table)', decision: 'JSON or absent accepted, else 400', suite: 'charset=utf-16 and bogus must be 400; others either' },
  { id: 'A66', point: 'duplicate keys, BOM, invalid UTF-8, lone surrogates, deep nesting', decision: '400', suite: 'any 4xx or accepted; never 5xx' },
  { id: 'A67', point: 'unknown body properties', decision: '400 (closed)', suite: 'only userId, algoInstanceId, *Scale, extra material legs must be 400' },
  { id: 'A68', point: 'integers as strings or 5.0; int64 as number', decision: 'string for int32 400; 5.0 400; int64 number 400', suite: 'int64 number must be 400; rest either' },
  { id: 'A69', point: '> 18 fractional digits when the excess is zeros ("trailing zeros accepted")', decision: 'refused, counted as sent', suite: 'untested; non-zero 19th digit must be 400' },
  { id: 'A70', point: '0.00, 000, -0.0 unset?', decision: 'yes', suite: 'either null or "0" equivalent, never stored as a cap of 0 that blocks trading without telling' },
  { id: 'A71', point: '-2^63', decision: 'accepted', suite: 'untested' },
  { id: 'A72', point: 'negative qty or price', decision: 'owner 422', suite: 'must not be 2xx for qty; price either' },
  { id: 'A73', point: 'value past int64: 400 (own scale) vs order rule 3 "422 INVALID_FIELD ... passes a 64-bit integer"', decision: "own scale: 400 door; instrument's working scale: 422 owner", suite: 'must: 2^63 at own scale is 400; fits own but not working scale is 422' },
  { id: 'A74', point: '"share one scale ... do not fit": door or owner 422', decision: 'owner, key spent', suite: 'metamorphic rule T14 only' },
  { id: 'A75', point: 'accountId and account disagree: 400 or 422', decision: '400', suite: 'either; no effect, key free if no position' },
  { id: 'A76', point: 'unheld accountId (number)', decision: 'reaches the owner, 422 ACCOUNT_NOT_ACTIVE with position', suite: 'either side; foreign and absent indistinguishable' },
  { id: 'A77', point: 'name matching: case, Unicode normalisation, trimming', decision: 'exact code points', suite: 'exact match only' },
  { id: 'A78', point: 'creation status 200 or 201', decision: '201 for creates', suite: 'either; replay must repeat it' },
  { id: 'A79', point: 'who judges 412; is the key spent', decision: 'owner; spent', suite: 'metamorphic T14' },
  { id: 'A80', point: 'stale and pending: 412 or 409', decision: '409 first', suite: 'either' },
  { id: 'A81', point: 'currentVersion location and type (ErrorBody lists four fields)', decision: 'error.currentVersion, integer', suite: 'search both levels; if ETag present they must agree' },
  { id: 'A82', point: 'If-Match list, unquoted, "abc", * on start/stop/delete', decision: 'list/unquoted 400; "abc" 412; * on start 400', suite: 'list/"abc": 400 or 412; unquoted must not be applied; weak must be 400; * on start either' },
  { id: 'A83', point: 'configSeq counts STAGED/REFUSED documents ("latest document")', decision: 'yes', suite: 'must: instance ETag = max seq listed at the same position' },
  { id: 'A84', point: 'which comments are dropped when one name cannot be carried', decision: 'all', suite: 'comments never asserted; parse as JSONC and compare values' },
  { id: 'A85', point: 'algo owner refusal statuses, unknown version id, source states of start/stop/delete', decision: "simulator's own state machine, documented", suite: 'only: DELETED is terminal, row readable' },
  { id: 'A86', point: 'halt racing a start', decision: 'sequence order', suite: 'T23' },
  { id: 'A87', point: 'fixed window, sliding or bucket; per member or platform', decision: 'sliding log, per member', suite: 'first 60 from rest must succeed; within 60 s total <= 120 (bucket/fixed legitimate); 200 in 10 s must see a 429; after Retry-After a success' },
  { id: 'A88', point: 'do NOT_PRIMED/403 cost tickets; 400 beyond the limit: 400 or 429', decision: 'no; 400', suite: 'either' },
  { id: 'A89', point: 'is a ticket valid at another member, after restart', decision: 'bound to boot epoch of the minting member', suite: 'may be refused; must never open two sessions' },
  { id: 'A90', point: 'consumed when: presentation or success', decision: 'first verified presentation', suite: '<= 1 session' },
  { id: 'A91', point: 'refusal status of handshakes; both schemes; two tickets', decision: '400 both, 401 otherwise, envelope', suite: 'any non-101' },
  { id: 'A92', point: "session expiry of a ticket-born session: ticket's or token's", decision: "token's", suite: 'must exceed 10 s if the token does; never exceed token exp' },
  { id: 'A93', point: 'bearer token without exp on the handshake', decision: 'session with expiresAtNs "0"', suite: 'either refuse or "0"' },
  { id: 'A94', point: 're-auth with an earlier expiry; invalid token on re-auth', decision: "lease = new token's; old lease kept on refusal", suite: "answer's grant is the truth" },
  { id: 'A95', point: 'close code at expiry, after 4003 only one is named', decision: '4001', suite: 'any; must close' },
  { id: 'A96', point: 'sessionExpiring when life < lead time', decision: 'sent at once', suite: 'either; never twice per credential' },
  { id: 'A97', point: 'reqId: space, empty, length', decision: '1-128 of 0x20-0x7E without " and \\', suite: 'alnum must echo; escape (\\u0061) must be MALFORMED; space/empty either' },
  { id: 'A98', point: 'binary frames, arrays, duplicate keys', decision: 'MALFORMED, op error', suite: 'MALFORMED or close' },
  { id: 'A99', point: 'open session when the user is disabled or the org suspended', decision: 'stays until re-auth or expiry', suite: 'either' },
  { id: 'A100', point: 'market-data ack shape; frames before auth; idle unauthenticated socket', decision: 'same shape with error: "invalid_token"; refused; closed after 10 s', suite: 'success flag only' },
  { id: 'A101', point: 'capability "declared order" beyond the two facts given', decision: 'order of the list in the spec', suite: 'no duplicates; algos:manage last; /me and grant agree' },
  { id: 'A102', point: 'total = available + held? observedAtNs cadence', decision: 'not assumed; 30 s', suite: 'never assert the sum; freshness only if configured, at 3x' },
] as const satisfies readonly Tolerance[];

type ToleranceId = (typeof TOLERANCES)[number]['id'];

/**
 * What the suite leaves undecided on purpose. Every report lists it, so that a reader sees what a pass says nothing about.
 */
export interface Toleration {
  /** The row of the tolerance register. */
  readonly id: string;
  /** `not judged`: nothing looks at it. `either`: every answer that `accepts` names is right. */
  readonly kind: 'not judged' | 'either';
  readonly point: string;
  /** What the suite accepts there, and what it asserts all the same. */
  readonly accepts: string;
}

/** Rows at which nothing looks, or nothing looks at a part of them. */
const NOT_JUDGED: readonly ToleranceId[] = [
  ...(['A7', 'A8', 'A11', 'A18', 'A28', 'A57', 'A63', 'A69', 'A71', 'A77', 'A85', 'A100', 'A102'] as const),
];

/** Rows that only assert: they leave no choice. A new row counts as one that does. */
const ASSERTED: readonly ToleranceId[] = [
  ...(['A22', 'A33', 'A36', 'A37', 'A44', 'A46', 'A51', 'A52', 'A61', 'A73', 'A74', 'A79', 'A83', 'A86'] as const),
  ...(['A90', 'A92'] as const),
];

/** What the suite accepts where it reads the interface closer than its row of the register does. */
const ACCEPTED: Partial<Readonly<Record<ToleranceId, string>>> = {
  A84: 'any comments where a name cannot be carried or not all fit; else each name in a comment of any form at its id',
  A97: 'alnum must echo; escape (\\u0061) must be MALFORMED; other characters either, and what is echoed is unchanged',
};

/** In the order of the register, what is not judged first. */
export const TOLERATIONS: readonly Toleration[] = [true, false].flatMap((isUnjudged) =>
  TOLERANCES.filter(({ id }) => !ASSERTED.includes(id) && NOT_JUDGED.includes(id) === isUnjudged).map(
    ({ id, point, suite }): Toleration => ({
      id,
      kind: isUnjudged ? 'not judged' : 'either',
      point,
      accepts: ACCEPTED[id] ?? suite,
    }),
  ),
);
