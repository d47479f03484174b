import { expect, test } from 'vitest';
import { answer, unanswered } from '../../../testing/sample-history.ts';
import {
  accepted,
  judged,
  operationRead,
  PENDING,
  refusedByOwner,
  submitted,
  succeeded,
  turnedAway,
} from '../../../testing/sample-story.ts';
import { doorInvisible } from './t18-door-invisible.ts';

test.each([
  ['a key refused at the door is unknown', [turnedAway('a'), operationRead('a', 1, null)], 'pass'],
  ['a key refused at the door has a record', [turnedAway('a'), operationRead('a', 1, succeeded(1))], 'violated'],
  ['a key never used has a record', [operationRead('a', 1, PENDING)], 'violated'],
  ['it is unknown, with another code', [operationRead('a', 1, null, { code: 'NOT_FOUND' })], 'violated'],
  [
    "another organisation's key has a record here",
    [submitted('a', 1), operationRead('a', 1, succeeded(1), { actor: 'outsider' })],
    'violated',
  ],
  [
    "another organisation's key is unknown here",
    [submitted('a', 1), operationRead('a', 1, null, { actor: 'outsider' })],
    'pass',
  ],
  ['an accepted key has a record', [accepted('a'), operationRead('a', 1, PENDING)], 'pass'],
  ['a key refused by its owner has a record', [refusedByOwner('a', 1), operationRead('a', 1, PENDING)], 'pass'],
  [
    'a key of a lost answer may have one',
    [unanswered('POST /orders', { key: 'a' }), operationRead('a', 1, PENDING)],
    'pass',
  ],
  ['a key accepted later has none yet', [turnedAway('a'), operationRead('a', 1, null), submitted('a', 2)], 'pass'],
  [
    "a busy member's refusal proves nothing",
    [answer('GET /operations/a', { status: 503, code: 'NOT_SERVING' })],
    'pass',
  ],
  [
    'a caller who is not admitted sees no record',
    [turnedAway('a'), answer('GET /operations/a', { status: 403, code: 'AWAITING_ADMISSION' })],
    'pass',
  ],
])('%s', (_, samples, verdict) => expect(judged(doorInvisible, samples)).toBe(verdict));
