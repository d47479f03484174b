import { expect, test } from 'vitest';
import { answer, unanswered } from '../../../testing/sample-history.ts';
import { accepted, cancelled, judged, keyReused, submitted, turnedAway } from '../../../testing/sample-story.ts';
import { boundToOneUse } from './t15-bound-to-one-use.ts';

const first = submitted('a', 2);
const cancel = 'POST /orders/1020/cancel';

test.each([
  [
    'another use is refused, and the first replays',
    [first, keyReused('a', cancel), submitted('a', 2, { replay: true })],
    'pass',
  ],
  ['another operation is served', [first, cancelled('a', ['a', 2], 3)], 'violated'],
  ['another resource is served', [cancelled('a', ['b', 1], 3), cancelled('a', ['c', 2], 4)], 'violated'],
  ['another operation is promised', [first, answer(cancel, { status: 202, key: 'a' })], 'violated'],
  [
    'another operation is refused by its owner',
    [first, answer(cancel, { status: 403, code: 'CAPABILITY_DENIED', key: 'a', position: 3 })],
    'violated',
  ],
  [
    'another operation is refused at the door as if the key were free',
    [first, answer(cancel, { status: 422, code: 'INVALID_FIELD', key: 'a' })],
    'violated',
  ],
  [
    'another resource does not exist',
    [first, answer('POST /orders/9/cancel', { status: 404, code: 'NOT_FOUND', key: 'a', asOf: 1, position: 1 })],
    'pass',
  ],
  ['another operation goes unanswered', [first, unanswered(cancel, { key: 'a' })], 'pass'],
  [
    'a key that was promised is bound',
    [accepted('a'), answer(cancel, { status: 422, code: 'INVALID_FIELD', key: 'a' })],
    'violated',
  ],
  ['the first use is refused at the door', [first, turnedAway('a')], 'violated'],
  [
    'the first use is refused at the door at the same time',
    [submitted('a', 2, { sentAtMs: 1, answeredAtMs: 9 }), turnedAway('a')],
    'pass',
  ],
  [
    'the first use with another body is called reused',
    [first, keyReused('a', 'POST /orders', { sentBody: {} })],
    'pass',
  ],
  ['a key that was refused at the door is bound to nothing', [turnedAway('a'), cancelled('a', ['b', 1], 3)], 'pass'],
  ['each organisation binds its own', [first, cancelled('a', ['b', 1], 3, { actor: 'outsider' })], 'pass'],
])('%s', (_, samples, verdict) => expect(judged(boundToOneUse, samples)).toBe(verdict));
