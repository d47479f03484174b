import { describe, expect, test } from 'vitest';
import type { AnswerOptions } from '../testing/sample-history.ts';
import { answer, historyOf, unanswered } from '../testing/sample-history.ts';
import { unlessBusy } from './excuses/excused.ts';
import type { Expectation } from './expectation.ts';
import { expects, describe as words } from './expectation.ts';

const refusal: AnswerOptions = { status: 422, code: 'INVALID_FIELD', position: 7n };

describe('an exchange is as expected', () => {
  // biome-ignore format: an aligned table
  test.each<[string, AnswerOptions, Expectation, boolean]>([
    ['status',                { status: 200 },                            { status: 200 },                                       true],
    ['another status',        { status: 201 },                            { status: 200 },                                       false],
    ['one of several',        { status: 201 },                            { status: [200, 201] },                                true],
    ['none of several',       { status: 202 },                            { status: [200, 201] },                                false],
    ['a class',               { status: 404 },                            { status: '4xx' },                                     true],
    ['another class',         { status: 500 },                            { status: '4xx' },                                     false],
    ['not 2xx',               { status: 201 },                            { status: 'not 2xx' },                                 false],
    ['not 5xx',               { status: 503 },                            { status: 'not 5xx' },                                 false],
    ['the code',              refusal,                                    { status: 422, code: 'INVALID_FIELD' },                true],
    ['another code',          refusal,                                    { status: 422, code: 'NOT_FOUND' },                    false],
    ['one of the codes',      refusal,                                    { status: 422, code: ['NOT_FOUND', 'INVALID_FIELD'] }, true],
    ['no code',               { status: 422 },                            { status: 422, code: 'NOT_FOUND' },                    false],
    ['a position',            refusal,                                    { status: 422, position: 'present' },                  true],
    ['no position',           refusal,                                    { status: 422, position: 'absent' },                   false],
    ['an as-of',              { status: 404, asOf: 5 },                   { status: 404, asOf: 'present' },                      true],
    ['an unwanted as-of',     { status: 404, asOf: 5 },                   { status: 404, asOf: 'absent' },                       false],
    ['a replay',              { status: 201, replay: true },              { status: 201, replay: true },                         true],
    ['an unwanted replay',    { status: 201, replay: true },              { status: 201, replay: false },                        false],
    ['retryable',             { ...refusal, retryable: true },            { status: 422, retryable: true },                      true],
    ['not retryable',         refusal,                                    { status: 422, retryable: true },                      false],
    ['any value of a header', { status: 405, headers: { Allow: 'GET' } }, { status: 405, headers: { allow: true } },             true],
    ['another value',         { status: 405, headers: { Allow: 'GET' } }, { status: 405, headers: { allow: 'PUT' } },            false],
    ['no header',             { status: 405 },                            { status: 405, headers: { allow: true } },             false],
  ])('%s', (_, given, expected, holds) =>
    expect(expects(answer('GET /x', given)(1, null), expected).verdict).toBe(holds ? 'pass' : 'violated'),
  );

  test('a missing answer meets no expectation', () =>
    expect(expects(unanswered('GET /x')(1, null), { status: 'not 5xx' }).verdict).toBe('violated'));
});

const busy: AnswerOptions = { status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } };

describe('a member that is busy', () => {
  // biome-ignore format: an aligned table
  test.each<[string, AnswerOptions, Expectation, string]>([
    ['is not a violation where a success was expected', busy, { status: 200 }, 'inconclusive'],
    ['nor where a refusal was expected',                { ...busy, status: 429, code: 'IN_FLIGHT_FULL' }, { status: 400 }, 'inconclusive'],
    ['is one with the code of another status',          { ...busy, code: 'INBOX_FULL' }, { status: 429 }, 'violated'],
    ['is one where it is not retryable',                { ...busy, retryable: false }, { status: 200 }, 'violated'],
    ['and where it has no Retry-After',                 { ...busy, headers: {} }, { status: 200 }, 'violated'],
    ['and where its owner has decided',                 { ...busy, status: 429, code: 'RATE_CEILING', position: 7n }, { status: 201 }, 'violated'],
    ['is a violation where the check has ruled it out', busy, { status: 200, thoughBusy: true }, 'violated'],
    ['but a rate limit is not ruled out',               { ...busy, status: 429, code: 'IN_FLIGHT_FULL' }, { status: 503, thoughBusy: true }, 'inconclusive'],
    ['is as expected where exactly that was expected',  busy, { status: 503, code: 'NOT_PRIMED', retryable: true }, 'pass'],
  ])('%s', (_, given, expected, verdict) =>
    expect(unlessBusy(expects(answer('GET /x', given)(1, null), expected)).verdict).toBe(verdict),
  );
});

const short = { status: 422, body: { error: { code: 'INVALID_FIELD' } }, headers: { 'X-Request-Id': null } } as const;
const line: AnswerOptions = { status: 404, body: 'Not Found', headers: { 'Content-Type': 'text/plain' } };
const correlated: Expectation = { status: 422, headers: { 'x-request-id': true } };

describe("what the target's contract does not have yet is not required", () => {
  // biome-ignore format: an aligned table
  test.each<[string, AnswerOptions, Expectation, oldest: string, before: string]>([
    ['retryable',                        short,           { status: 422, code: 'INVALID_FIELD', retryable: false }, '0.12.0', '0.11.4'],
    ['X-Request-Id',                     short,           correlated,                                               '0.12.0', '0.11.4'],
    ['the envelope of an unknown route', line,            { status: 404, code: 'ROUTE_NOT_FOUND' },                 '0.12.0', '0.11.4'],
    ['the time of a state',              { status: 404 }, { status: 404, asOf: 'present' },                         '0.13.0', '0.12.0'],
  ])('%s', (_, given, expected, oldest, before) => {
    const verdicts = [oldest, before].map((rest) => {
      const [e] = historyOf([answer('POST /x', given)], { rest }).exchanges;
      return e && expects(e, expected).verdict;
    });
    expect(verdicts).toEqual(['violated', 'pass']);
  });

  test('nothing else is excused', () => {
    const [e] = historyOf([answer('POST /x', short)], { rest: '0.1.0' }).exchanges;
    const others: Expectation[] = [
      { status: 422, code: 'NOT_FOUND', retryable: false },
      { status: 422, position: 'present', retryable: false },
      { status: 422, headers: { 'retry-after': true } },
      { status: 400, retryable: false },
    ];
    expect(others.map((other) => e && expects(e, other).verdict)).toEqual(Array(4).fill('violated'));
  });
});

test('it is described in words', () => {
  const all: Expectation = {
    status: [422, 400],
    code: ['A', 'B'],
    position: 'present',
    asOf: 'absent',
    replay: true,
    retryable: false,
    headers: { Allow: true, Location: '/x' },
  };
  expect(words(all)).toBe(
    '422 or 400 A or B, with X-Service-Global-Sequence, without X-Service-As-Of-Seq-Ts, with Idempotent-Replay: true, retryable false, with Allow, with Location: /x',
  );
});
