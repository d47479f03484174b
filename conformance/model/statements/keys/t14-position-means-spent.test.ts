import { describe, expect, test } from 'vitest';
import { answer, unanswered } from '../../../testing/sample-history.ts';
import {
  accepted,
  judged,
  keyReused,
  refusedByOwner,
  SINGLE,
  submitted,
  turnedAway,
} from '../../../testing/sample-story.ts';
import { positionMeansSpent } from './t14-position-means-spent.ts';

const sentBody = { qty: '2' };
const door = (status: number, code: string) => answer('POST /orders', { status, code, key: 'a' });

describe('a retry of a key that an owner refused', () => {
  const refused = refusedByOwner('a', 1);
  test.each([
    ['replays', [refused, refusedByOwner('a', 1, { replay: true })], {}, 'pass'],
    ['is refused at the door for another reason', [refused, turnedAway('a')], {}, 'violated'],
    ['is called reused', [refused, keyReused('a')], {}, 'violated'],
    ['is called reused, for another body', [refused, keyReused('a', 'POST /orders', { sentBody })], {}, 'pass'],
    ['is called reused, of another user', [refused, keyReused('a', 'POST /orders', { actor: 'admin' })], {}, 'pass'],
    ['is refused for a malformed body', [refused, door(400, 'MALFORMED_REQUEST')], {}, 'pass'],
    ['names a row that does not exist', [refused, door(422, 'ACCOUNT_NOT_ACTIVE')], {}, 'violated'],
    [
      'names a row that does not exist, before 0.11.2',
      [refused, door(422, 'ACCOUNT_NOT_ACTIVE')],
      { rest: '0.11.1' },
      'pass',
    ],
    ['is refused because the member is busy', [refused, door(429, 'INBOX_FULL')], {}, 'pass'],
    ['goes unanswered', [refused, unanswered('POST /orders', { key: 'a' })], {}, 'pass'],
    ['is promised again', [refused, accepted('a')], SINGLE, 'violated'],
    ['is promised by another member', [refused, accepted('a')], {}, 'pass'],
    [
      'was tried at the same time',
      [refusedByOwner('a', 1, { sentAtMs: 1, answeredAtMs: 9 }), turnedAway('a')],
      {},
      'pass',
    ],
  ])('%s', (_, samples, target, verdict) => expect(judged(positionMeansSpent, samples, target)).toBe(verdict));
});

describe('a key that was refused at the door', () => {
  test.each([
    ['is free', [turnedAway('a'), submitted('a', 1)], 'pass'],
    ['is called reused', [turnedAway('a'), keyReused('a', 'POST /orders/7/cancel')], 'violated'],
    ['is called reused at its first use', [keyReused('a')], 'violated'],
    [
      "is called reused for another organisation's use",
      [submitted('a', 1), keyReused('a', 'POST /orders', { actor: 'outsider' })],
      'violated',
    ],
    [
      'is called reused after it was accepted',
      [turnedAway('a'), submitted('a', 1), keyReused('a', 'POST /orders/7/cancel')],
      'pass',
    ],
    ['is called reused after an answer was lost', [unanswered('POST /orders', { key: 'a' }), keyReused('a')], 'pass'],
  ])('%s', (_, samples, verdict) => expect(judged(positionMeansSpent, samples)).toBe(verdict));
});
