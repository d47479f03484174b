import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { walkUnderWrites } from './walk-under-writes.check.ts';

const page = (ids: number[], nextCursor: string | null = 'c') =>
  answer('GET /orders', {
    status: 200,
    body: { items: ids.map((id) => ({ orderId: `${id}`, executionId: `${id}` })), nextCursor },
  });
const before = page([5, 4, 3, 2]);

function verdictOf(walked: readonly Sample[], standing = before): string {
  const history = historyOf({
    'before /orders': before,
    'walk /orders': [page([5, 4]), page([3, 2], null)],
    'before /executions': standing,
    'walk /executions': walked,
  });
  return judged(walkUnderWrites, history).verdict;
}

test.each([
  ['the rows that stood', [page([5, 4]), page([3, 2], null)], 'pass'],
  ['and newer ones before them', [page([7, 6, 5]), page([4, 3]), page([2], null)], 'pass'],
  ['a walk that is not over', [page([5, 4]), page([3])], 'pass'],
  ['a row missed', [page([5, 4]), page([2], null)], 'violated'],
  ['the last row missed', [page([5, 4]), page([3], null)], 'violated'],
  ['a row served again, pushed on by a newer one', [page([5, 4]), page([4, 3]), page([2], null)], 'violated'],
  ['a page refused', [page([5, 4]), answer('GET /orders', { status: 400, code: 'INVALID_CURSOR' })], 'violated'],
])('%s', (_, walked, verdict) => {
  expect(verdictOf(walked)).toBe(verdict);
});

test('one row alone cannot be missed between pages', () => {
  expect(verdictOf([page([5], null)], page([5], null))).toBe('inconclusive');
});

test('where nothing is traded for it, orders alone are walked', () => {
  const history = historyOf({ 'before /orders': before, 'walk /orders': [page([5, 4]), page([3, 2], null)] });
  expect(judged(walkUnderWrites, history).verdict).toBe('pass');
});
