import { expect, test } from 'vitest';
import {
  accepted,
  cancelled,
  judged,
  keyReused,
  orderRow,
  refusedByOwner,
  submitted,
} from '../../../testing/sample-story.ts';
import { oneAnswer } from './t12-one-answer.ts';

const first = submitted('a', 2);
const replay = { replay: true };

test.each([
  ['the same', [first, submitted('a', 2, replay)], 'pass'],
  ['decimals of one value', [first, submitted('a', 2, { ...replay, body: orderRow(2, 'a', { qty: '1.0' }) })], 'pass'],
  ['a refusal with another request id', [refusedByOwner('a', 1), refusedByOwner('a', 1, replay)], 'pass'],
  ['another status', [first, submitted('a', 2, { ...replay, status: 200 })], 'violated'],
  ['another position', [first, submitted('a', 3, { ...replay, body: orderRow(2, 'a') })], 'violated'],
  ['another row', [first, submitted('a', 2, { ...replay, body: orderRow(2, 'a', { leavesQty: '0' }) })], 'violated'],
  [
    'another refusal',
    [refusedByOwner('a', 1), refusedByOwner('a', 1, { ...replay, code: 'INVALID_FIELD' })],
    'violated',
  ],
  ['a 202 before it', [accepted('a'), submitted('a', 2, replay)], 'pass'],
  ['a 409 for another body', [first, keyReused('a')], 'pass'],
  ['another operation is not compared', [first, cancelled('a', ['b', 1], 4)], 'pass'],
])('%s', (_, samples, verdict) => expect(judged(oneAnswer, samples)).toBe(verdict));
