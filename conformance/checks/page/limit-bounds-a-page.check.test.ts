import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { limitBoundsAPage } from './limit-bounds-a-page.check.ts';

const page = (limit: number, count: number) =>
  answer(`GET /orders?limit=${limit}`, { status: 200, body: { items: Array.from({ length: count }, () => ({})) } });

test.each([
  ['a full page', page(2, 2), 'pass'],
  ['fewer rows', page(100, 7), 'pass'],
  ['a clamped page', page(1_000_000_000, 100), 'pass'],
  ['a row too many', page(1, 2), 'violated'],
  ['more than a hundred', page(101, 101), 'violated'],
  ['a larger limit refused', answer('GET /orders?limit=101', { status: 400, code: 'MALFORMED_REQUEST' }), 'violated'],
])('%s', (_, last, verdict) => {
  expect(judged(limitBoundsAPage, historyOf({ page: [page(1, 1), last] })).verdict).toBe(verdict);
});
