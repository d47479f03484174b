import { expect, test } from 'vitest';
import { historyOf } from '../testing/sample-history.ts';
import { orderRow, page, turnedAway } from '../testing/sample-story.ts';
import { chronicleOf } from './chronicle.ts';
import { judgeStatements, STATEMENTS } from './statements.ts';
import { walkedPages } from './walked-pages.ts';

const [a, b] = [orderRow(1, 'a'), orderRow(2, 'b')];

test.each([
  ['more rows than a limit', '0.12.0', [page('?limit=1', 9, [b, a])], 'pass'],
  ['more rows than a limit', '0.13.0', [page('?limit=1', 9, [b, a])], 'violated'],
  ['orders as they came', '0.12.0', [page('', 9, [a, b])], 'pass'],
  ['orders as they came', '0.13.0', [page('', 9, [a, b])], 'violated'],
  ['another status than the published one', '0.11.4', [turnedAway('a', { status: 409 })], 'pass'],
  ['another status than the published one', '0.12.0', [turnedAway('a', { status: 409 })], 'violated'],
])('a statement is skipped for a contract older than what it shows: %s at %s', (_, rest, samples, verdict) =>
  expect(judgeStatements(historyOf(samples, { rest })).verdict).toBe(verdict),
);

test('before 0.13.0 each page is a first page without a limit', () => {
  const history = historyOf([page('?limit=1&cursor=x', 9, [b, a])], { rest: '0.12.0' });
  expect(walkedPages(chronicleOf(history))).toMatchObject([{ came: 'first', limit: undefined, next: undefined }]);
});

test('each statement has a number, and T1 is reported first', () => {
  const ids = STATEMENTS.map(({ id }) => id);
  expect([ids.length, new Set(ids).size, ids[0]]).toEqual([48, 48, 'T1']);
});
