/**
 * The interface's clauses as rows, in their own order: `since` is the REST contract version (on WSS rows the socket
 * contract's); `sees` says what an observer needs to decide the row.
 */
export type Sees = 'any' | 'setup' | 'control' | 'window';

export interface Requirement {
  readonly id: string;
  readonly since: string;
  readonly sees: Sees;
  readonly statement: string;
}

export const REQUIREMENTS = [
  {
    id: 'SVC-01',
    since: '0.1.0',
    sees: 'any',
    statement: "GET /openapi.json serves an OpenAPI 3.x document whose info.version is the member's contract version",
  },
  {
    id: 'SVC-02',
    since: '0.1.0',
    sees: 'any',
    statement:
      'info carries x-service-register-schema 114.v7, x-service-orders-schema 111.v2, x-service-custody-schema 115.v1, and from 0.11.0 x-service-algos-schema 121.v0',
  },
  {
    id: 'SVC-03',
    since: '0.1.0',
    sees: 'any',
    statement: 'GET /docs serves an interactive HTML page of the same contract',
  },
  {
    id: 'SVC-04',
    since: '0.2.0',
    sees: 'any',
    statement: 'every operation of the contract document has a tag of its resource and a unique operationId',
  },
  {
    id: 'SVC-05',
    since: '0.14.0',
    sees: 'any',
    statement:
      'the document lists POST /v1/ws-tickets under the tag WebSocket tickets; every other path has no version prefix',
  },
  {
    id: 'SVC-06',
    since: '0.12.0',
    sees: 'any',
    statement: 'the document publishes message, requestId and retryable of an error as optional properties',
  },
  {
    id: 'SVC-07',
    since: '0.13.0',
    sees: 'any',
    statement:
      'the document publishes asOfSeqTsNs, nextCursor, prevCursor and total of a page as optional although every page carries them',
  },
  {
    id: 'SVC-08',
    since: '0.8.0',
    sees: 'any',
    statement:
      'the credential material schema is a oneOf of two closed schemas and carries x-service-intake-venues with an accountGroup per venue',
  },
  {
    id: 'SVC-09',
    since: '0.11.0',
    sees: 'any',
    statement: 'the document lists the twelve algos operations under the tag Algos',
  },
  {
    id: 'SVC-10',
    since: '0.4.1',
    sees: 'any',
    statement: 'every money property of the document carries the published pattern and maxLength 64',
  },
  {
    id: 'SVC-11',
    since: '0.1.0',
    sees: 'any',
    statement: 'every response body of the service validates against the document the same member serves',
  },
  {
    id: 'SVC-12',
    since: '0.3.4',
    sees: 'any',
    statement: "SCALE_UNKNOWN is still listed in the document's refusal reasons and never answered",
  },
  {
    id: 'ID-01',
    since: '0.1.0',
    sees: 'any',
    statement:
      'register keys (orgId, userId, credentialId, accountId, accountAddressId, portfolioId and the three policy ids) are int32 JSON integers',
  },
  {
    id: 'ID-02',
    since: '0.1.0',
    sees: 'any',
    statement: 'orderId and executionId are int64 and are carried as decimal JSON strings',
  },
  {
    id: 'ID-03',
    since: '0.1.0',
    sees: 'any',
    statement:
      'every property named ...Ns and globalSequence is a decimal JSON string (or null where allowed), never a JSON number',
  },
  {
    id: 'ID-04',
    since: '0.1.0',
    sees: 'any',
    statement: 'an int64 sent as a JSON number in a body is refused 400 MALFORMED_REQUEST',
  },
  {
    id: 'ID-05',
    since: '0.1.0',
    sees: 'any',
    statement:
      'ids grow with the sequenced time of the creating command, are never reused, and do not count rows (three creations in a row are not consecutive numbers)',
  },
  {
    id: 'ID-06',
    since: '0.1.0',
    sees: 'any',
    statement: '0 or null on an optional reference means unset, on input and on output',
  },
  {
    id: 'MON-01',
    since: '0.4.1',
    sees: 'any',
    statement:
      'a money string outside optional minus, digits, at most one point with digits on both sides is refused 400 MALFORMED_REQUEST',
  },
  {
    id: 'MON-02',
    since: '0.4.1',
    sees: 'any',
    statement:
      'a money string over 64 characters as sent is refused 400, before any other judgement of it (leading zeros count)',
  },
  { id: 'MON-03', since: '0.4.1', sees: 'any', statement: 'exponent form is refused 400' },
  { id: 'MON-04', since: '0.4.1', sees: 'any', statement: 'a leading plus is refused 400' },
  { id: 'MON-05', since: '0.4.1', sees: 'any', statement: 'a bare point (.5 or 5.) is refused 400' },
  { id: 'MON-06', since: '0.4.1', sees: 'any', statement: 'surrounding white space is refused 400' },
  { id: 'MON-07', since: '0.4.1', sees: 'any', statement: 'non-ASCII digits are refused 400' },
  { id: 'MON-08', since: '0.3.4', sees: 'any', statement: 'more than 18 fractional digits are refused 400' },
  {
    id: 'MON-09',
    since: '0.3.4',
    sees: 'any',
    statement: 'a value past a signed 64-bit integer at its own scale is refused 400; the largest that fits is not',
  },
  {
    id: 'MON-10',
    since: '0.3.4',
    sees: 'any',
    statement: 'a money value that is not a JSON string (number, boolean, object, array) is refused 400',
  },
  {
    id: 'MON-11',
    since: '0.3.4',
    sees: 'any',
    statement:
      "a scale field of the caller's own (priceScale, qtyScale, maxTicketAmountScale, maxOrderQtyScale and alike) is refused 400",
  },
  {
    id: 'MON-12',
    since: '0.3.4',
    sees: 'any',
    statement: 'leading and trailing zeros are accepted and 1.50, 1.5 and 01.5 are one value',
  },
  {
    id: 'MON-13',
    since: '0.3.4',
    sees: 'any',
    statement: "a minus sign passes the door's grammar (what the owner says of it is the owner's)",
  },
  { id: 'MON-14', since: '0.3.4', sees: 'any', statement: '0, -0, null and an absent field are all unset' },
  {
    id: 'MON-15',
    since: '0.4.3',
    sees: 'any',
    statement:
      'every money value served is an exact decimal string in the published grammar, equal in value to what was written, never a number or a scaled integer',
  },
  { id: 'MON-16', since: '0.1.0', sees: 'any', statement: 'no response anywhere carries a property named unscaled' },
  {
    id: 'MON-17',
    since: '0.3.4',
    sees: 'any',
    statement:
      'an amount beside an absent or 0 assetId or instrumentId is refused 400; the organisation-wide default trading policy takes no money caps',
  },
  {
    id: 'MON-18',
    since: '0.3.3',
    sees: 'any',
    statement:
      "the amounts of one asset policy, and of one chain policy, read back at one scale: the finest any states or the asset's unitScale, whichever is finer",
  },
  {
    id: 'MON-19',
    since: '0.3.4',
    sees: 'any',
    statement:
      'amounts of one policy that together do not fit a 64-bit integer at the shared scale are refused 422 INVALID_FIELD by the owner',
  },
  {
    id: 'MON-20',
    since: '0.3.3',
    sees: 'any',
    statement: 'maxOrderQty and maxOrderNotional of a trading policy do not share a scale',
  },
  {
    id: 'ERR-01',
    since: '0.12.0',
    sees: 'any',
    statement: 'every refusal of the gateway is {error:{code,message,requestId,retryable}} with content type JSON',
  },
  { id: 'ERR-02', since: '0.12.0', sees: 'any', statement: "error.requestId equals the response's X-Request-Id" },
  { id: 'ERR-03', since: '0.12.0', sees: 'any', statement: 'message is a non-empty string on every refusal' },
  {
    id: 'ERR-04',
    since: '0.12.0',
    sees: 'any',
    statement: 'an unknown path answers 404 ROUTE_NOT_FOUND before authentication, with and without a token',
  },
  {
    id: 'ERR-05',
    since: '0.12.0',
    sees: 'any',
    statement:
      'a known path with a method it does not take answers 405 METHOD_NOT_ALLOWED with an Allow header that lists exactly the methods it takes',
  },
  {
    id: 'ERR-06',
    since: '0.12.0',
    sees: 'any',
    statement: 'a request whose Content-Length is over 1 MB answers 413 PAYLOAD_TOO_LARGE',
  },
  { id: 'ERR-07', since: '0.1.0', sees: 'any', statement: 'malformed JSON answers 400 MALFORMED_REQUEST' },
  {
    id: 'ERR-08',
    since: '0.1.0',
    sees: 'any',
    statement: 'a body in a charset the gateway cannot read answers 400 MALFORMED_REQUEST',
  },
  {
    id: 'ERR-09',
    since: '0.1.0',
    sees: 'any',
    statement:
      "404 NOT_FOUND for a row the caller's organisation does not hold, the same answer whether another organisation holds it or nobody does",
  },
  { id: 'ERR-10', since: '0.12.0', sees: 'any', statement: 'every 429 and 503 carries Retry-After' },
  {
    id: 'ERR-11',
    since: '0.12.0',
    sees: 'any',
    statement:
      'retryable is true for every 429 and 503 but the named exceptions, and false for every other status (INTERRUPTED excepted)',
  },
  {
    id: 'ERR-12',
    since: '0.12.0',
    sees: 'control',
    statement: 'BALANCES_UNAVAILABLE, ALGOS_UNAVAILABLE and TICKETS_UNAVAILABLE are 503 with retryable false',
  },
  {
    id: 'ERR-13',
    since: '0.12.0',
    sees: 'control',
    statement: 'INTAKE_UNAVAILABLE is 503, retryable false on a member that stores no credentials and true otherwise',
  },
  {
    id: 'ERR-14',
    since: '0.12.0',
    sees: 'control',
    statement: 'NOT_SERVING is 503, retryable false on a read replica and true otherwise',
  },
  {
    id: 'ERR-15',
    since: '0.12.0',
    sees: 'control',
    statement: "a refusal judged by a record owner is retryable false whatever its status, RATE_CEILING's 429 included",
  },
  {
    id: 'ERR-16',
    since: '0.12.0',
    sees: 'control',
    statement: 'INBOX_FULL and IN_FLIGHT_FULL are 429, retryable true, nothing queued, key free',
  },
  {
    id: 'ERR-17',
    since: '0.12.0',
    sees: 'control',
    statement: 'a failure of the member itself answers 500 INTERNAL_ERROR in the envelope, with no stack or path in it',
  },
  { id: 'ERR-18', since: '0.1.0', sees: 'any', statement: 'an unreadable query string answers 400 MALFORMED_REQUEST' },
  {
    id: 'ERR-19',
    since: '0.11.0',
    sees: 'control',
    statement:
      'a member without the algos surface answers every algos route 503 ALGOS_UNAVAILABLE after admission and with no position header',
  },
  {
    id: 'ERR-20',
    since: '0.3.0',
    sees: 'control',
    statement: 'a member without the balances surface answers GET /account-balances 503 BALANCES_UNAVAILABLE',
  },
  {
    id: 'ERR-21',
    since: '0.1.0',
    sees: 'control',
    statement: 'OWNER_ABSENT answers 503 while a record owner is away, retryable true',
  },
  {
    id: 'RID-01',
    since: '0.12.0',
    sees: 'any',
    statement: 'every response carries X-Request-Id, refusals, 404, 405, 413, 202 and the contract document included',
  },
  {
    id: 'RID-02',
    since: '0.12.0',
    sees: 'any',
    statement: 'a sent X-Request-Id of 8 to 128 of [A-Za-z0-9._-] is echoed',
  },
  {
    id: 'RID-03',
    since: '0.12.0',
    sees: 'any',
    statement: 'any other X-Request-Id is replaced, never echoed, and the request is served',
  },
  {
    id: 'POS-01',
    since: '0.1.0',
    sees: 'any',
    statement: 'each response served from platform state carries X-Service-Global-Sequence, a decimal string',
  },
  {
    id: 'POS-02',
    since: '0.13.0',
    sees: 'any',
    statement:
      'each read from platform state (pages, rows and their 404s, /me, /operations/{key}) carries X-Service-As-Of-Seq-Ts',
  },
  {
    id: 'POS-03',
    since: '0.13.0',
    sees: 'any',
    statement: 'a write does not carry X-Service-As-Of-Seq-Ts, but for the 404 of a path entity that is not held',
  },
  { id: 'POS-04', since: '0.1.0', sees: 'any', statement: 'a door refusal carries no X-Service-Global-Sequence' },
  { id: 'POS-05', since: '0.1.0', sees: 'any', statement: "an owner's refusal carries X-Service-Global-Sequence" },
  {
    id: 'POS-06',
    since: '0.13.0',
    sees: 'any',
    statement: "a page's globalSequence and asOfSeqTsNs equal the two headers of its response",
  },
  {
    id: 'POS-07',
    since: '0.1.0',
    sees: 'any',
    statement: 'positions a member serves to one caller one after another never go back',
  },
  {
    id: 'POS-08',
    since: '0.1.0',
    sees: 'any',
    statement: "a read answered at or after the position of a write's answer reflects that write",
  },
  {
    id: 'POS-09',
    since: '0.13.0',
    sees: 'control',
    statement: 'asOfSeqTsNs is null and the as-of header absent until the member has applied its first change',
  },
  {
    id: 'POS-10',
    since: '0.13.0',
    sees: 'any',
    statement: 'asOfSeqTsNs never goes back as globalSequence grows, and one position always names one time',
  },
  {
    id: 'PAGE-01',
    since: '0.13.0',
    sees: 'any',
    statement:
      'every collection answers the page envelope: globalSequence, asOfSeqTsNs, items, nextCursor, prevCursor, total',
  },
  {
    id: 'PAGE-02',
    since: '0.13.0',
    sees: 'any',
    statement: 'without limit the whole collection is one page, nextCursor and prevCursor null',
  },
  { id: 'PAGE-03', since: '0.13.0', sees: 'any', statement: 'limit takes 1 to 100 and a larger one is clamped to 100' },
  {
    id: 'PAGE-04',
    since: '0.13.0',
    sees: 'any',
    statement: 'limit of 0, negative or not an integer is refused 400 MALFORMED_REQUEST',
  },
  {
    id: 'PAGE-05',
    since: '0.13.0',
    sees: 'any',
    statement:
      'total is null unless include=total is sent, and then the exact count of rows matching the filters, the same on each page of a still collection',
  },
  {
    id: 'PAGE-06',
    since: '0.13.0',
    sees: 'any',
    statement: 'any other include value is refused 400 MALFORMED_REQUEST',
  },
  {
    id: 'PAGE-07',
    since: '0.13.0',
    sees: 'any',
    statement:
      "a walk by nextCursor serves each row that stood throughout exactly once, in the collection's order, and ends with nextCursor null",
  },
  { id: 'PAGE-08', since: '0.13.0', sees: 'any', statement: 'prevCursor walks back over the same rows' },
  {
    id: 'PAGE-09',
    since: '0.13.0',
    sees: 'any',
    statement: 'a cursor that does not decode is refused 400 INVALID_CURSOR',
  },
  {
    id: 'PAGE-10',
    since: '0.13.0',
    sees: 'any',
    statement: 'a cursor of another collection, filter, view or organisation is refused 400 INVALID_CURSOR',
  },
  {
    id: 'PAGE-11',
    since: '0.13.0',
    sees: 'any',
    statement:
      "a walk under concurrent writes misses no row that existed at the first page's position and was not removed",
  },
  {
    id: 'PAGE-12',
    since: '0.13.0',
    sees: 'any',
    statement: "orders, executions and an instance's orders are descending by id",
  },
  { id: 'PAGE-13', since: '0.13.0', sees: 'any', statement: 'the nine register collections are ascending by id' },
  { id: 'PAGE-14', since: '0.13.0', sees: 'any', statement: 'balances are ascending by accountId then assetId' },
  {
    id: 'PAGE-15',
    since: '0.13.0',
    sees: 'any',
    statement: 'algo instances are ascending by id; config documents and the catalogue keep their own stable order',
  },
  {
    id: 'PAGE-16',
    since: '0.13.0',
    sees: 'any',
    statement: 'a cursor may be sent with another limit than its page had',
  },
  {
    id: 'QRY-01',
    since: '0.13.0',
    sees: 'any',
    statement: 'a query parameter that the read does not take is refused 400 MALFORMED_REQUEST',
  },
  { id: 'QRY-02', since: '0.13.0', sees: 'any', statement: 'a single row takes view alone' },
  { id: 'QRY-03', since: '0.13.0', sees: 'any', statement: 'GET /me and GET /operations/{key} take no parameter' },
  {
    id: 'QRY-04',
    since: '0.1.0',
    sees: 'any',
    statement: 'view is latest or approved on register reads; any other value is refused 400',
  },
  { id: 'QRY-05', since: '0.1.0', sees: 'any', statement: 'orders and executions refuse view=approved with 400' },
  {
    id: 'QRY-06',
    since: '0.3.0',
    sees: 'any',
    statement: 'account-balances accepts view=latest and refuses view=approved and status with 400',
  },
  {
    id: 'QRY-07',
    since: '0.11.0',
    sees: 'any',
    statement: 'algos reads accept view=latest alone and no status filter',
  },
  { id: 'QRY-08', since: '0.1.0', sees: 'any', statement: '/users takes a status filter' },
  { id: 'AUTH-01', since: '0.1.0', sees: 'any', statement: 'no bearer token answers 401 on every authenticated route' },
  {
    id: 'AUTH-02',
    since: '0.1.0',
    sees: 'any',
    statement:
      'a token that does not verify (signature, exp, nbf, aud, iss, alg none, foreign key, algorithm confusion) answers 401',
  },
  {
    id: 'AUTH-03',
    since: '0.1.0',
    sees: 'setup',
    statement: 'until an administrator admits the user, every route but GET /me answers 403 AWAITING_ADMISSION',
  },
  {
    id: 'AUTH-04',
    since: '0.1.0',
    sees: 'setup',
    statement: 'GET /me serves the row of a caller who awaits admission, and the first request registers the caller',
  },
  {
    id: 'AUTH-05',
    since: '0.1.0',
    sees: 'setup',
    statement: 'a token without org_id, or with a non-ASCII org_id or sub, answers 403 FORBIDDEN_PRINCIPAL',
  },
  { id: 'AUTH-06', since: '0.1.0', sees: 'setup', statement: 'a disabled user answers 403 FORBIDDEN_PRINCIPAL' },
  {
    id: 'AUTH-07',
    since: '0.1.0',
    sees: 'setup',
    statement:
      'an organisation that is suspended, pending activation, retired or unregistered answers 403 ORG_NOT_ACTIVE',
  },
  {
    id: 'AUTH-08',
    since: '0.1.0',
    sees: 'control',
    statement: 'a member that catches up answers 503 NOT_PRIMED with Retry-After, retryable true',
  },
  {
    id: 'AUTH-09',
    since: '0.1.0',
    sees: 'any',
    statement:
      'admission is answered before the request is read: a bad body or query with a bad token is 401 or 403, never 400',
  },
  {
    id: 'AUTH-10',
    since: '0.1.0',
    sees: 'setup',
    statement:
      "permissions follow the platform's records at each request: a granted or cleared capability counts on the next request under the same token",
  },
  { id: 'AUTH-11', since: '0.1.0', sees: 'any', statement: 'capability claims written on a token grant nothing' },
  {
    id: 'AUTH-12',
    since: '0.1.0',
    sees: 'any',
    statement: 'GET /me serves the user, the organisation and the capabilities in declared order',
  },
  {
    id: 'AUTH-13',
    since: '0.1.0',
    sees: 'any',
    statement: 'no token, ticket or key material appears in any response, or in any log of the sandbox',
  },
  {
    id: 'AUTH-14',
    since: '0.1.0',
    sees: 'setup',
    statement:
      "an owner's refusal for want of a capability is 403 CAPABILITY_DENIED with the position header, and a retried key replays it with Idempotent-Replay",
  },
  {
    id: 'AUTH-15',
    since: '0.1.0',
    sees: 'setup',
    statement:
      'SELF_APPROVAL answers 403 where a proposer approves their own proposal, NOT_PROPOSER 403 where another than the proposer withdraws it',
  },
  {
    id: 'AUTH-16',
    since: '0.1.0',
    sees: 'setup',
    statement:
      'nothing of another organisation is visible or nameable on any route: rows, cursors, operations, instances, balances, names',
  },
  {
    id: 'CAP-01',
    since: '0.1.0',
    sees: 'any',
    statement:
      'the scopes are users:manage, orders:trade, credentials:propose, credentials:approve, orgs:approve and from 0.7.0 algos:manage, algos:manage last in declared order',
  },
  {
    id: 'CAP-02',
    since: '0.1.0',
    sees: 'setup',
    statement: 'the preset TRADER expands to orders:trade alone, and no preset holds algos:manage',
  },
  {
    id: 'CAP-03',
    since: '0.1.0',
    sees: 'setup',
    statement: 'a body that names a scope beside a preset whose expansion lacks it is refused',
  },
  { id: 'CAP-04', since: '0.1.0', sees: 'setup', statement: 'PUT of a user replaces the whole capability set' },
  {
    id: 'IDEM-01',
    since: '0.1.0',
    sees: 'any',
    statement:
      'every write but POST /v1/ws-tickets requires Idempotency-Key; missing or malformed answers 400, nothing recorded',
  },
  {
    id: 'IDEM-02',
    since: '0.1.0',
    sees: 'any',
    statement: 'a retried key replays the first answer, same status and body, with Idempotent-Replay: true',
  },
  { id: 'IDEM-03', since: '0.1.0', sees: 'any', statement: 'a first answer carries no Idempotent-Replay' },
  { id: 'IDEM-04', since: '0.1.0', sees: 'any', statement: 'a retried key replays a recorded refusal the same way' },
  {
    id: 'IDEM-05',
    since: '0.1.0',
    sees: 'any',
    statement: 'a retry while the first attempt is in flight attaches to it: one effect, one answer',
  },
  {
    id: 'IDEM-06',
    since: '0.1.0',
    sees: 'any',
    statement: 'a key used for another operation or resource answers 409 IDEMPOTENCY_KEY_REUSED',
  },
  {
    id: 'IDEM-07',
    since: '0.1.0',
    sees: 'any',
    statement:
      'a door refusal leaves the key free: the corrected request under the same key is served as a first answer',
  },
  {
    id: 'IDEM-08',
    since: '0.1.0',
    sees: 'any',
    statement: "an owner's refusal spends the key: a corrected request under it replays the refusal",
  },
  {
    id: 'IDEM-09',
    since: '0.1.0',
    sees: 'control',
    statement: "a member keeps a key's answer for a day by default, then forgets it",
  },
  {
    id: 'IDEM-10',
    since: '0.1.0',
    sees: 'any',
    statement: 'GET /operations/{key} serves the record of a written key; an unknown key answers 404 UNKNOWN_OPERATION',
  },
  {
    id: 'IDEM-11',
    since: '0.1.0',
    sees: 'control',
    statement: 'a write not answered by the sync deadline answers 202 with Location: /operations/{key}',
  },
  {
    id: 'IDEM-12',
    since: '0.1.0',
    sees: 'control',
    statement: 'the operation polled after a 202 reaches one final outcome and never leaves it',
  },
  {
    id: 'IDEM-13',
    since: '0.1.0',
    sees: 'control',
    statement: 'the key retried after its 202 has settled replays the settled answer',
  },
  {
    id: 'IDEM-14',
    since: '0.11.4',
    sees: 'control',
    statement:
      'a write whose key the member cannot look up by the write deadline answers 503 NOT_SERVING: nothing stored, nothing sent, key free',
  },
  {
    id: 'IDEM-15',
    since: '0.1.0',
    sees: 'any',
    statement: 'a body that states userId is refused 400 MALFORMED_REQUEST on every write',
  },
  {
    id: 'IDEM-16',
    since: '0.1.0',
    sees: 'any',
    statement: 'one key has at most one effect, whatever the interleaving of retries, members and restarts',
  },
  {
    id: 'IDEM-17',
    since: '0.1.0',
    sees: 'any',
    statement: 'the operation record of a key is not visible to another organisation',
  },
  {
    id: 'IDEM-18',
    since: '0.1.0',
    sees: 'control',
    statement: 'INTERRUPTED is retryable true: the same key sent again is served',
  },
  {
    id: 'IDEM-19',
    since: '0.1.0',
    sees: 'any',
    statement:
      "a replay carries the position of the first answer, and the X-Request-Id of its own request, in the header and in a refusal's requestId",
  },
  { id: 'MATCH-01', since: '0.1.0', sees: 'any', statement: 'versioned rows carry ETag on the single-row read' },
  { id: 'MATCH-02', since: '0.1.0', sees: 'any', statement: 'an absent If-Match or * is unconditional' },
  {
    id: 'MATCH-03',
    since: '0.1.0',
    sees: 'any',
    statement: 'a weak validator is refused 400 INVALID_IF_MATCH; so is one that does not parse',
  },
  { id: 'MATCH-04', since: '0.1.0', sees: 'any', statement: 'a stale If-Match answers 412 and changes nothing' },
  {
    id: 'MATCH-05',
    since: '0.1.0',
    sees: 'any',
    statement: 'a body that contradicts the path or If-Match is refused 400 MALFORMED_REQUEST',
  },
  {
    id: 'REG-01',
    since: '0.1.0',
    sees: 'any',
    statement:
      'the nine register collections and their single rows are served: orgs, users, credentials, accounts, account-addresses, portfolios, asset-policies, chain-policies, trading-policies',
  },
  {
    id: 'REG-02',
    since: '0.1.0',
    sees: 'any',
    statement: 'view=approved serves the approved state of a row while a later proposal waits, view=latest the latest',
  },
  {
    id: 'REG-03',
    since: '0.1.0',
    sees: 'setup',
    statement:
      'users are created (POST), restated (PUT) with capability scopes or presets by a caller with users:manage',
  },
  {
    id: 'REG-04',
    since: '0.1.0',
    sees: 'setup',
    statement: 'portfolios, accounts and account addresses are created and restated',
  },
  { id: 'REG-05', since: '0.1.0', sees: 'setup', statement: 'organisation arms need orgs:approve' },
  {
    id: 'REG-06',
    since: '0.5.0',
    sees: 'any',
    statement: 'an account in DISCOVERED status binds no display name and is addressed by id alone',
  },
  {
    id: 'CRED-01',
    since: '0.8.0',
    sees: 'setup',
    statement:
      "POST /credentials takes exchangeId, canReadBalances, canTrade and material; material carries exactly the legs of that venue's family: A key, secret, passphrase; B key, privateKey",
  },
  {
    id: 'CRED-02',
    since: '0.8.0',
    sees: 'setup',
    statement: "material with a missing, extra or other family's leg is refused 400",
  },
  {
    id: 'CRED-03',
    since: '0.8.0',
    sees: 'setup',
    statement: 'a family B privateKey is an Ed25519 PKCS 8 key as PEM or as its base64 body; anything else is refused',
  },
  {
    id: 'CRED-04',
    since: '0.1.0',
    sees: 'setup',
    statement: 'a venue with no connector is refused 422 VENUE_UNSUPPORTED',
  },
  { id: 'CRED-05', since: '0.1.0', sees: 'any', statement: 'no credential read or answer ever carries key material' },
  {
    id: 'CRED-06',
    since: '0.9.0',
    sees: 'setup',
    statement:
      "scopeUnobserved is true where the venue offers no read of the key's scope; observedPermissions is then empty, and SCOPE_INSUFFICIENT and SCOPE_MISMATCH are not applied",
  },
  {
    id: 'CRED-07',
    since: '0.1.0',
    sees: 'setup',
    statement:
      "approve, suspend, reactivate, revoke, withdraw, rotate and amend move a credential; an arm its state does not admit is an owner's refusal",
  },
  { id: 'CRED-08', since: '0.1.0', sees: 'setup', statement: 'a pending rotation reads pendingTransition ROTATE' },
  {
    id: 'CRED-09',
    since: '0.10.0',
    sees: 'setup',
    statement: 'a balances-only credential (canTrade false) is accepted for venue family B',
  },
  {
    id: 'CRED-10',
    since: '0.11.3',
    sees: 'control',
    statement: 'key material is stored only after the journal has no answer for the key: a replay stores none',
  },
  {
    id: 'CRED-11',
    since: '0.1.0',
    sees: 'control',
    statement: "the intake's own bound answers 429 RATE_LIMITED with Retry-After",
  },
  { id: 'CRED-12', since: '0.1.0', sees: 'control', statement: 'INTAKE_KEY_REUSED answers 409' },
  {
    id: 'CRED-13',
    since: '0.1.0',
    sees: 'setup',
    statement:
      'a proposer without credentials:propose, an approver without credentials:approve is refused CAPABILITY_DENIED',
  },
  {
    id: 'POL-01',
    since: '0.1.0',
    sees: 'setup',
    statement:
      'asset, chain and trading policies are created and restated, and moved by approve, retire, withdraw, halt and resume; the answer is the row',
  },
  { id: 'POL-02', since: '0.3.4', sees: 'setup', statement: 'a null or unset cap or bound reads back null' },
  {
    id: 'POL-03',
    since: '0.1.0',
    sees: 'control',
    statement:
      'the tighter of the governing trading policy and the organisation-wide default binds maxOpenOrders and maxOrdersPerMinute, counted over the whole organisation',
  },
  {
    id: 'POL-04',
    since: '0.1.0',
    sees: 'control',
    statement:
      'the per-minute ceiling answers 429 RATE_CEILING: recorded, position header, retryable false, Retry-After, replayed under its key',
  },
  {
    id: 'POL-05',
    since: '0.4.0',
    sees: 'control',
    statement: 'a cap is compared exactly at every scale: one unit of the finest place over is refused, equal is not',
  },
  {
    id: 'ORD-01',
    since: '0.1.0',
    sees: 'any',
    statement:
      'POST /orders serves the order row; the key is the clientOrderId; a body clientOrderId that differs from it is refused 400',
  },
  {
    id: 'ORD-02',
    since: '0.5.0',
    sees: 'any',
    statement: 'accountId or the alias account is required; both must agree',
  },
  {
    id: 'ORD-03',
    since: '0.1.0',
    sees: 'any',
    statement: 'instrumentId or the alias instrument is required; both must agree',
  },
  {
    id: 'ORD-04',
    since: '0.5.0',
    sees: 'any',
    statement: 'an unheld account name answers 422 ACCOUNT_NOT_ACTIVE at the door: no position header, key free',
  },
  {
    id: 'ORD-05',
    since: '0.3.4',
    sees: 'any',
    statement: 'a symbol with no instrument answers 422 INSTRUMENT_NOT_LIVE at the door: no position header, key free',
  },
  {
    id: 'ORD-06',
    since: '0.5.0',
    sees: 'setup',
    statement: "another organisation's account name answers exactly as an unheld one",
  },
  {
    id: 'ORD-07',
    since: '0.11.2',
    sees: 'control',
    statement: 'a retry of a held key replays its answer whatever the names resolve to now',
  },
  {
    id: 'ORD-08',
    since: '0.1.0',
    sees: 'any',
    statement:
      'a price finer than the tick answers 422 TICK_SIZE_VIOLATION, a quantity finer than the step 422 QTY_STEP_VIOLATION, by the owner: position header, key spent',
  },
  {
    id: 'ORD-09',
    since: '0.1.0',
    sees: 'control',
    statement:
      'where no tick or step is stated, or the value passes a 64-bit integer there, the owner answers 422 INVALID_FIELD',
  },
  {
    id: 'ORD-10',
    since: '0.1.0',
    sees: 'any',
    statement:
      'an instrumentId the member does not hold reaches the owner, which answers 422 INSTRUMENT_NOT_LIVE with the position header where it does not hold it open',
  },
  {
    id: 'ORD-11',
    since: '0.1.0',
    sees: 'control',
    statement: 'an instrumentId the member does not hold yet but the owner holds open is accepted',
  },
  {
    id: 'ORD-12',
    since: '0.1.0',
    sees: 'control',
    statement:
      'no fresh reference price, or a quote the price grid cannot hold, answers 409 NO_REFERENCE_PRICE by the owner',
  },
  {
    id: 'ORD-13',
    since: '0.1.0',
    sees: 'any',
    statement: 'a body with userId or algoInstanceId is refused 400 on submit and on cancel',
  },
  {
    id: 'ORD-14',
    since: '0.1.0',
    sees: 'any',
    statement: 'POST /orders/{id}/cancel serves the order row; an unheld id answers 404 with the as-of header',
  },
  { id: 'ORD-15', since: '0.6.0', sees: 'setup', statement: "a human of the organisation may cancel an algo's order" },
  {
    id: 'ORD-16',
    since: '0.6.0',
    sees: 'any',
    statement: 'exactly one of userId (non-zero) and algoInstanceId (non-null) is set on each order row',
  },
  {
    id: 'ORD-17',
    since: '0.1.0',
    sees: 'setup',
    statement: 'submit without orders:trade answers 403 CAPABILITY_DENIED by the owner',
  },
  {
    id: 'ORD-18',
    since: '0.1.0',
    sees: 'any',
    statement:
      'price, qty, cumQty, leavesQty, avgPx, lastFillPx and lastFillQty of a row are money strings or null, and cumQty plus leavesQty agrees with qty while the order lives',
  },
  {
    id: 'ORD-19',
    since: '0.1.0',
    sees: 'any',
    statement: "a rejection's reason is of the published reasons and its legs each state their own scale",
  },
  {
    id: 'ORD-20',
    since: '0.4.2',
    sees: 'control',
    statement:
      'a price or quantity touched by a finer venue value may read later with more places, trailing zeros only: its value never changes',
  },
  {
    id: 'EXE-01',
    since: '0.1.0',
    sees: 'any',
    statement: 'executions are served as pages and rows with executionId, tradeId, fee, feeAssetId',
  },
  {
    id: 'EXE-02',
    since: '0.4.2',
    sees: 'control',
    statement:
      "fee is positive for a charge and exact at the fee asset's working scale; a stated zero fee with a named asset reads as zero, not null",
  },
  {
    id: 'EXE-03',
    since: '0.4.2',
    sees: 'control',
    statement:
      'fee is null only where the venue named no held currency or the amount does not fit at 18 places; feeAssetId is null where none is named',
  },
  { id: 'EXE-04', since: '0.1.0', sees: 'any', statement: 'the executions of an order add up to its cumQty and avgPx' },
  {
    id: 'BAL-01',
    since: '0.3.0',
    sees: 'any',
    statement:
      'a balance row carries accountId, assetId, credentialId, total, available, held, venueTsNs, venueRevision, observedAtNs',
  },
  {
    id: 'BAL-02',
    since: '0.3.1',
    sees: 'any',
    statement: 'total, available and held are money strings, never null; zero is a reading',
  },
  {
    id: 'BAL-03',
    since: '0.3.0',
    sees: 'any',
    statement:
      'accountId filters; 0, negative or not an integer is refused 400; an unknown or foreign account yields an empty page',
  },
  { id: 'BAL-04', since: '0.3.0', sees: 'any', statement: 'there is no entity route and no ETag' },
  {
    id: 'BAL-05',
    since: '0.3.0',
    sees: 'control',
    statement:
      'observedAtNs moves on a changed reading and on each heartbeat, every 30 seconds per account and asset by default',
  },
  {
    id: 'BAL-06',
    since: '0.3.0',
    sees: 'control',
    statement: 'balances of an account in DISCOVERED status are served',
  },
  {
    id: 'ALG-01',
    since: '0.11.0',
    sees: 'any',
    statement: "all twelve routes answer; another organisation's instance is 404 on each",
  },
  {
    id: 'ALG-02',
    since: '0.11.0',
    sees: 'setup',
    statement:
      'POST /algos/instances answers 201 with the row once the instance and its document (configSeq 1) are recorded, or 202 with Location; the operation outcome names instanceId and configSeq and family algos',
  },
  {
    id: 'ALG-03',
    since: '0.11.0',
    sees: 'setup',
    statement: 'every algos write needs algos:manage, judged at the platform',
  },
  { id: 'ALG-04', since: '0.11.0', sees: 'any', statement: 'the instance row carries ETag "<configSeq>"' },
  {
    id: 'ALG-05',
    since: '0.11.0',
    sees: 'setup',
    statement: 'PUT config answers 200 with the staged document and no ETag',
  },
  {
    id: 'ALG-06',
    since: '0.11.0',
    sees: 'control',
    statement: 'a second document while one awaits its verdict answers 409 CONFIG_PENDING',
  },
  {
    id: 'ALG-07',
    since: '0.11.0',
    sees: 'control',
    statement:
      'a verdict moves STAGED to APPLIED or to REFUSED with detail; outcomeAtNs is null until then; it moves once',
  },
  {
    id: 'ALG-08',
    since: '0.11.0',
    sees: 'setup',
    statement: 'a stale If-Match answers 412 CONFIG_SEQ_CONFLICT with currentVersion and a fresh ETag',
  },
  {
    id: 'ALG-09',
    since: '0.11.0',
    sees: 'any',
    statement: 'start, stop and delete take no If-Match: one is refused 400 INVALID_IF_MATCH',
  },
  {
    id: 'ALG-10',
    since: '0.11.0',
    sees: 'setup',
    statement:
      'start, stop and delete answer 200 with the row; a deleted instance stays readable with its documents, is listed, and its id is never reused',
  },
  {
    id: 'ALG-11',
    since: '0.11.0',
    sees: 'setup',
    statement: 'POST /algos/halt stops every started instance and answers 200 with count, 0 when none was started',
  },
  {
    id: 'ALG-12',
    since: '0.11.0',
    sees: 'any',
    statement: 'a document over 6,144 bytes of UTF-8 answers 413 DOCUMENT_TOO_LARGE at the door; 6,144 itself passes',
  },
  {
    id: 'ALG-13',
    since: '0.11.1',
    sees: 'setup',
    statement:
      'a named account or instrument in a document is replaced by its id and kept as a comment; all else stays as written, byte for byte',
  },
  {
    id: 'ALG-14',
    since: '0.11.1',
    sees: 'setup',
    statement: 'where comments would pass the bound, or a name cannot stand in a comment, ids stand without comments',
  },
  {
    id: 'ALG-15',
    since: '0.11.1',
    sees: 'setup',
    statement: 'a document that fits as written but not after replacement answers 413 DOCUMENT_TOO_LARGE',
  },
  {
    id: 'ALG-16',
    since: '0.11.1',
    sees: 'any',
    statement:
      'a name nothing holds answers 422 REFERENCE_UNKNOWN_ACCOUNT or REFERENCE_UNKNOWN_INSTRUMENT at the door, key free',
  },
  {
    id: 'ALG-17',
    since: '0.11.1',
    sees: 'control',
    statement:
      'a version the member has not caught up with sends names as written and the platform answers 422 FIELD_TYPE_MISMATCH, key spent',
  },
  {
    id: 'ALG-18',
    since: '0.11.0',
    sees: 'any',
    statement:
      'the algos key grammar is 1 to 64 of [A-Za-z0-9._~-]; a body commandKey may restate and never contradict it',
  },
  {
    id: 'ALG-19',
    since: '0.11.0',
    sees: 'any',
    statement: 'GET /algos/instances/{id}/orders serves order rows with algoInstanceId set and userId 0',
  },
  {
    id: 'ALG-20',
    since: '0.11.0',
    sees: 'any',
    statement:
      'GET /algos/versions lists each loaded version per pool with its manifest and the JSON Schema of its document',
  },
  {
    id: 'ALG-21',
    since: '0.11.0',
    sees: 'setup',
    statement: 'lastUpdatedByUserId is null and lastCause says so where the engine or the platform moved the instance',
  },
  {
    id: 'ALG-22',
    since: '0.11.0',
    sees: 'any',
    statement:
      'the config documents page and the single record serve seq, document verbatim, remark, outcome, outcomeAtNs, detail and the projected references',
  },
  {
    id: 'TKT-01',
    since: '0.14.0',
    sees: 'any',
    statement: 'POST /v1/ws-tickets answers 200 with ticket, expiresAtNs, stream and Cache-Control: no-store',
  },
  {
    id: 'TKT-02',
    since: '0.14.0',
    sees: 'any',
    statement: 'no Idempotency-Key is needed and each call mints a new ticket',
  },
  {
    id: 'TKT-03',
    since: '0.14.0',
    sees: 'any',
    statement: 'a stream other than trading, and any other field or shape, is refused 400 MALFORMED_REQUEST',
  },
  {
    id: 'TKT-04',
    since: '0.14.0',
    sees: 'any',
    statement: "expiresAtNs is ten seconds from minting or the token's expiry, whichever is sooner",
  },
  { id: 'TKT-05', since: '0.14.0', sees: 'setup', statement: 'a token without expiry answers 401 UNAUTHENTICATED' },
  {
    id: 'TKT-06',
    since: '0.14.0',
    sees: 'any',
    statement:
      'more than 60 tickets a minute of one user answer 429 RATE_LIMITED with Retry-After; a refused request costs none',
  },
  {
    id: 'TKT-07',
    since: '0.14.0',
    sees: 'control',
    statement: 'a member with no ticket signing key answers 503 TICKETS_UNAVAILABLE',
  },
  {
    id: 'TKT-08',
    since: '0.14.0',
    sees: 'any',
    statement: 'a ticket opens one session once: its second use is refused',
  },
  { id: 'TKT-09', since: '0.14.0', sees: 'any', statement: 'an expired ticket is refused at the handshake' },
  { id: 'TKT-10', since: '0.14.0', sees: 'any', statement: 'a tampered or made-up ticket is refused at the handshake' },
  {
    id: 'TKT-11',
    since: '0.14.0',
    sees: 'any',
    statement: 'the ticket is URL-safe and opaque: it holds no readable user, organisation or token',
  },
  { id: 'TKT-12', since: '0.14.0', sees: 'any', statement: 'CORS is not served on the ticket route' },
  {
    id: 'TKT-13',
    since: '0.1.0',
    sees: 'window',
    statement: 'on a member older than 0.14.0 the route is not there: 404',
  },
  {
    id: 'WSS-01',
    since: '1.4.0',
    sees: 'any',
    statement: 'a handshake without a credential is refused and no session is made',
  },
  {
    id: 'WSS-02',
    since: '1.4.0',
    sees: 'any',
    statement: 'a handshake with a bearer header or with a ticket opens; one with both is refused',
  },
  {
    id: 'WSS-03',
    since: '1.4.0',
    sees: 'any',
    statement:
      'the first frame is sessionOpened {event,msgType,data:{capabilities,expiresAtNs}}, before the client says anything',
  },
  {
    id: 'WSS-04',
    since: '1.4.0',
    sees: 'any',
    statement: 'capabilities of the grant equal those of GET /me at that moment, in declared order',
  },
  { id: 'WSS-05', since: '1.4.0', sees: 'any', statement: 'the grant names no identifier of the grantee' },
  {
    id: 'WSS-06',
    since: '1.4.0',
    sees: 'control',
    statement: 'sessionExpiring is sent once per credential, one lead time before the lapse, with expiresAtNs and inMs',
  },
  { id: 'WSS-07', since: '1.4.0', sees: 'control', statement: 'the session is closed when expiresAtNs is reached' },
  {
    id: 'WSS-08',
    since: '1.4.0',
    sees: 'setup',
    statement:
      'op auth with a fresh credential of the same principal answers success with the grant, renews the lease and re-arms sessionExpiring',
  },
  {
    id: 'WSS-09',
    since: '1.4.0',
    sees: 'setup',
    statement:
      "op auth with another principal's credential is refused FORBIDDEN_PRINCIPAL and the session keeps its identity and lease",
  },
  {
    id: 'WSS-10',
    since: '1.4.0',
    sees: 'any',
    statement: 'op auth with a token that does not verify is refused INVALID_TOKEN and the session stays open',
  },
  {
    id: 'WSS-11',
    since: '1.4.0',
    sees: 'any',
    statement: 'reqId is echoed byte for byte; one that is not printable ASCII without escapes answers MALFORMED',
  },
  {
    id: 'WSS-12',
    since: '1.4.0',
    sees: 'any',
    statement:
      'a refusal is {op,reqId,success:false,code,message,retryable}; an unreadable frame is answered with op error and reqId null',
  },
  { id: 'WSS-13', since: '1.4.0', sees: 'any', statement: 'an unknown op answers UNKNOWN_OP' },
  {
    id: 'WSS-14',
    since: '1.4.0',
    sees: 'control',
    statement:
      'access revoked between handshake and first frame sends sessionClosing with PRINCIPAL_REVOKED, retryable false, and closes with 4003',
  },
  {
    id: 'WSS-15',
    since: '1.4.0',
    sees: 'setup',
    statement: 'a capability cleared while the session is open stays in its grant until the next op auth',
  },
  {
    id: 'WSS-16',
    since: '1.4.0',
    sees: 'control',
    statement: 'expiresAtNs 0 is a session that never expires (a local roster binding alone)',
  },
  { id: 'WSS-17', since: '1.4.0', sees: 'control', statement: 'subscriptions are kept over op auth' },
  {
    id: 'WSS-18',
    since: '1.4.0',
    sees: 'any',
    statement:
      'UNAUTHENTICATED and OWNER_ABSENT are never emitted on the socket; a write with its owner away refuses NOT_SERVING',
  },
  { id: 'WSS-19', since: '1.1.0', sees: 'any', statement: 'write refusal codes are emitted from 1.1.0 on' },
  {
    id: 'WSS-20',
    since: '1.1.0',
    sees: 'window',
    statement: 'before 1.4.0 a handshake without a credential is let in and authenticates by op auth',
  },
  { id: 'WSS-21', since: '1.4.0', sees: 'any', statement: "an event's event and msgType carry one kind name" },
  {
    id: 'WSS-22',
    since: '1.4.0',
    sees: 'any',
    statement: 'a topic refusal names failedTopicIndex, the zero-based index into params.topics as sent',
  },
  { id: 'MKT-01', since: '0.1.0', sees: 'any', statement: 'the market data handshake carries no credential and opens' },
  {
    id: 'MKT-02',
    since: '0.1.0',
    sees: 'any',
    statement: 'op auth with a valid token answers success true; an invalid one success false with error invalid_token',
  },
  { id: 'MKT-03', since: '0.1.0', sees: 'any', statement: 'signature, exp, nbf, audience and issuer are each checked' },
  { id: 'MKT-04', since: '0.1.0', sees: 'any', statement: 'nothing but auth is served before the acknowledgement' },
  {
    id: 'VER-01',
    since: '0.1.0',
    sees: 'window',
    statement:
      "two members of different versions behind one address each keep their own version's rules on every answer",
  },
  {
    id: 'VER-02',
    since: '0.11.0',
    sees: 'window',
    statement: 'a member older than a route answers 404, plain and without envelope before 0.12.0',
  },
  {
    id: 'VER-03',
    since: '0.12.0',
    sees: 'window',
    statement:
      'a client that follows status, code and retryable where present completes every write exactly once through a deploy window',
  },
  {
    id: 'VER-04',
    since: '0.1.0',
    sees: 'window',
    statement:
      'each of the contract versions 0.1.0 to 0.14.0 runs as a member and shows exactly the changes listed up to it',
  },
  {
    id: 'VER-05',
    since: '0.1.0',
    sees: 'any',
    statement: 'an unknown error code, enum member, property or event kind of a newer member is tolerated by the suite',
  },
  { id: 'VER-06', since: '0.6.0', sees: 'window', statement: 'algoInstanceId is absent from order reads before 0.6.0' },
  {
    id: 'VER-07',
    since: '0.13.0',
    sees: 'window',
    statement: 'before 0.13.0 a collection is not paged and unknown query parameters are not refused',
  },
  {
    id: 'VER-08',
    since: '0.12.0',
    sees: 'window',
    statement: 'before 0.12.0 a refusal may lack requestId and retryable, and no X-Request-Id is owed',
  },
  { id: 'VER-09', since: '0.5.0', sees: 'window', statement: 'before 0.5.0 POST /orders takes no account alias' },
  { id: 'VER-10', since: '0.3.0', sees: 'window', statement: 'before 0.3.0 GET /account-balances is not there' },
] as const satisfies readonly Requirement[];

export type RequirementId = (typeof REQUIREMENTS)[number]['id'];

const BY_ID: ReadonlyMap<string, Requirement> = new Map(REQUIREMENTS.map((row) => [row.id, row]));

/** The row of an id; throws on an id that is none. */
export function requirement(id: RequirementId): Requirement {
  const row = BY_ID.get(id);
  if (row === undefined) throw new Error(`${id} is no requirement`);
  return row;
}

export function isRequirementId(text: string): text is RequirementId {
  return BY_ID.has(text);
}
