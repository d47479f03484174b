import { expect, test } from 'vitest';
import { judged, pageOf, SINGLE, submitted } from '../../../testing/sample-story.ts';
import { walksEnd } from './t26-walks-end.ts';

const versions = (query: string, position: number, ids: readonly number[], over = {}) =>
  pageOf(
    `/algos/versions${query}`,
    position,
    ids.map((algoVersionId) => ({ pool: 'a', algoVersionId })),
    over,
  );
const first = versions('?limit=1', 5, [1], { next: 'n1' });
const second = (position: number, ids: readonly number[], over = {}) =>
  versions('?limit=1&cursor=n1', position, ids, over);
/** Three pages of a row each, by names that the interface does not show. */
const unnamed = [undefined, 'n1', 'n2'].map((cursor, i) =>
  pageOf(`/algos/versions?limit=1${cursor === undefined ? '' : `&cursor=${cursor}`}`, 5, [{ engine: 'a', id: i }], {
    ...(i < 2 && { next: `n${i + 1}` }),
  }),
);
const empty = (from: number) => versions(`?limit=1&cursor=n${from}`, 5, [], { next: `n${from + 1}` });

test.each([
  ['each row once', [first, second(5, [2])], {}, 'pass'],
  ['a row twice on one page', [versions('', 5, [1, 1])], {}, 'violated'],
  ['a row on two pages', [first, second(5, [1])], {}, 'violated'],
  [
    'a row again on the way back',
    [first, second(5, [2], { previous: 'p' }), versions('?cursor=p', 5, [1])],
    {},
    'pass',
  ],
  ['a page read again', [first, second(5, [2]), second(5, [2])], {}, 'pass'],
  [
    'a page read again, with a row of its own walk',
    [first, second(5, [2]), second(5, [2], { next: 'n2' }), versions('?limit=1&cursor=n2', 5, [2])],
    {},
    'violated',
  ],
  ['continues with later positions', [first, second(6, [2])], SINGLE, 'pass'],
  ['continues with an earlier position', [first, second(4, [2])], SINGLE, 'violated'],
  ['continues with an earlier position, at another member', [first, second(4, [2])], {}, 'pass'],
  ['ends with one empty page', [first, second(5, [])], {}, 'pass'],
  ['continues without new rows', [first, empty(1), empty(2)], {}, 'violated'],
  ['rows without a key that can be read', unnamed, {}, 'pass'],
  ['continues while rows may be created', [first, submitted('a', 5), empty(1), empty(2)], {}, 'pass'],
])('%s', (_, samples, target, verdict) => expect(judged(walksEnd, samples, target)).toBe(verdict));
