import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { cursorWithAnotherLimit } from './cursor-with-another-limit.check.ts';

const page = (limit: number, ...ids: number[]) =>
  answer(`GET /orders?limit=${limit}&cursor=c`, {
    status: 200,
    body: { items: ids.map((id) => ({ orderId: `${id}`, executionId: `${id}` })) },
  });
const refused = (limit: number) => answer(`GET /orders?limit=${limit}`, { status: 400, code: 'INVALID_CURSOR' });

function verdictOf(fewer: Sample, more: Sample): string {
  const history = historyOf({
    'first /orders': page(2, 9, 8),
    'fewer /orders': page(1, 7),
    'more /orders': page(3, 7, 6, 5),
    'first /executions': page(2, 9, 8),
    'fewer /executions': fewer,
    'more /executions': more,
  });
  return judged(cursorWithAnotherLimit, history).verdict;
}

test.each([
  ['the rows that follow', page(1, 7), page(3, 7, 6, 5), 'pass'],
  ['the last of them', page(1, 7), page(3, 7), 'pass'],
  ['fewer refused', refused(1), page(3, 7, 6, 5), 'violated'],
  ['more refused', page(1, 7), refused(3), 'violated'],
  ['the limit of the first page', page(1, 7, 6), page(3, 7, 6), 'violated'],
  ['another row', page(1, 7), page(3, 6, 5, 4), 'violated'],
  ['the first page again', page(1, 9), page(3, 9, 8, 7), 'violated'],
])('%s', (_, fewer, more, verdict) => {
  expect(verdictOf(fewer, more)).toBe(verdict);
});

test('without a second page there is no cursor', () => {
  const history = historyOf({ 'first /orders': page(2, 9), 'first /executions': page(2, 9) });
  expect(judged(cursorWithAnotherLimit, history).verdict).toBe('inconclusive');
});
