import { describe, expect, test } from 'vitest';
import { REGISTER } from '../../contract/register.ts';
import { type Judgement, partsOf } from '../../runner/judgement.ts';
import { keyedBy, type Paged } from '../../scenes/paged.ts';
import { judged, judgesOf } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { balances } from './collections.check.ts';
import { judgePaged } from './paged-judgement.ts';

type Row = Readonly<Record<string, unknown>>;
type Story = Record<string, readonly Sample[]>;

interface PageBody {
  readonly items: readonly Row[];
  readonly next?: string | null;
  readonly prev?: string | null;
  readonly total?: number | null;
  readonly position?: number;
}

function pageOf(path: string, { items, next = null, prev = null, total = null, position = 9 }: PageBody): Sample {
  const globalSequence = String(position);
  const body = { globalSequence, asOfSeqTsNs: '5', items, nextCursor: next, prevCursor: prev, total };
  return answer(`GET ${path}`, { status: 200, position, asOf: 5, body });
}

/** The reads of one collection as a valid member answers them. Of six rows: the whole, again, counted, three pages of two forth, and two back. */
function storyOf(path: string, sixRows: readonly Row[], position = 9): Story {
  const pairs = [0, 2, 4].map((from) => sixRows.slice(from, from + 2));
  const [first = [], second = [], third = []] = pairs;
  const page = (body: PageBody) => pageOf(path, { position, ...body });
  return {
    [`whole ${path}`]: [page({ items: sixRows })],
    [`again ${path}`]: [page({ items: sixRows })],
    [`counted ${path}`]: [page({ items: sixRows.slice(0, 1), next: 'c', total: sixRows.length })],
    [`forth ${path}`]: [
      page({ items: first, next: 'a' }),
      page({ items: second, next: 'b', prev: 'p' }),
      page({ items: third, prev: 'q' }),
    ],
    [`back ${path}`]: [page({ items: second, next: 'b', prev: 'p' }), page({ items: first, next: 'a' })],
  };
}

const PATH = '/portfolios';
const ids = (...some: readonly number[]) => some.map((portfolioId) => ({ portfolioId }));
const ALL = ids(1, 3, 4, 7, 8, 11);
const GOOD = storyOf(PATH, ALL);
const paged = (order: Paged['order']): Paged => ({ path: PATH, keyOf: keyedBy('portfolioId'), order });
const page = (body: PageBody) => pageOf(PATH, body);

/** The clause that is blamed; the verdict where none is. */
const clauseOf = (judgement: Judgement): string =>
  judgement.verdict === 'violated' ? String(judgement.about) : judgement.verdict;

function blamed(story: Story, order: Paged['order'] = 'ascending'): string {
  return clauseOf(judgePaged(historyOf(story), paged(order), 'PAGE-13'));
}

function having(label: string, ...samples: readonly Sample[]): Story {
  return { ...GOOD, [`${label} ${PATH}`]: samples };
}

/** The forth pages, another one at `index`. */
function forth(index: number, body: PageBody): Story {
  return having('forth', ...(GOOD[`forth ${PATH}`] ?? []).map((sample, i) => (i === index ? page(body) : sample)));
}

/** Two pages back, as a member serves them that has applied something else meanwhile. */
function later(second: readonly Row[], first: readonly Row[]): readonly Sample[] {
  return [page({ items: second, next: 'b', prev: 'p', position: 10 }), page({ items: first, next: 'a', position: 10 })];
}

describe('a collection', () => {
  test.each<[string, Story, string]>([
    ['is no envelope', having('again', answer(`GET ${PATH}`, { status: 200, body: [] })), 'pass'],
    ['goes back from the whole', having('whole', page({ items: ALL, prev: 'x' })), 'PAGE-02'],
    ['is counted alike further on', having('counted on', page({ items: ids(3), prev: 'p', total: 6 })), 'pass'],
    ['is counted later', having('counted', page({ items: ids(1), total: 7, position: 10 })), 'pass'],
    ['is in another order now', having('again', page({ items: ids(3, 1, 4, 7, 8, 11) })), 'PAGE-13'],
    ['is another collection later', having('again', page({ items: ids(1, 3, 4), position: 10 })), 'pass'],
    ['lacks a row, of a later state', forth(1, { items: ids(4), next: 'b', prev: 'p', position: 10 }), 'PAGE-07'],
    ['lacks a row, of an earlier state', forth(1, { items: ids(4), next: 'b', prev: 'p', position: 8 }), 'pass'],
    [
      'lacks a row that is gone',
      {
        ...forth(1, { items: ids(4), next: 'b', prev: 'p', position: 10 }),
        [`again ${PATH}`]: [page({ items: ids(1, 3, 4, 8, 11), position: 11 })],
        [`back ${PATH}`]: later(ids(4), ids(1, 3)),
      },
      'pass',
    ],
    ['goes back in a later state', forth(2, { items: ids(7, 8), prev: 'q', position: 10 }), 'PAGE-07'],
    ['does not go back', having('back'), 'PAGE-08'],
    ['goes back in a later state, the same', having('back', ...later(ids(4, 7), ids(1, 3))), 'pass'],
    ['goes back in a later state, with a new row', having('back', ...later(ids(5, 7), ids(3, 4))), 'pass'],
  ])('%s', (_, story, verdict) => {
    expect(blamed(story)).toBe(verdict);
  });

  test.each<[string, readonly number[], Paged['order'], string]>([
    ['descending', [11, 8, 7, 4, 3, 1], 'either', 'pass'],
    ['of no direction', [1, 8, 7, 11, 3, 4], 'either', 'PAGE-13'],
    ['of no direction', [1, 8, 7, 11, 3, 4], 'own', 'pass'],
    ['with a row twice', [1, 8, 7, 8, 3, 4], 'own', 'PAGE-13'],
  ])('%s: %s, %s', (_, keys, order, verdict) => {
    expect(blamed(storyOf(PATH, ids(...keys)), order)).toBe(verdict);
  });

  test('its last page may say that more follows, where none does', () => {
    const story = forth(2, { items: ids(8, 11), next: 'e', prev: 'q' });
    expect(blamed({ ...story, [`back ${PATH}`]: GOOD[`back ${PATH}`] ?? [] })).toBe('pass');
  });
});

/** Six rows of each collection, of these ids. */
function storiesOf(ids: (path: string) => readonly number[]): Story {
  return Object.assign(
    {},
    ...REGISTER.map(({ path, id }) =>
      storyOf(
        path,
        ids(path).map((key) => ({ [id]: key })),
      ),
    ),
  );
}

judgesOf('page/register-collections', storiesOf, [['all empty but for one row each', () => [1], 'not-exercised']]);

const BALANCES = '/account-balances';
const balanceRows = (...keys: readonly (readonly [number, number])[]) =>
  keys.map(([accountId, assetId]) => ({ accountId, assetId }));
const SIX_BALANCES = storyOf(BALANCES, balanceRows([1, 1], [1, 2], [2, 1], [2, 5], [3, 1], [3, 4]));

const refused = answer(`GET ${BALANCES}`, { status: 400, code: 'INVALID_CURSOR' });
const served = answer(`GET ${BALANCES}`, { status: 200 });
const cursors = (own: typeof refused, other: typeof refused): Story => ({ own: [own], other: [other] });

// biome-ignore format: an aligned table
test.each<[string, Story, string]>([
  ['by account, then by asset',                 SIX_BALANCES,                                                                   'pass'],
  ['by asset, then by account',                 storyOf(BALANCES, balanceRows([1, 1], [2, 1], [3, 1], [1, 2], [3, 4], [2, 5])), 'PAGE-14'],
  ['assets descending',                         storyOf(BALANCES, balanceRows([1, 2], [1, 1], [2, 5], [2, 1], [3, 4], [3, 1])), 'PAGE-14'],
  ['one reading alone',                         storyOf(BALANCES, balanceRows([1, 1])),                                         'not-exercised'],
  ['a cursor of all accounts, for one',         { ...SIX_BALANCES, ...cursors(served, refused) },                               'pass'],
  ['a cursor of all accounts is taken for one', { ...SIX_BALANCES, ...cursors(served, served) },                                'PAGE-10'],
  ['a cursor that is good for nothing',         { ...SIX_BALANCES, ...cursors(refused, refused) },                              'inconclusive'],
])('page/balances: %s', (_, story, verdict) => {
  expect(clauseOf(judged(balances, historyOf(story)))).toBe(verdict);
});

test.each([
  [6, true],
  [7, false],
])('a total of %i at a later position than six rows is evidence: %s', (total, isSeen) => {
  const story = having('counted', page({ items: ids(1), total, position: 10 }));
  const parts = partsOf(judgePaged(historyOf(story), paged('ascending'), 'PAGE-13'));
  const ofTotals = parts.filter((part) => part.about?.includes('PAGE-05') && !('kind' in part));
  expect(ofTotals.length > 0).toBe(isSeen);
});

const UP = [1, 3, 4, 7, 8, 11];
const DOWN = UP.toReversed();

const instances = (...ids: readonly number[]) =>
  storyOf(
    '/algos/instances',
    ids.map((instanceId) => ({ instanceId })),
  );
const versions = (...keys: readonly string[]) =>
  storyOf(
    '/algos/versions',
    keys.map((key) => ({ pool: key.slice(0, 1), algoVersionId: Number(key.slice(1)) })),
  );
const ordersOf = (ids: readonly number[]) =>
  storyOf(
    '/algos/instances/7/orders',
    ids.map((orderId) => ({ orderId: `${orderId}` })),
  );
const documents = (seqs: readonly number[], orders: readonly number[] = DOWN) => ({
  ...storyOf(
    '/algos/instances/7/configs',
    seqs.map((seq) => ({ seq })),
  ),
  ...ordersOf(orders),
});

const CATALOGUE = versions('b2', 'b1', 'a9', 'a3', 'c1', 'c2');

judgesOf('page/algos', (...stories: Story[]): Story => Object.assign({}, ...stories), [
  ['ascending', instances(...UP), CATALOGUE, 'pass'],
  ['descending', instances(...DOWN), CATALOGUE, ['pass', 'violated']],
  ['of no direction', instances(1, 4, 3, 7, 8, 11), CATALOGUE, 'violated'],
  ['documents descending', instances(...UP), CATALOGUE, documents(DOWN), ['pass', 'violated']],
  ['orders descending', instances(...UP), CATALOGUE, documents(UP), 'pass'],
  ['nothing there', instances(), versions(), 'not-exercised'],
]);
