import { blames } from '../../testing/judges.ts';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';

type Change = Partial<AnswerOptions>;

const NAMED = { 'X-Request-Id': 'request-17' };
const STATE: AnswerOptions = { status: 200, position: 7, asOf: 9, sent: NAMED, headers: NAMED };
const read = (label: string, line: string, over: Change) => ({ [label]: answer(line, { ...STATE, ...over }) });

const row = { userId: 7, createdAtNs: '5', maxTicketAmount: '1.5' };

blames(
  'surface/every-read-keeps-the-rules',
  (members: object) => read('held row', 'GET /users/7', { body: { ...row, ...members } }),
  [
    ['a row as it should be', {}, 'pass'],
    ['a row with a token', { remark: '<token of trader>' }, ['AUTH-13']],
  ],
);

const DOOR: AnswerOptions = { status: 400, code: 'MALFORMED_REQUEST' };
const SERVED: AnswerOptions = { status: 200 };
const UNAUTHENTICATED: AnswerOptions = { status: 401, code: 'UNAUTHENTICATED' };
const asked = (label: string, options: AnswerOptions) => ({ [label]: answer('GET /users', options) });

blames('surface/every-read-is-refused-at-the-door', asked, [
  ['a caller without a token is refused', 'anonymous', UNAUTHENTICATED, 'pass'],
  ['a member without the surface is left out', 'anonymous', { status: 503, code: 'ALGOS_UNAVAILABLE' }, 'inconclusive'],
]);

// biome-ignore format: an aligned table
blames(
  'surface/every-read-is-refused-at-the-door',
  asked,
  [
    ['before 0.13.0 an unknown parameter is ignored', 'QRY-01', SERVED,                                                  'inconclusive'],
    ['before 0.13.0 the row is gone',                 'QRY-01', { status: 404, code: 'UNKNOWN_OPERATION', position: 7 }, 'inconclusive'],
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

// biome-ignore format: an aligned table
blames('surface/every-taken-write-keeps-the-rules', accepted, [
  ['it is refused',                               { taken: DOOR },                                                  'inconclusive'],
  ['it is accepted for later, and settled since', { taken: { status: 202, body: '' }, retried: { replay: false } }, 'pass'],
]);

const unrecorded = { record: { status: 404, code: 'UNKNOWN_OPERATION', position: 6, body: undefined } };
const BEHIND = 'a member that is behind has no record yet';

blames(
  'surface/every-taken-write-keeps-the-rules',
  accepted,
  [[`${BEHIND}, where there are several`, unrecorded, 'pass']],
  {
    target: { singleMember: false },
  },
);
blames(
  'surface/every-taken-write-keeps-the-rules',
  accepted,
  [[`${BEHIND}, but there is no other`, unrecorded, ['IDEM-10']]],
  {
    target: { singleMember: true },
  },
);

const TAKEN: AnswerOptions = { status: 200, position: 7 };
const OTHER: AnswerOptions = { status: 422, code: 'OTHER' };

const atTheDoor = (name: string) => (over: Readonly<Record<string, AnswerOptions>>) =>
  ofWrite(name, { 'no JSON': DOOR, 'no charset': DOOR, 'a user': DOOR, taken: TAKEN, ...over });

blames('surface/every-write-is-refused-at-the-door', atTheDoor('PUT /portfolios/{id}'), [
  ['our body is not accepted at all', { 'a user': OTHER, taken: OTHER }, 'pass'],
]);

const DENIED: AnswerOptions = { status: 403, code: 'CAPABILITY_DENIED', position: 7, sentBody: { a: 1 } };
const AGAIN: AnswerOptions = { ...DENIED, replay: true };
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

blames('surface/every-write-is-refused-by-its-owner', byItsOwner('PUT /users/{id}'), [
  ['all as they should be', {}, 'pass'],
  ['an absent row has no time', { absent: { status: 404, code: 'NOT_FOUND', position: 6 } }, ['POS-03']],
  ['a denied key is refused as reused', { 'denied otherwise': { ...REUSED, ...ANOTHER_BODY } }, 'pass'],
  ['our body is not accepted at all', { denied: OTHER, taken: OTHER }, 'pass'],
]);

const policy = (options: AnswerOptions) => answer('PUT /asset-policies/7', { ...options, actor: 'admin' });
const BUSY: AnswerOptions = { status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } };
const reusing = (options: AnswerOptions) => answer('PUT /users/7', { ...options, actor: 'admin' });

blames(
  'surface/every-write-is-refused-by-its-owner',
  (first: AnswerOptions, still: AnswerOptions | undefined, reused: AnswerOptions) => ({
    'first of admin': policy(first),
    'still of admin': still === undefined ? [] : policy(still),
    'reused: PUT /users/{id}': reusing(reused),
  }),
  [['a key whose first use was refused at the door is free', BUSY, undefined, TAKEN, 'pass']],
);
