import { expect, test } from 'vitest';
import { unanswered } from '../../../testing/sample-history.ts';
import { accepted, judged, SINGLE, submitted, turnedAway } from '../../../testing/sample-story.ts';
import { replayFlag } from './t13-replay-flag.ts';

const replay = { replay: true };
const during = (sentAtMs: number, answeredAtMs: number) => ({ sentAtMs, answeredAtMs });

test.each([
  ['on the second answer', [submitted('a', 1), submitted('a', 1, replay)], {}, 'pass'],
  ['on the first', [submitted('a', 1, replay)], {}, 'violated'],
  ['on every one', [submitted('a', 1, replay), submitted('a', 1, replay)], {}, 'violated'],
  ['after a 202', [accepted('a'), submitted('a', 1, replay)], {}, 'pass'],
  ['after a lost answer', [unanswered('POST /orders', { key: 'a' }), submitted('a', 1, replay)], {}, 'pass'],
  ['after a refusal at the door', [turnedAway('a'), submitted('a', 1, replay)], {}, 'violated'],
  ['on a refusal at the door', [submitted('a', 1), turnedAway('a', replay)], {}, 'violated'],
  [
    "after another organisation's",
    [submitted('a', 1), submitted('a', 2, { ...replay, actor: 'outsider' })],
    {},
    'violated',
  ],
  [
    'on the first of two attempts sent at once',
    [submitted('a', 1, { ...replay, ...during(1, 9) }), submitted('a', 1, during(2, 3))],
    {},
    'pass',
  ],
  ['missing on the second answer', [submitted('a', 1), submitted('a', 1)], SINGLE, 'violated'],
  ['missing on the second answer, of another member', [submitted('a', 1), submitted('a', 1)], {}, 'pass'],
  ['missing where it attached', [submitted('a', 1, during(1, 5)), submitted('a', 1, during(2, 5))], SINGLE, 'pass'],
  ['missing on the third', [submitted('a', 1), submitted('a', 1, replay), submitted('a', 1)], SINGLE, 'violated'],
])('%s', (_, samples, target, verdict) => expect(judged(replayFlag, samples, target)).toBe(verdict));
