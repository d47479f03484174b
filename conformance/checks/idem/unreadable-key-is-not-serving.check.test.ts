import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unreadableKeyIsNotServing } from './unreadable-key-is-not-serving.check.ts';

const stalled = { status: 503, code: 'NOT_SERVING', retryable: true };
const record = { status: 404, code: 'UNKNOWN_OPERATION' };
const retried = { status: 201, position: 7n };

test.each([
  ['refused, unknown, then served', stalled, record, retried, 'pass'],
  ['a 202 that leads nowhere', { status: 202, body: {} }, record, retried, 'violated'],
  ['a recorded refusal', { ...stalled, position: 6n }, record, retried, 'violated'],
  ['something stored', stalled, { status: 200, body: {} }, retried, 'violated'],
  ['a replay', stalled, record, { ...retried, replay: true }, 'violated'],
])('%s', (_, one, two, three, verdict) => {
  const history = historyOf({
    stalled: answer('POST /orders', one),
    record: answer('GET /operations/k', two),
    retried: answer('POST /orders', three),
  });
  expect(judged(unreadableKeyIsNotServing, history).verdict).toBe(verdict);
});
