import { expect, test } from 'vitest';
import { judged, pageOf } from '../../../testing/sample-story.ts';
import { totalsCount } from './t29-totals-count.ts';

const users = (query: string, ids: readonly number[], over = {}, position = 5) =>
  pageOf(
    `/users${query}`,
    position,
    ids.map((userId) => ({ userId })),
    over,
  );
const whole = users('', [1, 2, 3]);

test.each([
  ['as many as the whole', [whole, users('?limit=1&include=total', [1], { total: 3, next: 'n' })], 'pass'],
  ['more than the whole', [whole, users('?limit=1&include=total', [1], { total: 4, next: 'n' })], 'violated'],
  ['another position', [whole, users('?limit=1&include=total', [1], { total: 4, next: 'n' }, 6)], 'pass'],
  ['another filter', [whole, users('?status=ACTIVE&include=total&limit=1', [1], { total: 1, next: 'n' })], 'pass'],
  ['a total that was not requested', [whole, users('?limit=1', [1], { next: 'n' })], 'pass'],
  ['fewer than the page', [users('?limit=2&include=total', [1, 2], { total: 1, next: 'n' })], 'violated'],
  [
    'two at one position',
    [
      users('?limit=1&include=total', [1], { total: 3, next: 'n' }),
      users('?limit=1&include=total&cursor=n', [2], { total: 2, next: 'm' }),
    ],
    'violated',
  ],
  ['of the whole itself', [users('?include=total', [1, 2], { total: 3 })], 'violated'],
])('%s', (_, samples, verdict) => expect(judged(totalsCount, samples)).toBe(verdict));
