import { expect, test } from 'vitest';
import { historyOf } from '../testing/sample-history.ts';
import { orderRow, page, pageOf, pagesOf, timeOf } from '../testing/sample-story.ts';
import { chronicleOf } from './chronicle.ts';
import { rangeOf } from './rows-of-a-page.ts';
import { walkedPages } from './walked-pages.ts';

const rows = [5, 4, 3, 2, 1].map((at) => orderRow(at, `k${at}`));
const ranges = (...samples: Parameters<typeof historyOf>[0] & readonly unknown[]) =>
  walkedPages(chronicleOf(historyOf(samples as never))).map((one) => {
    const range = rangeOf(one);
    return range && [range.below, range.above];
  });
const firstTwo = page('?limit=2', 9, rows.slice(0, 2), { next: 'n' });
const nextTwo = page('?limit=2&cursor=n', 9, rows.slice(2, 4), { next: 'm' });
const lastPage = [page('?limit=4', 9, rows.slice(0, 4), { next: 'n' }), page('?limit=4&cursor=n', 9, rows.slice(4))];
const wayBack = [
  page('?limit=2', 9, rows.slice(2, 4), { previous: 'p' }),
  page('?limit=1&cursor=p', 9, rows.slice(1, 2), { previous: 'o' }),
];
const of = pagesOf('/portfolios', 'portfolioId');
const portfolios = [
  of('?limit=2', [3, 5], { next: 'n' }),
  of('?limit=2&cursor=n', [8], { previous: 'p' }),
  of('?limit=1&cursor=p', [5], { previous: 'o' }),
];
const id = (at: number, off = 0) => BigInt(timeOf(at) + off);

// biome-ignore format: an aligned table
test.each([
  ['the whole',                           [page('', 9, rows)],                                               [[undefined, undefined]]],
  ['nothing',                             [page('', 9, [])],                                                 [[undefined, undefined]]],
  ['a first page',                        [firstTwo],                                                        [[undefined, id(4, -1)]]],
  ['a page behind it',                    [firstTwo, nextTwo],                                               [[undefined, id(4, -1)], [id(4), id(2, -1)]]],
  ['the last page',                       lastPage,                                                          [[undefined, id(2, -1)], [id(2), undefined]]],
  ['a page before another',               wayBack,                                                           [[undefined, undefined], [id(4, 1), id(3)]]],
  ['of a cursor of another organisation', [firstTwo, page('?cursor=n', 9, rows, { actor: 'outsider' })],     [[undefined, id(4, -1)], undefined]],
  ['of rows that ascend',                 portfolios,                                                        [[6n, undefined], [undefined, 5n], [8n, 4n]]],
  ['of rows in an order of their own',    [pageOf('/algos/versions', 9, [{ pool: 'a', algoVersionId: 1 }])], [undefined]],
])('%s', (_, samples, expected) => expect(ranges(...samples)).toEqual(expected));
