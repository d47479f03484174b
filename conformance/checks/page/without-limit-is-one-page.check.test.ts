import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { withoutLimitIsOnePage } from './without-limit-is-one-page.check.ts';

const items = (...ids: number[]) => ids.map((id) => ({ orderId: `${id}`, executionId: `${id}` }));
const page = (ids: number[], over = {}, position = 7) =>
  answer('GET /orders', {
    status: 200,
    position,
    body: { items: items(...ids), nextCursor: null, prevCursor: null, ...over },
  });
const good = page([3, 2, 1]);

function verdictOf(hundred: typeof good, whole: typeof good, after = page([])): string {
  const history = historyOf({
    'hundred of /orders': good,
    'whole /orders': good,
    'hundred of /executions': hundred,
    'whole /executions': whole,
    'after a hundred of /executions': after,
  });
  return judged(withoutLimitIsOnePage, history).verdict;
}

test.each([
  ['all rows', good, good, 'pass'],
  ['a row more by now', good, page([4, 3, 2, 1]), 'pass'],
  ['more than a hundred', page([3, 2], { nextCursor: 'c' }), good, 'pass'],
  ['a nextCursor', good, page([3, 2, 1], { nextCursor: 'c' }), 'violated'],
  ['a prevCursor', good, page([3, 2, 1], { prevCursor: 'c' }), 'violated'],
  ['no nextCursor at all', good, page([3, 2, 1], { nextCursor: undefined }), 'violated'],
  ['a row missing', good, page([3, 2]), 'violated'],
  ['a refusal', good, answer('GET /executions', { status: 400, position: 8, code: 'MALFORMED_REQUEST' }), 'violated'],
  ['a member further behind', good, page([3], {}, 6), 'inconclusive'],
])('%s', (_, hundred, whole, verdict) => {
  expect(verdictOf(hundred, whole)).toBe(verdict);
});

test('a cursor that leads to nothing is no word of more rows, one that leads to a row is', () => {
  const verdicts = [page([]), page([1])].map((after) =>
    verdictOf(page([3, 2], { nextCursor: 'c' }), page([3, 2]), after),
  );
  expect(verdicts).toEqual(['pass', 'violated']);
});
