import { expect, test } from 'vitest';
import { judged, orderRow, page, rowRead, submitted } from '../../../testing/sample-story.ts';
import { positionText } from './t01-position-text.ts';

const headed = (value: string) => submitted('a', 1, { headers: { 'X-Service-Global-Sequence': value } });

test.each([
  ['plain decimals', [submitted('a', 1), page('', 1, [])], 'pass'],
  ['zero', [headed('0')], 'pass'],
  ['the largest int64', [headed('9223372036854775807')], 'pass'],
  ['one past it', [headed('9223372036854775808')], 'violated'],
  ['a leading zero', [headed('07')], 'violated'],
  ['a minus', [headed('-1')], 'violated'],
  ['a fraction', [headed('1.0')], 'violated'],
  ['nothing', [headed('')], 'violated'],
  ['an as-of in words', [rowRead(1, 1, null, { headers: { 'X-Service-As-Of-Seq-Ts': 'now' } })], 'violated'],
])('%s', (_, samples, verdict) => expect(judged(positionText, samples)).toBe(verdict));

test('a history may be long', () => {
  const reads = Array.from({ length: 80_000 }, (_, position) => rowRead(1, position + 1, orderRow(1, 'a')));
  expect(judged(positionText, reads)).toBe('pass');
});
