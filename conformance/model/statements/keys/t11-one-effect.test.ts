import { expect, test } from 'vitest';
import { unanswered } from '../../../testing/sample-history.ts';
import { cancelled, judged, orderRow, page, submitted, turnedAway } from '../../../testing/sample-story.ts';
import { oneEffect } from './t11-one-effect.ts';

const a = orderRow(2, 'a');
const again = orderRow(3, 'a');
const outsider = { actor: 'outsider' };

test.each([
  ['one order of a key', [submitted('a', 2), page('', 9, [a])], 'pass'],
  ['two orders of a key', [submitted('a', 2), page('', 9, [again, a])], 'violated'],
  ['the second on another page', [submitted('a', 2), page('', 2, [a]), page('', 9, [again])], 'violated'],
  [
    'one in each organisation',
    [submitted('a', 2), submitted('a', 3, outsider), page('', 9, [a]), page('', 9, [again], outsider)],
    'pass',
  ],
  ['one of a lost answer', [unanswered('POST /orders', { key: 'a' }), page('', 9, [a])], 'pass'],
  ['two of a lost answer', [unanswered('POST /orders', { key: 'a' }), page('', 9, [again, a])], 'violated'],
  ['one of a request that the door refused', [turnedAway('a'), page('', 9, [a])], 'violated'],
  ['none of a request that the door refused', [turnedAway('a'), page('', 9, [])], 'pass'],
  ['one that the door refused and then accepted', [turnedAway('a'), submitted('a', 2), page('', 9, [a])], 'pass'],
  [
    'one of a key that was used for a cancel',
    [submitted('b', 1), cancelled('a', ['b', 1], 2), page('', 9, [again])],
    'violated',
  ],
  ["two of other users' keys", [submitted('b', 1), page('', 9, [again, a])], 'pass'],
])('%s', (_, samples, verdict) => expect(judged(oneEffect, samples)).toBe(verdict));
