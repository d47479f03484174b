import { expect, test } from 'vitest';
import { judged, page, rowRead } from '../../../testing/sample-story.ts';
import { timeOfAPosition } from './t05-time-of-a-position.ts';

test.each([
  ['times grow with positions', [page('', 1, []), page('', 2, []), page('', 2, [])], 'pass'],
  ['two positions of one time', [page('', 1, [], { asOf: 7 }), page('', 2, [], { asOf: 7 })], 'pass'],
  ['two times of one position', [page('', 1, [], { asOf: 7 }), rowRead(9, 1, null, { asOf: 8 })], 'violated'],
  [
    'two times of one position in two organisations',
    [page('', 1, [], { asOf: 7 }), page('', 1, [], { asOf: 8, actor: 'outsider' })],
    'violated',
  ],
  ['a later position of an earlier time', [page('', 2, [], { asOf: 7 }), page('', 1, [], { asOf: 8 })], 'violated'],
  [
    'an answer without a time',
    [page('', 1, []), page('', 0, [], { headers: { 'X-Service-As-Of-Seq-Ts': null } })],
    'pass',
  ],
])('%s', (_, samples, verdict) => expect(judged(timeOfAPosition, samples)).toBe(verdict));
