import { describe, expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { requestIdOnEveryResponse } from './request-id-on-every-response.check.ts';

const served = answer('GET /me', { status: 200 });

describe('X-Request-Id on every response', () => {
  test('an id on each passes', () => {
    const history = historyOf([served, answer('GET /no-such-path', { status: 404, code: 'ROUTE_NOT_FOUND' })]);
    expect(judged(requestIdOnEveryResponse, history)).toEqual({ verdict: 'pass' });
  });

  test.each([
    ['none on a refusal', null],
    ['an empty one', ''],
  ])('%s is shown', (_, value) => {
    const bare = answer('GET /orders/1', { status: 404, code: 'NOT_FOUND', headers: { 'X-Request-Id': value } });
    const history = historyOf([served, bare]);
    expect(judged(requestIdOnEveryResponse, history)).toMatchObject({
      verdict: 'violated',
      seen: [{ request: { path: '/orders/1' } }],
    });
  });
});
