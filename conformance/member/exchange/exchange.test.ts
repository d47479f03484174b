import { describe, expect, test } from 'vitest';
import { answer, historyOf, unanswered } from '../../testing/sample-history.ts';
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
  ])('%s of %s: %s', (line, route, is) => {
    expect(isOf(answer(line, { status: 200 })(1, null), route)).toBe(is);
  });
});
