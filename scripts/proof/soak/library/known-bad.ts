/** A known-bad member (gateway/defects) for every incident of the library, and the mismatch that reveals it. */
export type KnownBad = readonly [incident: string, defect: string, mismatch: RegExp];

/** Every incident at least once. */
// biome-ignore format: a table of one line a row
export const KNOWN_BAD: readonly KnownBad[] = [
  // 202 and time-outs
  ['202-then-poll', 'a-202-without-location', /^header location: expected/],
  ['a-cancel-times-out', 'the-operation-of-a-cancel-is-unknown', /^status: expected 200, seen 404 UNKNOWN_OPERATION/],
  ['a-cancel-times-out', 'a-202-that-leads-elsewhere', /^header location: expected "\/operations\/slow-cancel-2"/],
  ['a-command-lost-on-the-way', 'a-key-that-was-promised-is-another-write-once-it-has-settled', /^body items\[0\]\.clientOrderId: expected "lost-command-1"/],
  ['a-refusal-behind-a-202', 'a-settled-key-answers-409', /^status: expected 202 or 422, seen 409/],
  ['a-stalled-member', 'a-key-not-looked-up-answers-202', /^status: expected 503, seen 202/],
  ['a-stalled-member', 'not-serving-is-not-retryable', /^body error\.retryable: expected true, seen false/],
  ['a-write-is-interrupted', 'interrupted-is-not-retryable', /^body error\.retryable: expected true, seen false/],
  ['an-answer-cut-short', 'a-replay-does-not-say-so', /^header idempotent-replay: expected "true", seen nothing/],
  ['an-owner-slow-then-gone', 'an-owner-away-is-not-retryable', /^body error\.retryable: expected true, seen false/],
  ['an-owner-slow-then-gone', 'an-operation-is-forgotten-after-a-202', /^status: expected 200, seen 404/],
  ['answer-lost', 'a-replay-of-another-body', /^body leavesQty: expected the decimal 3, seen "7"/],
  ['answer-lost', 'a-replay-serves-the-order-as-it-is-now', /^body leavesQty: expected the decimal 3, seen "0"/],
  // replay and idempotency
  ['a-corrected-order-after-a-door-refusal', 'a-door-refusal-spends-the-key', /^status: expected 200 or 201, seen 422/],
  ['a-corrected-order-under-a-spent-key', 'an-owner-s-refusal-leaves-the-key-free', /^status: expected 409 or 422, seen 201/],
  ['a-crash-between-send-and-answer', 'the-retry-of-a-write-that-was-lost-is-refused-for-good', /^status: expected 200 or 201, seen 409/],
  ['a-key-a-day-later', 'a-key-is-kept-for-ever', /^header idempotent-replay: expected not "true", seen "true"/],
  ['a-key-reused-for-a-cancel', 'a-key-of-another-operation-replays-its-first-response', /^status: expected 409, seen 201/],
  ['name-re-bound', 'a-name-that-was-refused-refuses-its-orders', /^status: expected 200 or 201, seen 422/],
  ['name-re-bound', 'a-retry-is-refused-where-its-account-name-is-of-another-account-by-then', /^status: expected 200 or 201, seen 409/],
  ['one-key-sent-at-once', 'a-retry-under-way-has-its-own-effect', /^body items\[1\]\.clientOrderId: expected "sent-twice-2"/],
  ['retry-storm', 'a-retry-under-way-has-its-own-effect', /^body orderId: expected one of/],
  ['retry-storm', 'a-retry-under-way-is-refused', /^status: expected 200 or 201 or 202, seen 409/],
  ['the-same-key-with-another-quantity', 'a-key-has-an-effect-each-time', /^body orderId: expected/],
  // deploy window and versions
  ['a-202-that-leads-nowhere', 'a-key-not-looked-up-answers-202', /^status: expected 503, seen 202/],
  ['a-cursor-across-a-roll', 'a-walk-loses-rows-once-others-are-written', /^body: expected one of/],
  ['a-drained-member-closes-its-sessions', 'sessionopened-under-another-name', /^frame: expected a frame of sessionOpened, seen nothing/],
  ['a-key-across-a-roll', 'the-retry-of-a-write-that-was-lost-is-refused-for-good', /^status: expected 200 or 201, seen 409/],
  [
    'a-limit-before-there-are-pages',
    'a-member-of-0-12-0-bounds-a-collection-by-a-limit-that-it-does-not-know',
    /^body items\[1\]\.orderId: expected any value, seen nothing/,
  ],
  ['a-read-replica-refuses-a-write', 'a-replica-that-asks-to-be-asked-again', /^body error\.retryable: expected false, seen true/],
  [
    'a-refusal-without-the-full-envelope',
    'a-refusal-that-an-older-member-recorded-is-replayed-without-requestid-and-retryable',
    /^body error\.retryable: expected false, seen nothing/,
  ],
  ['an-account-name-on-an-older-member', 'a-member-of-0-4-3-takes-the-display-name-of-an-account-in-an-order', /^status: expected 4xx, seen 201/],
  ['no-tickets-on-the-older-member', 'an-older-member-mints-tickets', /^status: expected 404, seen 200/],
  ['no-tickets-on-the-older-member', 'an-older-member-answers-405-of-tickets', /^status: expected 404, seen 405/],
  // session expiry and renewal
  ['a-session-cut-in-mid-frame', 'sessionopened-is-not-sent', /^frame: expected a frame of sessionOpened, seen nothing/],
  ['a-ticket-spent-twice', 'a-spent-ticket-opens', /^status: expected not 1xx, seen 101/],
  ['a-ticket-spent-twice', 'an-expired-ticket-opens', /^status: expected not 1xx, seen 101/],
  ['an-op-without-an-answer', 'a-replay-on-a-session-does-not-say-so', /^frame replay: expected true, seen false/],
  ['no-ticket-signing-key', 'a-member-without-a-key-is-to-be-asked-again', /^body error\.retryable: expected false, seen true/],
  ['renewal-in-the-last-lead-time', 'a-renewed-session-is-never-hinted-at-again', /^frame: expected a frame of sessionExpiring, seen nothing/],
  ['renewal-in-the-last-lead-time', 'op-auth-drops-what-was-subscribed', /^frame: expected a frame of orderUpdated, seen nothing/],
  ['renewal-with-another-principal', 'any-principal-renews', /^code: expected FORBIDDEN_PRINCIPAL, seen nothing/],
  ['revoked-between-handshake-and-first-frame', 'who-was-revoked-is-greeted', /^frame event: expected "sessionClosing", seen "sessionOpened"/],
  ['revoked-between-handshake-and-first-frame', 'who-was-revoked-is-closed-with-4001', /^session: expected closed with 4003, seen closed with 4001/],
  ['session-expires-during-a-burst-of-orders', 'a-session-goes-on-past-its-expiry', /^session: expected closed, seen open/],
  // tenancy
  ['a-cursor-of-another-organisation', 'a-cursor-of-another-organisation-is-taken', /^status: expected 400, seen 200/],
  [
    'an-account-of-another-organisation',
    'an-account-name-of-another-organisation-goes-to-the-owner',
    /^header x-service-global-sequence: expected no such header/,
  ],
  ['an-account-of-another-organisation', 'a-foreign-row-is-read', /^status: expected 404, seen 200/],
  ['one-key-in-two-organisations', 'a-key-is-shared-between-organisations', /^header idempotent-replay: expected not "true", seen "true"/],
  // money
  ['a-cap-to-the-last-place', 'caps-are-held-as-floats', /^status: expected 4xx, seen 201/],
  ['a-cap-to-the-last-place', 'an-order-of-just-its-cap-is-refused', /^status: expected 200 or 201, seen 422/],
  ['a-long-amount-through-a-float', 'qty-rounded-to-two-places', /^body qty: expected the decimal 90071992\.54740993/],
  ['a-price-off-the-tick', 'a-price-is-rounded-to-the-grid', /^status: expected 422, seen 201/],
  ['a-quantity-in-exponent-form', 'exponents-are-taken', /^status: expected 400, seen 201/],
  ['a-quantity-in-exponent-form', 'numbers-are-taken', /^status: expected 400, seen 201/],
  // paging under writes
  ['a-cursor-with-another-filter', 'a-cursor-of-all-balances-is-good-for-one-account', /^status: expected 400, seen 200/],
  ['a-read-behind-the-write', 'no-time-on-a-404', /^header x-service-as-of-seq-ts: expected any value, seen nothing/],
  ['a-read-behind-the-write', 'a-new-order-is-not-listed', /^body items\[0\]\.orderId: expected/],
  ['walk-under-writes', 'a-walk-loses-rows-once-others-are-written', /^body items: expected/],
  ['walk-under-writes', 'another-limit-makes-a-cursor-bad', /^status: expected 200, seen 400/],
  // capability changes
  ['a-grant-counts-at-once', 'a-token-that-was-denied-once-is-denied-after-the-grant', /^status: expected 200 or 201, seen 403/],
  ['a-new-user-awaits-admission', 'who-awaits-admission-reads-an-empty-page', /^status: expected 403, seen 200/],
  [
    'capability-cleared-in-an-open-session',
    'the-orders-of-a-session-follow-what-its-user-holds-by-now',
    /^frame globalSequence: expected a match of .*, seen nothing/,
  ],
  // venue trouble
  ['a-probe-without-an-answer', 'the-answer-has-the-material', /^body material: expected no value/],
  ['a-read-fails-twice', 'accountid-0-is-no-filter', /^status: expected 400, seen 200/],
  ['balances-go-stale', 'a-time-for-good', /^body items\[0\]\.observedAtNs: expected not/],
  ['fills-reported-twice', 'what-is-left-does-not-agree', /^body leavesQty: expected the decimal 0\.2/],
  ['a-part-fill-before-the-cancel', 'avgpx-is-not-theirs', /^body avgPx: expected the decimal 100/],
  ['the-venue-rejects-an-accepted-order', 'a-replay-serves-the-order-as-it-is-now', /^body leavesQty: expected the decimal 1, seen "0"/],
  ['a-withdrawal-nobody-announced', 'a-time-that-moves-with-heartbeats-alone', /^body items\[0\]\.observedAtNs: expected not/],
  ['no-reference-price', 'no-reference-price-answers-422', /^status: expected 409, seen 422/],
  // disk trouble
  ['a-member-restarts-between-two-attempts', 'a-key-is-no-key', /^body orderId: expected/],
  ['a-write-fails-with-500', 'a-stack-in-the-answer', /^body error\.message: expected not a match/],
  ['the-log-stalls', 'an-operation-is-forgotten-after-a-202', /^status: expected 200, seen 404/],
  // clock skew
  ['a-member-clock-far-ahead', 'a-bad-token-answers-403', /^status: expected 401, seen 403/],
  ['two-members-with-different-clocks', 'one-position-of-several-times', /^header x-service-as-of-seq-ts: expected/],
  // rate limits
  ['minute-turns', 'rate-ceiling-is-retryable', /^body error\.retryable: expected false, seen true/],
  ['the-inbox-is-full', 'a-write-that-was-answered-inbox-full-is-queued', /^body items\[0\]\.clientOrderId: expected not "inbox-full-1"/],
  ['tickets-run-out', 'tickets-without-end', /^status: expected 429, seen 200/],
  ['tickets-run-out', 'the-users-of-an-organisation-have-sixty-tickets-together', /^status: expected 200, seen 429/],
  // credentials
  ['a-proposer-approves-their-own', 'a-proposer-approves', /^status: expected 403, seen 200/],
  ['a-rotation-with-a-lost-answer', 'a-rotation-is-not-told', /^body pendingTransition: expected "ROTATE"/],
  ['an-order-with-a-suspended-credential', 'an-owner-s-refusal-is-retryable', /^body error\.retryable: expected false, seen true/],
  ['the-intake-is-busy', 'the-bound-of-the-intake-answers-409', /^status: expected 429, seen 409/],
  // algos
  ['a-document-names-nobody', 'an-unknown-name-spends-its-key', /^status: expected 200 or 201, seen 422/],
  ['a-halt-stops-every-instance', 'a-halt-counts-one-instance-too-many', /^body count: expected 0, seen 1/],
  ['an-algo-order-cancelled-by-hand', 'an-algo-s-order-is-not-cancelled-by-a-human', /^status: expected 200, seen 403/],
  ['config-pending-race', 'a-second-document-is-stale', /^code: expected CONFIG_PENDING, seen CONFIG_SEQ_CONFLICT/],
  ['config-pending-race', 'a-stale-document-is-told-no-etag', /^header etag: expected/],
  ['one-member-without-algos', 'algos-away-for-the-moment', /^body error\.retryable: expected false, seen true/],
];
