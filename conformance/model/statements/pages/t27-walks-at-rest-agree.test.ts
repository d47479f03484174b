import { expect, test } from 'vitest';
import { judged, pageOf } from '../../../testing/sample-story.ts';
import { walksAtRestAgree } from './t27-walks-at-rest-agree.ts';

const users = (query: string, ids: readonly number[], over = {}, position = 5) =>
  pageOf(
    `/users${query}`,
    position,
    ids.map((userId) => ({ userId })),
    over,
  );
const whole = users('', [1, 2, 3]);
const [first, second] = [users('?limit=2', [1, 2], { next: 'n' }), users('?limit=2&cursor=n', [3], { previous: 'p' })];

test.each([
  ['a walk and the whole', [whole, first, second], 'pass'],
  [
    'a walk that lacks one',
    [whole, users('?limit=1', [1], { next: 'n' }), users('?limit=1&cursor=n', [3])],
    'violated',
  ],
  ['a walk in another order', [whole, users('?limit=2', [2, 1], { next: 'n' })], 'violated'],
  ['a walk with one more', [whole, users('?limit=4', [1, 2, 3, 4])], 'violated'],
  ['a walk that ends too soon', [whole, users('?limit=2', [1, 2])], 'violated'],
  ['a walk at another position', [whole, users('?limit=2', [2], {}, 6)], 'pass'],
  ['a walk of another filter', [whole, users('?status=ACTIVE&limit=2', [2])], 'pass'],
  [
    'two walks by different limits',
    [first, second, users('?limit=1', [1], { next: 'm' }), users('?limit=1&cursor=m', [3])],
    'violated',
  ],
  ['the way back', [whole, first, second, users('?limit=2&cursor=p', [1, 2])], 'pass'],
  ['the way back by one', [whole, first, second, users('?limit=1&cursor=p', [2], { previous: 'o' })], 'pass'],
  ['the way back skips one', [whole, first, second, users('?limit=1&cursor=p', [1])], 'violated'],
  ['the way back ends too soon', [whole, first, second, users('?limit=1&cursor=p', [2])], 'violated'],
  [
    'an empty page behind the last row',
    [whole, users('?limit=3', [1, 2, 3], { next: 'n' }), users('?limit=3&cursor=n', [])],
    'pass',
  ],
  ['a cursor that no page issued', [whole, users('?cursor=x', [9])], 'pass'],
])('%s', (_, samples, verdict) => expect(judged(walksAtRestAgree, samples)).toBe(verdict));
