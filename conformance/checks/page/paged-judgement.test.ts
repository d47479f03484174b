import { describe, expect, test } from 'vitest';
import { keyedBy, type Paged } from '../../scenes/paged.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { judgePaged } from './paged-judgement.ts';
import { pageOf, type Story, storyOf } from './sample-paged.ts';

const PATH = '/portfolios';
const ids = (...some: readonly number[]) => some.map((portfolioId) => ({ portfolioId }));
const ALL = ids(1, 3, 4, 7, 8, 11);
const GOOD = storyOf(PATH, ALL);
const paged = (order: Paged['order']): Paged => ({ path: PATH, keyOf: keyedBy('portfolioId'), order });
const page = (told: Parameters<typeof pageOf>[1]) => pageOf(PATH, told);

/** The clause that is blamed; the verdict where none is. */
function blamed(story: Story, order: Paged['order'] = 'ascending'): string {
  const judgement = judgePaged(historyOf(story), paged(order), 'PAGE-13');
  return judgement.verdict === 'violated' ? String(judgement.breaks) : judgement.verdict;
}

function having(label: string, ...samples: readonly Sample[]): Story {
  return { ...GOOD, [`${label} ${PATH}`]: samples };
}

/** The forth pages, the one at `index` told otherwise. */
function forth(index: number, told: Parameters<typeof pageOf>[1]): Story {
  return having('forth', ...(GOOD[`forth ${PATH}`] ?? []).map((sample, i) => (i === index ? page(told) : sample)));
}

/** The whole, each time it is read. */
function lacking(...some: readonly number[]): Story {
  return { ...having('whole', page({ items: ids(...some) })), [`again ${PATH}`]: [page({ items: ids(...some) })] };
}

const elsewhere = answer(`GET ${PATH}`, {
  ...{ status: 200, position: 9, asOf: 5 },
  body: { globalSequence: '8', asOfSeqTsNs: '5', items: ALL, nextCursor: null, prevCursor: null, total: null },
});

describe('a collection', () => {
  test.each<[string, Story, string]>([
    ['is paged', GOOD, 'pass'],
    ['is refused', having('whole', answer(`GET ${PATH}`, { status: 404, code: 'ROUTE_NOT_FOUND' })), 'PAGE-01'],
    ['is no envelope', having('again', answer(`GET ${PATH}`, { status: 200, body: [] })), 'pass'],
    ['is a bare list', having('whole', answer(`GET ${PATH}`, { status: 200, body: ids(1) })), 'PAGE-01'],
    ['goes on after the whole', having('whole', page({ items: ALL, next: 'x' })), 'PAGE-02'],
    ['goes back from the whole', having('whole', page({ items: ALL, prev: 'x' })), 'PAGE-02'],
    ['is counted unasked', having('whole', page({ items: ALL, total: 6 })), 'PAGE-05'],
    ['is not counted', having('counted', page({ items: ids(1) })), 'PAGE-05'],
    ['is counted in text', having('counted', page({ items: ids(1), total: '6' as never })), 'PAGE-05,PAGE-01'],
    ['is counted wrong', having('counted', page({ items: ids(1), total: 7 })), 'PAGE-05'],
    [
      'is counted on a page that was not asked to',
      forth(1, { items: ids(4, 7), next: 'b', prev: 'p', total: 6 }),
      'PAGE-05',
    ],
    ['is counted alike further on', having('counted on', page({ items: ids(3), prev: 'p', total: 6 })), 'pass'],
    ['is counted otherwise further on', having('counted on', page({ items: ids(3), prev: 'p', total: 5 })), 'PAGE-05'],
    ['is not counted further on', having('counted on', page({ items: ids(3), prev: 'p' })), 'PAGE-05'],
    ['lacks a row of its walk', lacking(1, 4, 7, 8, 11), 'PAGE-02'],
    ['is of another position than its header', having('whole', elsewhere), 'POS-06'],
    ['is counted later', having('counted', page({ items: ids(1), total: 7, position: 10 })), 'pass'],
    ['is descending', storyOf(PATH, ids(11, 8, 7, 4, 3, 1)), 'PAGE-13'],
    ['is in another order now', having('again', page({ items: ids(3, 1, 4, 7, 8, 11) })), 'PAGE-13'],
    ['is another collection later', having('again', page({ items: ids(1, 3, 4), position: 10 })), 'pass'],
    ['lacks a row on its pages', forth(1, { items: ids(4), next: 'b', prev: 'p' }), 'PAGE-07'],
    ['has a row on two pages', forth(1, { items: ids(3, 4), next: 'b', prev: 'p' }), 'PAGE-07'],
    ['lacks a row, of a later state', forth(1, { items: ids(4), next: 'b', prev: 'p', position: 10 }), 'pass'],
    ['goes back in a later state', forth(2, { items: ids(7, 8), prev: 'q', position: 10 }), 'PAGE-07'],
    ['ends in the middle', having('forth', page({ items: ids(1, 3) })), 'PAGE-07'],
    ['does not go back', having('back'), 'PAGE-08'],
    ['goes back once', having('back', page({ items: ids(4, 7), next: 'b' })), 'PAGE-08'],
    ['goes back elsewhere', having('back', page({ items: ids(1, 3) }), page({ items: ids(1, 3) })), 'PAGE-08'],
    ['goes back reversed', having('back', page({ items: ids(7, 4) }), page({ items: ids(1, 3) })), 'PAGE-08'],
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
