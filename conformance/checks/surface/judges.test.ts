import { blames, judges } from '../../testing/judges.ts';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';
import { everyReadIsRefusedAtTheDoor, everyReadKeepsTheRules } from './reads.check.ts';
import { everyWriteIsRefusedAtTheDoor, everyWriteIsRefusedByItsOwner } from './refused-writes.check.ts';
import { everyTakenWriteKeepsTheRules } from './taken-writes.check.ts';

type Change = Partial<AnswerOptions>;

const NAMED = { 'X-Request-Id': 'request-17' };
const STATE: AnswerOptions = { status: 200, position: 7, asOf: 9, sent: NAMED, headers: NAMED };
const read = (label: string, line: string, over: Change) => ({ [label]: answer(line, { ...STATE, ...over }) });

const page = { globalSequence: '7', asOfSeqTsNs: '9', items: [], nextCursor: null, prevCursor: null, total: null };

blames(everyReadKeepsTheRules, (over: Change) => read('held page', 'GET /portfolios', { body: page, ...over }), [
  ['a page as it should be', {}, 'pass'],
  ['a page without a request id', { headers: { 'X-Request-Id': null } }, ['RID-01', 'RID-02']],
  ['a page with another request id', { headers: { 'X-Request-Id': 'another-1' } }, ['RID-02']],
  ['a page without a position', { headers: { ...NAMED, 'X-Service-Global-Sequence': null } }, ['POS-01', 'POS-06']],
  ['a page without a time', { headers: { ...NAMED, 'X-Service-As-Of-Seq-Ts': null } }, ['POS-02', 'POS-06']],
  ['a page of another position than its header', { body: { ...page, globalSequence: '8' } }, ['POS-06']],
  ['a page without total', { body: { ...page, total: undefined } }, ['PAGE-01']],
]);

const row = { userId: 7, createdAtNs: '5', maxTicketAmount: '1.5' };

blames(
  everyReadKeepsTheRules,
  (members: object) => read('held row', 'GET /users/7', { body: { ...row, ...members } }),
  [
    ['a row as it should be', {}, 'pass'],
    ['a row whose key is text', { userId: '7' }, ['ID-01']],
    ['a row whose order is a number', { orderId: 17 }, ['ID-02']],
    ['a row whose time is a number', { createdAtNs: 5 }, ['ID-03']],
    ['a row whose money is a number', { maxTicketAmount: 1.5 }, ['MON-15']],
    ['a row with a scaled integer', { amount: { unscaled: 15 } }, ['MON-16']],
    ['a row with a token', { remark: '<token of trader>' }, ['AUTH-13']],
  ],
);

const schema = { properties: { price: { type: 'string' }, userId: { type: 'integer' } } };

judges(
  everyReadKeepsTheRules,
  read('held page', 'GET /algos/versions', { body: { ...page, items: [{ pool: 'a', documentSchema: schema }] } }),
  [['a catalogue serves JSON Schemas, whose members may have any name', {}, 'pass']],
);

blames(
  everyReadKeepsTheRules,
  (over: Change) => read('absent', 'GET /users/2147483647', { status: 404, code: 'NOT_FOUND', ...over }),
  [
    ['an absent row as it should be', {}, 'pass'],
    ['an absent row: another code', { code: 'NO_SUCH_ROW' }, ['ERR-09']],
    ['an absent row: forbidden', { status: 403, code: 'FORBIDDEN' }, ['ERR-09']],
    ['an absent row: without a time', { headers: { ...NAMED, 'X-Service-As-Of-Seq-Ts': null } }, ['POS-02']],
    ['an absent row: without a message', { message: '' }, ['ERR-03']],
    ['an absent row: retryable', { retryable: true }, ['ERR-11']],
    [
      'an absent row: without its envelope',
      { body: { code: 'NOT_FOUND' } },
      ['ERR-01', 'ERR-02', 'ERR-03', 'ERR-09', 'ERR-11'],
    ],
  ],
);

blames(
  everyReadKeepsTheRules,
  (over: AnswerOptions) => ({
    ...read('held row', 'GET /users/7', { body: row }),
    other: answer('GET /users/7', { ...over, sent: { 'X-Request-Id': 'seven77' } }),
  }),
  [
    ['an invalid request id is replaced', { status: 200, headers: { 'X-Request-Id': 'request-18' } }, 'pass'],
    ['an invalid request id is echoed', { status: 200, headers: { 'X-Request-Id': 'seven77' } }, ['RID-03']],
    ['an invalid request id is refused', { status: 400, code: 'MALFORMED_REQUEST' }, ['RID-03']],
  ],
);

const DOOR: AnswerOptions = { status: 400, code: 'MALFORMED_REQUEST' };
const SERVED: AnswerOptions = { status: 200 };
const UNAUTHENTICATED: AnswerOptions = { status: 401, code: 'UNAUTHENTICATED' };
const asked = (label: string, options: AnswerOptions) => ({ [label]: answer('GET /users', options) });

blames(everyReadIsRefusedAtTheDoor, asked, [
  ['a parameter that a page does not take is refused', 'QRY-01', DOOR, 'pass'],
  ['it is served', 'QRY-01', SERVED, ['QRY-01']],
  ['it is refused by another code', 'QRY-01', { ...DOOR, code: 'INVALID_CURSOR' }, ['QRY-01']],
  ['it is refused with a position', 'QRY-01', { ...DOOR, position: 7 }, ['POS-04']],
  ['it is refused without a message', 'QRY-01', { ...DOOR, message: '' }, ['ERR-03']],
  ['it is refused retryable', 'QRY-01', { ...DOOR, retryable: true }, ['ERR-11']],
  ['a parameter that a row does not take is served', 'QRY-02', SERVED, ['QRY-02']],
  ['a parameter that GET /me does not take is served', 'QRY-03', SERVED, ['QRY-03']],
  ['a query that does not decode is served', 'ERR-18', SERVED, ['ERR-18']],
  ['a caller without a token is refused', 'nobody', UNAUTHENTICATED, 'pass'],
  ['a caller without a token is refused with a position', 'nobody', { ...UNAUTHENTICATED, position: 7 }, ['POS-04']],
  ['a member without the surface is left out', 'nobody', { status: 503, code: 'ALGOS_UNAVAILABLE' }, 'inconclusive'],
]);

blames(
  everyReadIsRefusedAtTheDoor,
  asked,
  [
    ['before 0.13.0 an unknown parameter is ignored', 'QRY-01', SERVED, 'inconclusive'],
    [
      'before 0.13.0 the row is gone',
      'QRY-01',
      { status: 404, code: 'UNKNOWN_OPERATION', position: 7 },
      'inconclusive',
    ],
    ['before 0.13.0 a refusal keeps the rules', 'QRY-01', { ...DOOR, position: 7 }, ['POS-04']],
    ['before 0.13.0 a query that does not decode is served', 'ERR-18', SERVED, ['ERR-18']],
  ],
  { target: { rest: '0.12.0' } },
);

/** The answers to the requests of one write: `{ 'taken: PUT /users/{id}': ... }`. */
function ofWrite(name: string, answers: Readonly<Record<string, AnswerOptions>>) {
  const samples = Object.entries(answers).map(([what, options]) => [
    `${what}: ${name}`,
    answer(what === 'record' ? 'GET /operations/k' : name.replace('{id}', '7'), options),
  ]);
  return Object.fromEntries(samples);
}

interface Accepted {
  readonly taken?: Change;
  readonly retried?: Change;
  readonly record?: Change;
}

const ACCEPTED: AnswerOptions = { status: 200, position: 7, sent: NAMED, headers: NAMED, body: { portfolioId: 7 } };
const SHORT = { 'X-Request-Id': 'seven77' };

function accepted({ taken, retried, record }: Accepted) {
  return ofWrite('PUT /portfolios/{id}', {
    taken: { ...ACCEPTED, ...taken },
    retried: { ...ACCEPTED, replay: true, sent: SHORT, headers: {}, ...retried },
    record: { status: 200, position: 8, asOf: 9, body: { outcome: { family: 'register' } }, ...record },
  });
}

const textKey = { body: { portfolioId: '7' } };

blames(everyTakenWriteKeepsTheRules, accepted, [
  ['a write keeps the rules', {}, 'pass'],
  [
    'it states no position',
    { taken: { headers: { ...NAMED, 'X-Service-Global-Sequence': null } } },
    ['IDEM-02', 'IDEM-19', 'POS-01'],
  ],
  ['it states a time', { taken: { asOf: 9 } }, ['POS-03']],
  ['it has another request id', { taken: { headers: { 'X-Request-Id': 'another-1' } } }, ['RID-02']],
  ['it is marked as a replay', { taken: { replay: true } }, ['IDEM-03']],
  ['it has a key that is text', { taken: textKey, retried: textKey }, ['ID-01']],
  ['it is applied again', { retried: { replay: false } }, ['IDEM-02']],
  ['it is replayed differently', { retried: { body: { portfolioId: 8 } } }, ['IDEM-02']],
  ['it is replayed at another position', { retried: { position: 8 } }, ['IDEM-02', 'IDEM-19']],
  ["it is replayed with the first one's request id", { retried: { headers: NAMED } }, ['IDEM-19']],
  ['it is replayed with the request id that was too short', { retried: { headers: SHORT } }, ['RID-03']],
  ['it is replayed with a time', { retried: { asOf: 9 } }, ['POS-03']],
  ['it has no record', { record: { status: 404, code: 'UNKNOWN_OPERATION' } }, ['IDEM-10']],
  ['it has a record without an outcome', { record: { body: {} } }, ['IDEM-10']],
  ['it has a record without a time', { record: { headers: { 'X-Service-As-Of-Seq-Ts': null } } }, ['POS-02']],
  ['it is refused', { taken: DOOR }, 'inconclusive'],
  [
    'it is accepted for later, and settled since',
    { taken: { status: 202, body: '' }, retried: { replay: false } },
    'pass',
  ],
]);

const unrecorded = { record: { status: 404, code: 'UNKNOWN_OPERATION', position: 6, body: undefined } };
const BEHIND = 'a member that is behind has no record yet';

blames(everyTakenWriteKeepsTheRules, accepted, [[`${BEHIND}, where there are several`, unrecorded, 'pass']], {
  target: { singleMember: false },
});
blames(everyTakenWriteKeepsTheRules, accepted, [[`${BEHIND}, but there is no other`, unrecorded, ['IDEM-10']]], {
  target: { singleMember: true },
});

const TAKEN: AnswerOptions = { status: 200, position: 7 };
const OTHER: AnswerOptions = { status: 422, code: 'OTHER' };
const otherRequest = { code: 'MALFORMED_REQUEST', message: 'no', requestId: 'x', retryable: false };

const atTheDoor = (name: string) => (over: Readonly<Record<string, AnswerOptions>>) =>
  ofWrite(name, { 'no JSON': DOOR, 'no charset': DOOR, 'a user': DOOR, taken: TAKEN, ...over });

blames(everyWriteIsRefusedAtTheDoor, atTheDoor('PUT /portfolios/{id}'), [
  ['all refused', {}, 'pass'],
  ['a body that is not JSON is accepted', { 'no JSON': TAKEN }, ['ERR-07']],
  ['it has another status', { 'no JSON': { ...DOOR, status: 422 } }, ['ERR-07']],
  ['an unknown charset is accepted', { 'no charset': TAKEN }, ['ERR-08']],
  ['a user is accepted', { 'a user': TAKEN }, ['IDEM-15']],
  ['a user is refused by the owner', { 'a user': { status: 422, code: 'INVALID_FIELD', position: 7 } }, ['IDEM-15']],
  ['a user is refused with a position', { 'a user': { ...DOOR, position: 7 } }, ['IDEM-15', 'POS-04']],
  ['the key is spent', { taken: { ...TAKEN, replay: true } }, ['IDEM-07']],
  ['the key is reused', { taken: { status: 409, code: 'IDEMPOTENCY_KEY_REUSED' } }, ['IDEM-07']],
  ['a refusal names another request', { 'no JSON': { ...DOOR, body: { error: otherRequest } } }, ['ERR-02']],
  ['our body is not accepted at all', { 'a user': OTHER, taken: OTHER }, 'pass'],
]);

blames(everyWriteIsRefusedAtTheDoor, atTheDoor('POST /asset-policies/{id}/approve'), [
  ['a write that needs no body may leave it unread', { 'no JSON': TAKEN, 'no charset': TAKEN }, 'pass'],
  ['but accepts no user', { 'a user': TAKEN }, ['IDEM-15']],
]);

const DENIED: AnswerOptions = { status: 403, code: 'CAPABILITY_DENIED', position: 7, sentBody: { a: 1 } };
const AGAIN: AnswerOptions = { ...DENIED, replay: true };
const { position: _, ...unplaced } = DENIED;
const REUSED: AnswerOptions = { status: 409, code: 'IDEMPOTENCY_KEY_REUSED' };
const ANOTHER_BODY = { sentBody: { a: 2 } };

const byItsOwner = (name: string) => (over: Readonly<Record<string, AnswerOptions>>) =>
  ofWrite(name, {
    absent: { status: 404, code: 'NOT_FOUND', position: 6, asOf: 5 },
    reused: REUSED,
    denied: DENIED,
    'denied again': AGAIN,
    'denied otherwise': { ...AGAIN, ...ANOTHER_BODY },
    taken: { status: 200, position: 8 },
    ...over,
  });
/** The denial, its replay, and its replay to another body. */
const denials = (change: Change, denied = DENIED) => ({
  denied: { ...denied, ...change },
  'denied again': { ...denied, replay: true, ...change },
  'denied otherwise': { ...denied, replay: true, ...change },
});

blames(everyWriteIsRefusedByItsOwner, byItsOwner('PUT /users/{id}'), [
  ['all as they should be', {}, 'pass'],
  ['an absent row is forbidden', { absent: { status: 403, code: 'FORBIDDEN' } }, ['ERR-09']],
  ['an absent row has no time', { absent: { status: 404, code: 'NOT_FOUND', position: 6 } }, ['POS-03']],
  ['an absent row is written', { absent: TAKEN }, ['ERR-09']],
  ['a key of another write is accepted', { reused: TAKEN }, ['IDEM-06']],
  ['a key of another write replays', { reused: { ...TAKEN, replay: true } }, ['IDEM-06']],
  ['a denial has no position', denials({}, unplaced), ['AUTH-14', 'POS-05']],
  ['a denial is judged again', { 'denied again': DENIED }, ['AUTH-14', 'IDEM-04']],
  ['a denial leaves the key free', { 'denied otherwise': { ...DENIED, ...ANOTHER_BODY } }, ['IDEM-08']],
  ['a denied key is refused as reused', { 'denied otherwise': { ...REUSED, ...ANOTHER_BODY } }, 'pass'],
  ['a denial is retryable', denials({ retryable: true }), ['ERR-15']],
  ['a denial states a time', { denied: { ...DENIED, asOf: 5 } }, ['POS-03']],
  ['anyone writes', { denied: TAKEN }, ['AUTH-14']],
  ['our body is not accepted at all', { denied: OTHER, taken: OTHER }, 'pass'],
]);

blames(everyWriteIsRefusedByItsOwner, byItsOwner('PUT /portfolios/{id}'), [
  ['which capability a portfolio needs is not stated', { denied: TAKEN, 'denied again': TAKEN }, 'pass'],
]);

const policy = (options: AnswerOptions) => answer('PUT /asset-policies/7', { ...options, actor: 'admin' });
const BUSY: AnswerOptions = { status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } };
const reusing = (options: AnswerOptions) => answer('PUT /users/7', { ...options, actor: 'admin' });

blames(
  everyWriteIsRefusedByItsOwner,
  (first: AnswerOptions, still: AnswerOptions | undefined, reused: AnswerOptions) => ({
    'first of admin': policy(first),
    'still of admin': still === undefined ? [] : policy(still),
    'reused: PUT /users/{id}': reusing(reused),
  }),
  [
    ['a first use no longer replays', TAKEN, REUSED, REUSED, ['IDEM-06']],
    ['a key whose first use was refused at the door is free', BUSY, undefined, TAKEN, 'pass'],
    ['a key whose first use was accepted is not', TAKEN, undefined, TAKEN, ['IDEM-06']],
  ],
);
