import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { int64SentAsANumberIsRefused } from './int64-sent-as-a-number-is-refused.check.ts';

const published = { components: { schemas: { CancelOrderBody: { properties: { orderId: { type: 'string' } } } } } };
const refused = { status: 400, code: 'MALFORMED_REQUEST' };
const cancelled = { status: 200, position: 8 };

test.each([
  ['refused', {}, refused, 'pass'],
  ['taken', published, cancelled, 'violated'],
  ['refused for another reason', published, { status: 404, code: 'NOT_FOUND' }, 'violated'],
  ['refused under another code', published, { status: 400, code: 'INVALID_CURSOR' }, 'violated'],
  ['taken where the body has no such member', {}, cancelled, 'inconclusive'],
])('%s', (_, document, number, verdict) => {
  const history = historyOf({
    document: answer('GET /openapi.json', { status: 200, body: document }),
    submitted: answer('POST /orders', { status: 201, position: 7 }),
    number: answer('POST /orders/17/cancel', number),
  });
  expect(judged(int64SentAsANumberIsRefused, history).verdict).toBe(verdict);
});

test('without an order there is nothing to judge', () => {
  const history = historyOf({
    document: answer('GET /openapi.json', { status: 200 }),
    submitted: answer('POST /orders', { status: 403, code: 'CAPABILITY_DENIED', position: 7 }),
  });
  expect(judged(int64SentAsANumberIsRefused, history).verdict).toBe('inconclusive');
});
