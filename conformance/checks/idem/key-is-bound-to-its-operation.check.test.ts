import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { keyIsBoundToItsOperation } from './key-is-bound-to-its-operation.check.ts';

const first = { status: 201, position: 7n, body: { orderId: '9' } };
const reused = { status: 409, code: 'IDEMPOTENCY_KEY_REUSED', retryable: false };
const good = {
  first,
  cancelled: { status: 200, position: 9n },
  'another operation': reused,
  'another resource': reused,
  retried: { ...first, replay: true },
};

test.each([
  ['both refused and the first replayed', {}, 'pass'],
  ['another operation done', { 'another operation': { status: 200, position: 8n } }, 'violated'],
  ['another resource answered with the first', { 'another resource': { ...good.cancelled, replay: true } }, 'violated'],
  ['another code', { 'another operation': { status: 409, code: 'INTAKE_KEY_REUSED', retryable: false } }, 'violated'],
  ['the first lost by the refused use', { retried: reused }, 'violated'],
  ['no order to begin with', { first: { status: 403, code: 'CAPABILITY_DENIED' } }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  const answers: Record<string, Parameters<typeof answer>[1]> = { ...good, ...over };
  const history = historyOf(
    Object.fromEntries(Object.entries(answers).map(([label, of]) => [label, answer('POST /orders', of)])),
  );
  expect(judged(keyIsBoundToItsOperation, history).verdict).toBe(verdict);
});
