import { expect, test } from 'vitest';
import type { Sample } from '../../runner/sample-history.ts';
import { answer, historyOf } from '../../runner/sample-history.ts';
import { cursorWithAnotherLimit } from './cursor-with-another-limit.check.ts';

const page = (...ids: number[]) =>
  answer('GET /orders', {
    status: 200,
    body: { items: ids.map((id) => ({ orderId: `${id}`, executionId: `${id}` })) },
  });
const refused = answer('GET /orders', { status: 400, code: 'INVALID_CURSOR' });

function verdictOf(fewer: Sample, more: Sample): string {
  const history = historyOf({
    'first /orders': page(9, 8),
    'fewer /orders': page(7),
    'more /orders': page(7, 6, 5),
    'first /executions': page(9, 8),
    'fewer /executions': fewer,
    'more /executions': more,
  });
  return cursorWithAnotherLimit.judge(history).verdict;
}

test.each([
  ['the rows that follow', page(7), page(7, 6, 5), 'pass'],
  ['the last of them', page(7), page(7), 'pass'],
  ['fewer refused', refused, page(7, 6, 5), 'violated'],
  ['more refused', page(7), refused, 'violated'],
  ['the limit of the first page', page(7, 6), page(7, 6), 'violated'],
  ['another row', page(7), page(6, 5, 4), 'violated'],
  ['the first page again', page(9), page(9, 8, 7), 'violated'],
])('%s', (_, fewer, more, verdict) => {
  expect(verdictOf(fewer, more)).toBe(verdict);
});

test('without a second page there is no cursor', () => {
  const history = historyOf({ 'first /orders': page(9), 'first /executions': page(9) });
  expect(cursorWithAnotherLimit.judge(history).verdict).toBe('inconclusive');
});
