import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { refusalNamesItsRequest } from './refusal-names-its-request.check.ts';

const named = (requestId: unknown, headers: Record<string, string | null> = { 'X-Request-Id': 'request-1' }) =>
  answer('GET /orders/1', { status: 404, headers, body: { error: { code: 'NOT_FOUND', requestId } } });

test.each([
  ['its own', named('request-1'), 'pass'],
  ["another request's", named('request-2'), 'violated'],
  ['none', named(undefined), 'violated'],
  ['one that no header names', named('request-1', { 'X-Request-Id': null }), 'violated'],
  ['a served request', answer('GET /me', { status: 200 }), 'inconclusive'],
])('%s', (_, answered, verdict) => {
  expect(judged(refusalNamesItsRequest, historyOf([answered])).verdict).toBe(verdict);
});
