import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { walkBack } from './walk-back.check.ts';

const page = (...ids: number[]) =>
  answer('GET /orders', {
    status: 200,
    body: { items: ids.map((id) => ({ orderId: `${id}`, executionId: `${id}` })) },
  });
const forth = [page(6, 5), page(4, 3), page(2, 1)];
const back = [page(4, 3), page(6, 5)];

function verdictOf(returned: readonly Sample[], gone: readonly Sample[] = forth): string {
  const history = historyOf({
    'forth /orders': forth,
    'back /orders': back,
    'forth /executions': gone,
    'back /executions': returned,
  });
  return judged(walkBack, history).verdict;
}

test.each([
  ['the same pages', back, 'pass'],
  ['in the other order', [page(3, 4), page(5, 6)], 'violated'],
  ['the page that it came from', [page(2, 1), page(4, 3)], 'violated'],
  ['the first page at once', [page(6, 5), page(6, 5)], 'violated'],
  ['a row too few', [page(4), page(6, 5)], 'violated'],
  ['a wrong first page', [page(4, 3), page(5)], 'violated'],
  ['a refusal', [answer('GET /orders', { status: 400, code: 'INVALID_CURSOR' })], 'violated'],
  ['no way back from the second page', [page(4, 3)], 'violated'],
  ['no way back at all', [], 'violated'],
])('%s', (_, returned, verdict) => {
  expect(verdictOf(returned)).toBe(verdict);
});

test('two pages are too few to walk back over', () => {
  expect(verdictOf([page(6, 5)], [page(6, 5), page(4, 3)])).toBe('inconclusive');
});
