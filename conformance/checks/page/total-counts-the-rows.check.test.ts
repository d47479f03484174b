import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { totalCountsTheRows } from './total-counts-the-rows.check.ts';

const page = (total: unknown, count = 1, position = 7) => {
  const items = Array.from({ length: count }, () => ({}));
  return answer('GET /orders', { status: 200, position, body: { items, total } });
};
const good = { whole: page(3, 3), counted: [page(3), page(3)], plain: [page(null), page(null)] };

function verdictOf(over: Partial<typeof good>): string {
  const of = { ...good, ...over };
  const history = historyOf({
    'whole /orders': good.whole,
    'counted /orders': good.counted,
    'plain /orders': good.plain,
    'whole /executions': of.whole,
    'counted /executions': of.counted,
    'plain /executions': of.plain,
  });
  return judged(totalCountsTheRows, history).verdict;
}

test.each([
  ['the count', {}, 'pass'],
  ['a count that grew', { counted: [page(3), page(4, 1, 8)] }, 'pass'],
  ['a count from before', { counted: [page(2, 1, 6), page(3)] }, 'pass'],
  ['the count of the page', { counted: [page(1), page(3)] }, 'violated'],
  ['the count of what is left', { counted: [page(3), page(2)] }, 'violated'],
  ['a count that shrank', { counted: [page(3), page(2, 1, 8)] }, 'violated'],
  ['a count from the future', { counted: [page(4, 1, 6), page(3)] }, 'violated'],
  ['no count', { counted: [page(null), page(3)] }, 'violated'],
  ['a wrong count of the whole', { whole: page(4, 3), counted: [page(4), page(4)] }, 'violated'],
  ['a count unasked', { plain: [page(null), page(3)] }, 'violated'],
  ['no null where it is unasked', { plain: [page(undefined), page(null)] }, 'violated'],
  ['a single page', { counted: [page(3)] }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(verdictOf(over)).toBe(verdict);
});
