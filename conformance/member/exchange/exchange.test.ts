import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../../contract/requirements.ts';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer, historyOf, unanswered } from '../../testing/sample-history.ts';
import type { TargetFacts } from '../profile/target-facts.ts';
import { ANY_TARGET } from '../profile/target-facts.ts';
import type { Frame } from './conversation.ts';
import { answerAfter, answersTo } from './conversation.ts';
import {
  asOf,
  at,
  errorCode,
  header,
  headers,
  isFactual,
  isOf,
  isOk,
  isReplay,
  isWrite,
  json,
  keyOf,
  pathOf,
  position,
  requestId,
  retryAfterSeconds,
  retryable,
  rows,
  sentJson,
  status,
  textAt,
} from './exchange.ts';
import { instanceIdOf } from './instance-id.ts';
import { isClaimed, owes, owesAsOf } from './owed.ts';
import { isStatedWithin, secondsToWait, statedSeconds } from './retry-after.ts';
import { currentVersion, etagOf, isStrong } from './row-version.ts';

const page = answer('GET /orders?limit=2', {
  status: 200,
  position: 12,
  asOf: 34,
  body: { items: [{ orderId: '7' }], nextCursor: null },
})(1, null);
const refused = answer('POST /orders', {
  status: 429,
  code: 'RATE_CEILING',
  position: 5n,
  replay: true,
  key: 'key-1',
  sentBody: { qty: '1' },
  headers: { 'Retry-After': '3' },
})(2, 'refused');
const silent = unanswered('POST /orders')(3, null);
const text = answer('GET /docs', { status: 200, body: '<html>', headers: { 'X-Request-Id': null } })(4, null);

test('a page', () => {
  expect([status(page), isOk(page), isWrite(page), position(page), asOf(page)]).toEqual([200, true, false, 12n, 34n]);
  expect([rows(page), at(page, 'items', 0, 'orderId'), textAt(page, 'nextCursor')]).toEqual([
    [{ orderId: '7' }],
    '7',
    undefined,
  ]);
  expect(pathOf(page)).toBe('/orders');
});

test('a refusal', () => {
  expect([errorCode(refused), retryable(refused), retryAfterSeconds(refused)]).toEqual(['RATE_CEILING', false, 3]);
  expect([isFactual(refused), isReplay(refused), keyOf(refused)]).toEqual([true, true, 'key-1']);
  expect([requestId(refused), at(refused, 'error', 'requestId')]).toEqual(['request-2', 'request-2']);
  expect([sentJson(refused), header(refused, 'RETRY-AFTER'), headers(refused, 'retry-after')]).toEqual([
    { qty: '1' },
    '3',
    ['3'],
  ]);
});

test('a missing response and a non-JSON body have no values', () => {
  for (const e of [silent, text]) {
    expect([json(e), errorCode(e), retryable(e), position(e), asOf(e), rows(e), at(e, 'a')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      [],
      undefined,
    ]);
  }
  expect([status(silent), isOk(silent), header(silent, 'x'), headers(silent, 'x')]).toEqual([
    undefined,
    false,
    undefined,
    [],
  ]);
  expect(requestId(text)).toBeUndefined();
});

describe('a position', () => {
  test.each([
    ['0', 0n],
    ['9223372036854775807', 9223372036854775807n],
    ['007', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['', undefined],
  ])('%j reads %s', (value, read) => {
    const e = answer('GET /me', { status: 200, headers: { 'X-Service-Global-Sequence': value } })(1, null);
    expect(position(e)).toBe(read);
  });
});

test.each([
  ['0.12.0', false],
  ['0.13.0', true],
])("a write's 404 at %s without as-of time comes from an owner: %s", (rest, factual) => {
  const unheld = answer('POST /orders/1/cancel', { status: 404, position: 1 });
  expect(historyOf([unheld], { rest }).exchanges.map(isFactual)).toEqual([factual]);
});

test("a write's 404 with both headers is not an owner's fact (A40)", () => {
  expect(isFactual(answer('POST /orders/1/cancel', { status: 404, position: 1, asOf: 2 })(1, null))).toBe(false);
  expect(isFactual(page)).toBe(false);
});

describe('matches a route by its template', () => {
  test.each([
    ['POST /orders/17/cancel', 'POST /orders/{id}/cancel', true],
    ['POST /orders/17/cancel?x=1', 'POST /orders/{id}/cancel', true],
    ['POST /orders/1/7/cancel', 'POST /orders/{id}/cancel', false],
    ['GET /orders', 'POST /orders', false],
    ['GET /openapi.json', 'GET /openapi.json', true],
    ['GET /openapixjson', 'GET /openapi.json', false],
    ['GET /orders/17', 'GET /orders', false],
  ])('%s of %s: %s', (line, route, is) => expect(isOf(answer(line, { status: 200 })(1, null), route)).toBe(is));
});

describe('the id of an instance', () => {
  test.each([
    [{ instanceId: 7 }, '7'],
    [{ instanceId: '1795374046831869000' }, '1795374046831869000'],
    [{ id: 7 }, '7'],
    [{ instanceId: null }, undefined],
    [{ instanceId: '6f9619ff-8b86-d011-b42d-00c04fc964ff' }, '6f9619ff-8b86-d011-b42d-00c04fc964ff'],
    [{ algoInstanceId: 7 }, '7'],
    [{ instanceId: '../orders' }, undefined],
    [{ instanceId: '' }, undefined],
    [{ instanceId: 1.5 }, undefined],
    [undefined, undefined],
  ])('of %j: %s', (row, id) => expect(instanceIdOf(row)).toBe(id));
});

const put = (options: Omit<AnswerOptions, 'status'>) =>
  answer('PUT /portfolios/7', { status: 412, ...options })(1, null);

test.each([
  ['within the error, a number', { error: { code: 'X', currentVersion: 3 } }, '3'],
  ['within the error, a string', { error: { code: 'X', currentVersion: '3' } }, '3'],
  ['next to the error', { error: { code: 'X' }, currentVersion: 4 }, '4'],
  ['absent', { error: { code: 'X' } }, undefined],
  ['of another type', { error: { code: 'X', currentVersion: [3] } }, undefined],
])('the current version: %s', (_, body, version) => expect(currentVersion(put({ body }))).toBe(version));

test.each([
  ['"3"', true],
  ['"abc-7"', true],
  ['""', true],
  ['W/"3"', false],
  ['3', false],
  ['"3', false],
  [undefined, false],
])('%s: strong %s', (etag, strong) => expect(isStrong(etag)).toBe(strong));

test('the validator, unchanged', () => {
  expect(etagOf(put({ etag: '"3"' }))).toBe('"3"');
  expect(etagOf(put({}))).toBeUndefined();
});

describe('a wait', () => {
  const DATE = ['Date', 'Mon, 05 Jan 2026 00:00:00 GMT'] as const;
  const IN_A_MINUTE = ['Retry-After', 'Mon, 05 Jan 2026 00:01:05 GMT'] as const;

  // biome-ignore format: an aligned table
  test.each([
    ['a number of seconds',                               [['Retry-After', '61']],                                  61,        61,        true],
    ['a second too many',                                 [['Retry-After', '62']],                                  62,        62,        false],
    ['no Retry-After',                                    [],                                                       undefined, undefined, false],
    ['a date that may come from another clock than Date', [DATE, IN_A_MINUTE],                                      65,        70,        true],
    ['a date beyond the tolerated clock difference',      [DATE, ['Retry-After', 'Mon, 05 Jan 2026 00:01:07 GMT']], 67,        72,        false],
    ['a date in the past of Date',                        [DATE, ['Retry-After', 'Sun, 04 Jan 2026 23:59:57 GMT']], -3,        2,         true],
  ] as const)('%s', (_, headers, stated, waited, isWithin) => {
    const e = answer('POST /orders', { status: 429, headers: Object.fromEntries(headers) })(1, null);
    expect(statedSeconds(e)).toBe(stated);
    expect(secondsToWait(e)).toBe(waited);
    expect(isStatedWithin(e, 1, 61)).toBe(isWithin);
  });
});

test.each<[RequirementId, Partial<TargetFacts>, boolean]>([
  ['RID-01', { rest: '0.11.4' }, false],
  ['RID-01', { rest: '0.12.0' }, true],
  ['WSS-03', { rest: '0.1.0' }, true],
  ['WSS-03', { socket: '1.1.0' }, false],
  ['WSS-19', { socket: '1.1.0' }, true],
  ['WSS-03', { socket: undefined }, true],
  ['VER-03', { rest: '0.1.0' }, true],
])('%s of %j: %j', (id, facts, claimed) => expect(isClaimed(id, { ...ANY_TARGET, ...facts })).toBe(claimed));

test('a response is judged by the contract version of the target of its history', () => {
  const sample = answer('GET /me', { status: 200 });
  const { exchanges } = historyOf([sample], { rest: '0.12.0' });
  const owed = (of: typeof exchanges) => of.map((e) => [owes(e, '0.12.0'), owes(e, '0.13.0'), owesAsOf(e, 'POS-02')]);
  expect(owed(exchanges)).toEqual([[true, false, false]]);
  expect(owed([sample(1, null)])).toEqual([[true, true, true]]);
});

describe('a conversation', () => {
  const frame = (n: number, direction: Frame['direction'], body: object): Frame => ({
    n,
    direction,
    atMs: n,
    text: JSON.stringify(body),
  });
  const answer = (n: number, reqId?: string) => frame(n, 'received', { reqId, success: true });
  const ns = (frames: readonly Frame[]) => frames.map(({ n }) => n);

  test('the answers of a conversation in progress include those that came since it was last read', () => {
    const frames = [answer(1, 'a'), frame(2, 'sent', { reqId: 'a' }), frame(3, 'received', { reqId: 'a', event: 'x' })];
    const conversation = { frames } as never;
    expect([answersTo(conversation, 'a'), answersTo(conversation, 'b')].map(ns)).toEqual([[1], []]);
    expect(answerAfter(conversation, frames[1] as Frame, 'a')).toBeUndefined();
    frames.push(answer(4, 'a'), answer(5));
    expect([answersTo(conversation, 'a'), answersTo(conversation, undefined)].map(ns)).toEqual([[1, 4], [5]]);
    expect(answerAfter(conversation, frames[1] as Frame, 'a')?.n).toBe(4);
  });
});
