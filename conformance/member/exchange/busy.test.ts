import { describe, expect, test } from 'vitest';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { insisting, isBusy, isTurnedAway, lastOfEach } from './busy.ts';
import type { Met } from './met-answers.ts';
import { MetAnswers } from './met-answers.ts';

const BUSY = { status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } } as const;
const error = { code: 'NOT_PRIMED', message: 'wait', requestId: 'r-00000001', retryable: true };

// biome-ignore format: an aligned table
test.each<[string, Partial<AnswerOptions>, boolean]>([
  ['a 503 in its proper form',                {},                                                                              true],
  ['a 429 in its proper form',                { status: 429, code: 'INBOX_FULL' },                                             true],
  ['a code that the interface does not list', { code: 'MAINTENANCE' },                                                         true],
  ['a Retry-After date',                      { headers: { 'Retry-After': 'Mon, 05 Jan 2026 00:00:01 GMT' } },                 true],
  ['the code of another status',              { code: 'INBOX_FULL' },                                                          false],
  ['no Retry-After',                          { headers: {} },                                                                 false],
  ['not retryable',                           { retryable: false },                                                            false],
  ['recorded',                                { position: 7 },                                                                 false],
  ['replayed',                                { replay: true },                                                                false],
  ['no X-Request-Id',                         { headers: { ...BUSY.headers, 'X-Request-Id': null } },                          false],
  ['the requestId of another request',        { body: { error }, headers: { ...BUSY.headers, 'X-Request-Id': 'r-00000002' } }, false],
  ['a 500',                                   { status: 500, code: 'INTERNAL_ERROR' },                                         false],
])('%s', (_, over, busy) => expect(isBusy(answer('GET /me', { ...BUSY, ...over })(1, null))).toBe(busy));

test.each<[string, Partial<AnswerOptions>, boolean]>([
  ['proper form', {}, true],
  ['no Retry-After', { headers: {} }, true],
  ['not retryable', { retryable: false }, true],
  ['the code of the other busy status', { code: 'INBOX_FULL' }, true],
  ['the code of no busy answer', { code: 'NOT_FOUND' }, false],
  ['a surface that is not there', { code: 'ALGOS_UNAVAILABLE', retryable: false }, false],
  ['a member that stores no credentials', { code: 'INTAKE_UNAVAILABLE', retryable: false }, false],
  ['recorded', { position: 7 }, false],
  ['a 500', { status: 500, code: 'INTERNAL_ERROR' }, false],
])('a request is turned away for now: %s', (_, over, isAway) =>
  expect(isTurnedAway(answer('GET /me', { ...BUSY, ...over })(1, null))).toBe(isAway),
);

const LESS = { error: { code: 'INBOX_FULL' } };

// biome-ignore format: an aligned table
test.each<[string, AnswerOptions, string, boolean]>([
  ['states only its code',                     { status: 429, body: LESS },                                           '0.11.4', true],
  ['states only its code',                     { status: 429, body: LESS },                                           '0.12.0', false],
  ['lacks the surface',                        { status: 503, body: { error: { code: 'ALGOS_UNAVAILABLE' } } },       '0.11.4', false],
  ['states that the refusal is not retryable', { status: 429, body: { error: { ...LESS.error, retryable: false } } }, '0.11.4', false],
  ['states no code',                           { status: 503, body: 'Service Unavailable' },                          '0.11.4', false],
  ['recorded the refusal',                     { status: 429, body: LESS, position: 7 },                              '0.11.4', false],
])('an older member that %s: %j at %s', (_, said, rest, isIt) =>
  expect(historyOf([answer('GET /me', said)], { rest }).exchanges.map(isBusy)).toEqual([isIt]),
);

const busy = answer('GET /me', BUSY)(1, null);
const served = answer('GET /me', { status: 200 })(2, null);
const gone = answer('GET /orders', { status: 503, retryable: false })(3, null);

test.each<[string, readonly (typeof busy)[], number]>([
  ['receives one request if it answers', [served, busy], 1],
  ['receives the request again while it is busy', [busy, busy, served, busy], 3],
  ['receives it at most four times', [busy, busy, busy, busy, served], 4],
  ['receives one request if it refuses permanently', [gone, served], 1],
])('a member %s', async (_, answers, times) => {
  const left = [...answers];
  const last = await insisting(async () => left.shift() ?? served);
  expect([answers.length - left.length, last]).toEqual([times, answers[times - 1]]);
});

test('only the last response to a repeated request counts', () =>
  expect(lastOfEach([busy, gone, served])).toEqual([served, gone]));

describe('the answers that a run has met', () => {
  const bearer = { Authorization: 'Bearer <token of trader>' };
  const accepted = (key: string, over: object = {}) =>
    answer('POST /orders', { status: 202, key, sent: bearer, headers: { Location: `/operations/${key}` }, ...over });
  const taken = (key: string) => answer('POST /orders', { status: 201, key, position: 3, sent: bearer });
  const record = (key: string, status: string) =>
    answer(`GET /operations/${key}`, { status: 200, body: { outcome: { status } } });
  const busy = answer('GET /me', { status: 503, code: 'NOT_PRIMED', retryable: true });
  const another = answer('GET /me', { status: 429, code: 'RATE_LIMITED', retryable: true });

  function met(samples: readonly Sample[]): MetAnswers {
    const answers = new MetAnswers();
    for (const [i, sample] of samples.entries()) answers.saw(sample(i + 1, null));
    return answers;
  }

  // biome-ignore format: an aligned table
  test.each<[string, readonly Sample[], Met, readonly number[]]>([
    ['busy answers',                                  [busy, taken('a'), another],                              'busy',      [1, 3]],
    ['of those that are alike the first few',         [busy, busy, busy, busy, busy],                           'busy',      [1, 2, 3]],
    ['writes answered 202',                           [taken('a'), accepted('b')],                              'accepted',  [2]],
    ['writes whose outcome was not seen',             [accepted('a'), accepted('b'), record('b', 'PENDING')],   'unsettled', [1, 2]],
    ['not those whose key was answered',              [accepted('a'), taken('a')],                              'unsettled', []],
    ['nor those whose operation is final',            [accepted('a'), record('a', 'SUCCEEDED')],                'unsettled', []],
    ['nor those of a caller with another token', [accepted('a', { sent: { Authorization: 'Bearer x' } })], 'unsettled', []],
  ])('it keeps %s', (_, samples, kind, ns) => {
    expect(
      met(samples)
        .of(kind)
        .map(({ n }) => n),
    ).toEqual(ns);
  });

  test('operations are forgotten with their world, and a day after their write', () => {
    const [first, second] = [met([accepted('a')]), met([accepted('a')])];
    first.forgetOperations();
    second.moved(24 * 3_600_000);
    expect([first, second].map((answers) => answers.of('unsettled'))).toEqual([[], []]);
    expect([first, second].map((answers) => answers.of('accepted').length)).toEqual([1, 1]);
  });
});
