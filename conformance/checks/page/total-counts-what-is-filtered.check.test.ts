import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf, noted } from '../../testing/sample-history.ts';
import { totalCountsWhatIsFiltered } from './total-counts-what-is-filtered.check.ts';

const FILTER = '/users?status=ACTIVE';
const page = (count: number, total: unknown, over: { position?: number; next?: string; status?: number } = {}) => {
  const { position = 9, next = null, status = 200 } = over;
  const items = Array.from({ length: count }, () => ({}));
  return answer('GET /users', { status, position, body: { items, total, nextCursor: next } });
};

test.each<[string, Sample[], string]>([
  ['the rows of the walk', [page(2, 3, { next: 'c' }), page(1, 3)], 'pass'],
  ['one page', [page(1, 1)], 'pass'],
  ['a walk that was left', [page(2, 30, { next: 'c' })], 'pass'],
  ['all rows of the collection', [page(2, 5, { next: 'c' }), page(1, 5)], 'violated'],
  ['the rows of the page', [page(2, 2, { next: 'c' }), page(1, 1)], 'violated'],
  ['fewer than the walk came by', [page(2, 1, { next: 'c' })], 'violated'],
  ['no total', [page(2, null)], 'violated'],
  ['of two states', [page(2, 3, { next: 'c' }), page(2, 4, { position: 10 })], 'inconclusive'],
  ['a filter that is not taken', [page(0, null, { status: 400 })], 'inconclusive'],
])('%s: %#', (_, pages, verdict) => {
  const history = historyOf({ filters: noted([FILTER]), [FILTER]: pages });
  expect(judged(totalCountsWhatIsFiltered, history).verdict).toBe(verdict);
});
