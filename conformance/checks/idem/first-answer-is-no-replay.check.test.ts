import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { firstAnswerIsNoReplay } from './first-answer-is-no-replay.check.ts';

const taken = answer('POST /orders', { status: 201, position: 7n });
const door = { status: 400, code: 'MALFORMED_REQUEST' };

test.each([
  ['no flag on any', answer('POST /orders', door), 'pass'],
  ['a flag that says false', answer('POST /orders', { ...door, headers: { 'Idempotent-Replay': 'false' } }), 'pass'],
  ['a flag on a cancel', answer('POST /orders/9/cancel', { status: 200, replay: true }), 'violated'],
  ['a flag on a refusal', answer('POST /orders', { ...door, replay: true }), 'violated'],
])('%s', (_, refused, verdict) => {
  expect(judged(firstAnswerIsNoReplay, historyOf({ taken, refused })).verdict).toBe(verdict);
});
