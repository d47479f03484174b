import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { newestFirst } from './newest-first.check.ts';

const page = (...ids: string[]) =>
  answer('GET /orders', { status: 200, body: { items: ids.map((id) => ({ orderId: id, executionId: id })) } });
const good = page('3000', '2000', '1000');

test.each([
  ['descending', page('3', '2', '1'), 'pass'],
  ['descending by value, not by letters', page('10', '9'), 'pass'],
  ['ascending', page('1', '2', '3'), 'violated'],
  ['two in the wrong order', page('3', '1', '2'), 'violated'],
  ['descending by letters', page('9', '10'), 'violated'],
  ['one twice', page('3', '3', '1'), 'violated'],
])('%s', (_, last, verdict) => {
  expect(judged(newestFirst, historyOf({ '/orders': good, '/executions': [good, last] })).verdict).toBe(verdict);
});

test('one row is in every order', () => {
  expect(judged(newestFirst, historyOf({ '/orders': good, '/executions': page('1') })).verdict).toBe('inconclusive');
});
