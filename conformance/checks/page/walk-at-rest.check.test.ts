import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { walkAtRest } from './walk-at-rest.check.ts';

const page = (ids: number[], nextCursor: string | null = 'c') =>
  answer('GET /orders', {
    status: 200,
    body: { items: ids.map((id) => ({ orderId: `${id}`, executionId: `${id}` })), nextCursor },
  });
const good = { hundred: page([5, 4, 3, 2, 1], null), few: [page([5, 4]), page([3, 2]), page([1], null)] };

interface Walked {
  readonly hundred: Sample;
  readonly few: readonly Sample[];
  readonly rest?: readonly Sample[];
}

function verdictOf(over: Partial<Walked>): string {
  const of: Walked = { ...good, ...over };
  const history = historyOf({
    'hundred of /orders': good.hundred,
    'few of /orders': good.few,
    'hundred of /executions': of.hundred,
    'few of /executions': of.few,
    'rest of /executions': of.rest ?? [],
  });
  return judged(walkAtRest, history).verdict;
}

const long = page([9, 8, 7, 6]);

test.each([
  ['each row once', {}, 'pass'],
  ['one empty page at the end', { few: [page([5, 4]), page([3, 2, 1]), page([], null)] }, 'pass'],
  ['a newer row', { few: [page([6, 5]), page([4, 3]), page([2, 1], null)] }, 'pass'],
  ['a hundred and the rest', { hundred: long, few: [page([9, 8]), page([7, 6])], rest: [page([5], null)] }, 'pass'],
  ['a row twice', { few: [page([5, 4]), page([4, 3, 2]), page([1], null)] }, 'violated'],
  ['a row skipped between pages', { few: [page([5, 4]), page([2]), page([1], null)] }, 'violated'],
  ['a row skipped at the end', { few: [page([5, 4]), page([3, 2], null)] }, 'violated'],
  ['rows out of order', { few: [page([5, 4]), page([2, 3]), page([1], null)] }, 'violated'],
  ['ascending pages', { few: [page([1, 2]), page([3, 4]), page([5], null)] }, 'violated'],
  ['a walk that does not end', { few: [page([5, 4]), page([3, 2]), page([1])] }, 'violated'],
  ['a rest that does not end', { hundred: long, few: [page([9, 8]), page([7, 6])], rest: [page([5])] }, 'violated'],
  ['a rest out of order', { hundred: long, few: [page([9, 8]), page([7, 6])], rest: [page([7], null)] }, 'violated'],
  [
    'a page that is refused',
    { few: [page([5, 4]), answer('GET /orders', { status: 400, code: 'INVALID_CURSOR' })] },
    'violated',
  ],
  ['one row alone', { hundred: page([1], null), few: [page([1], null)] }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(verdictOf(over)).toBe(verdict);
});
