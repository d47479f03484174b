import { expect, test } from 'vitest';
import { judged, orderRow, page, pageOf, SINGLE, STRICT } from '../../../testing/sample-story.ts';
import { walksKeepTheirOrder } from './t24-walks-keep-their-order.ts';

const [a, b, c] = [orderRow(1, 'a'), orderRow(2, 'b'), orderRow(3, 'c')];
const portfolios = (query: string, ids: readonly number[], over = {}) =>
  pageOf(
    `/portfolios${query}`,
    9,
    ids.map((portfolioId) => ({ portfolioId })),
    over,
  );
const instances = (...ids: number[]) =>
  pageOf(
    '/algos/instances',
    9,
    ids.map((instanceId) => ({ instanceId })),
  );
const balances = (...keys: [number, number][]) =>
  pageOf(
    '/account-balances',
    9,
    keys.map(([accountId, assetId]) => ({ accountId, assetId })),
  );
const documents = (...seqs: number[]) =>
  pageOf(
    '/algos/instances/3/configs',
    9,
    seqs.map((seq) => ({ seq })),
  );

test.each([
  ['orders descend', [page('', 9, [c, b, a])], 'pass'],
  ['orders ascend', [page('', 9, [a, b])], 'violated'],
  ['one order twice', [page('', 9, [b, b])], 'violated'],
  ['orders of an instance ascend', [pageOf('/algos/instances/3/orders', 9, [a, b])], 'violated'],
  ['rows of the register ascend', [portfolios('', [1, 2, 10])], 'pass'],
  ['rows of the register descend', [portfolios('', [2, 1])], 'violated'],
  [
    'a page continues the one before',
    [portfolios('?limit=1', [1], { next: 'n' }), portfolios('?cursor=n', [2])],
    'pass',
  ],
  [
    'a page begins with the row before it',
    [portfolios('?limit=1', [1], { next: 'n' }), portfolios('?cursor=n', [1])],
    'violated',
  ],
  [
    'the previous page ends before this one',
    [portfolios('?limit=1', [2], { previous: 'p' }), portfolios('?cursor=p', [1])],
    'pass',
  ],
  [
    'the previous page ends with the first row of this one',
    [portfolios('?limit=1', [2], { previous: 'p' }), portfolios('?cursor=p', [1, 2])],
    'violated',
  ],
  ['balances by account and asset', [balances([1, 2], [1, 10], [2, 1])], 'pass'],
  ['balances by asset', [balances([1, 1], [2, 1], [1, 2])], 'violated'],
  ['instances ascend', [instances(1, 2, 3)], 'pass'],
  ['instances both ways', [instances(1, 2), instances(2, 1)], 'violated'],
  ['documents in their own order', [documents(1, 2)], 'pass'],
  ['as many as the limit', [page('?limit=2', 9, [b, a])], 'pass'],
  ['more than the limit', [page('?limit=1', 9, [b, a])], 'violated'],
  [
    'more than the largest limit',
    [
      portfolios(
        '?limit=1000',
        Array.from({ length: 101 }, (_, i) => i + 1),
      ),
    ],
    'violated',
  ],
])('%s', (_, samples, verdict) => expect(judged(walksKeepTheirOrder, samples)).toBe(verdict));

test.each([
  ['instances', [instances(2, 1)]],
  ['documents', [documents(2, 1)]],
])('%s may descend on a deployed member, and ascend on the sandbox', (_, samples) => {
  expect(judged(walksKeepTheirOrder, samples, SINGLE)).toBe('pass');
  expect(judged(walksKeepTheirOrder, samples, STRICT)).toBe('violated');
});
