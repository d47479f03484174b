import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { replayKeepsPositionAndTakesItsOwnId } from './replay-keeps-position-and-takes-its-own-id.check.ts';

const ID = 'of-this-request';
const refusal = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 8n };
const own = { replay: true, sent: { 'X-Request-Id': ID }, headers: { 'X-Request-Id': ID } };
const named = (requestId: string) => ({
  error: { code: 'TICK_SIZE_VIOLATION', message: 'm', requestId, retryable: false },
});
const good = {
  'accepted first': { status: 201, position: 7n },
  'accepted between': { ...refusal, position: 8n },
  'accepted retried': { status: 201, position: 7n, ...own, body: {} },
  'refused first': refusal,
  'refused between': { ...refusal, position: 9n },
  'refused retried': { status: 422, position: 8n, ...own, body: named(ID) },
};

test.each([
  ['position kept, id its own', {}, 'pass'],
  ['a position of today', { 'accepted retried': { ...good['accepted retried'], position: 9n } }, 'violated'],
  [
    'an id of the service',
    { 'accepted retried': { ...good['accepted retried'], headers: { 'X-Request-Id': 'another-id' } } },
    'violated',
  ],
  [
    "the first refusal's id in the body",
    { 'refused retried': { ...good['refused retried'], body: named('of-the-first') } },
    'violated',
  ],
  ['nothing moved meanwhile', { 'refused between': { ...refusal, position: 8n } }, 'inconclusive'],
  ['no replay', { 'refused retried': { ...good['refused retried'], replay: false } }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  const answers: Record<string, Parameters<typeof answer>[1]> = { ...good, ...over };
  const history = historyOf(
    Object.fromEntries(Object.entries(answers).map(([label, of]) => [label, answer('POST /orders', of)])),
  );
  expect(judged(replayKeepsPositionAndTakesItsOwnId, history).verdict).toBe(verdict);
});
