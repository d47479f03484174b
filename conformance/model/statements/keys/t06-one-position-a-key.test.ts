import { expect, test } from 'vitest';
import { judged, refusedByOwner, submitted, turnedAway } from '../../../testing/sample-story.ts';
import { onePositionAKey } from './t06-one-position-a-key.ts';

test.each([
  ['each key its own', [submitted('a', 1), submitted('b', 2), submitted('a', 1, { replay: true })], 'pass'],
  ['one key in two organisations', [submitted('a', 1), submitted('a', 2, { actor: 'outsider' })], 'pass'],
  ['one key at two positions', [submitted('a', 1), submitted('a', 2)], 'violated'],
  ['a refusal judged again', [refusedByOwner('a', 1), refusedByOwner('a', 2, { replay: true })], 'violated'],
  ['two keys at one position', [submitted('a', 1), submitted('b', 1)], 'violated'],
  ['two organisations at one position', [submitted('a', 1), submitted('a', 1, { actor: 'outsider' })], 'violated'],
  ['a refusal at the door has none', [turnedAway('a'), submitted('a', 1)], 'pass'],
])('%s', (_, samples, verdict) => expect(judged(onePositionAKey, samples)).toBe(verdict));
