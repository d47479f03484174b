import { expect, test } from 'vitest';
import { historyOf } from '../runner/sample-history.ts';
import { walkedPages } from './page-range.ts';
import { orderRow, page, timeOf } from './sample-story.ts';

const rows = [5, 4, 3, 2, 1].map((at) => orderRow(at, `k${at}`));
const ranges = (...samples: Parameters<typeof historyOf>[0] & readonly unknown[]) =>
  walkedPages(historyOf(samples as never)).map(({ below, above }) => [below, above]);
const id = (at: number, off = 0) => BigInt(timeOf(at) + off);

test.each([
  ['the whole', [page('', 9, rows)], [[undefined, undefined]]],
  ['nothing', [page('', 9, [])], [[undefined, undefined]]],
  ['a first page', [page('?limit=2', 9, rows.slice(0, 2), { next: 'n' })], [[undefined, id(4, -1)]]],
  [
    'a page behind it',
    [
      page('?limit=2', 9, rows.slice(0, 2), { next: 'n' }),
      page('?limit=2&cursor=n', 9, rows.slice(2, 4), { next: 'm' }),
    ],
    [
      [undefined, id(4, -1)],
      [id(4), id(2, -1)],
    ],
  ],
  [
    'the last page',
    [page('?limit=4', 9, rows.slice(0, 4), { next: 'n' }), page('?limit=4&cursor=n', 9, rows.slice(4))],
    [
      [undefined, id(2, -1)],
      [id(2), undefined],
    ],
  ],
  [
    'a page before another',
    [
      page('?limit=2', 9, rows.slice(2, 4), { previous: 'p' }),
      page('?limit=1&cursor=p', 9, rows.slice(1, 2), { previous: 'o' }),
    ],
    [
      [undefined, undefined],
      [id(4, 1), id(3)],
    ],
  ],
  [
    'of a cursor of another organisation',
    [page('?limit=2', 9, rows.slice(0, 2), { next: 'n' }), page('?cursor=n', 9, rows, { actor: 'outsider' })],
    [[undefined, id(4, -1)]],
  ],
])('%s', (_, samples, expected) => expect(ranges(...samples)).toEqual(expected));
