import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { retryInFlightAttaches } from './retry-in-flight-attaches.check.ts';

const first = { status: 201, position: 7n, body: { orderId: '9' } };

test.each([
  ['the same answer', first, first, 'pass'],
  ['the same answer as a replay', first, { ...first, replay: true }, 'pass'],
  ['an order of its own', first, { status: 201, position: 8n, body: { orderId: '10' } }, 'violated'],
  ['a refusal', first, { status: 409, code: 'IDEMPOTENCY_KEY_REUSED' }, 'violated'],
  ['no order at all', { status: 503, code: 'NOT_SERVING' }, first, 'inconclusive'],
])('%s', (_, one, two, verdict) => {
  const history = historyOf({ first: answer('POST /orders', one), retried: answer('POST /orders', two) });
  expect(judged(retryInFlightAttaches, history).verdict).toBe(verdict);
});
