import { expect, test } from 'vitest';
import { accepted, judged, submitted, turnedAway } from '../../../testing/sample-story.ts';
import { realTimeOrder } from './t07-real-time-order.ts';

const during = (sentAtMs: number, answeredAtMs: number) => ({ sentAtMs, answeredAtMs });

test.each([
  ['one after another', [submitted('a', 1), submitted('b', 2)], 'pass'],
  ['one after another, in the opposite order', [submitted('a', 2), submitted('b', 1)], 'violated'],
  ['at once, either way', [submitted('a', 2, during(1, 4)), submitted('b', 1, during(2, 3))], 'pass'],
  ['a replay is no first answer', [submitted('a', 1), submitted('b', 2), submitted('a', 1, { replay: true })], 'pass'],
  ['in two organisations', [submitted('a', 2), submitted('a', 1, { actor: 'outsider' })], 'violated'],
  [
    'judged before, though its answer was fetched later',
    [accepted('a'), submitted('b', 2), submitted('a', 1, { replay: true })],
    'pass',
  ],
  ['refused at the door before it was accepted', [turnedAway('a'), submitted('b', 1), submitted('a', 2)], 'pass'],
  [
    'refused at the door, then at a position before that',
    [turnedAway('a'), submitted('b', 2), submitted('a', 1)],
    'violated',
  ],
  [
    'out of order behind others that are in order',
    [submitted('a', 1), submitted('b', 4), submitted('c', 2), submitted('d', 5)],
    'violated',
  ],
])('%s', (_, samples, verdict) => expect(judged(realTimeOrder, samples)).toBe(verdict));
