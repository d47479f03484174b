import { describe, expect, test } from 'vitest';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { askTwice, judgePairs } from './foreign-and-absent.ts';

const PAIR = 'admin /users/{id}';
const notFound = { status: 404, code: 'NOT_FOUND', position: 9, asOf: 5 };
const refused = { status: 404, code: 'NOT_FOUND' } as const;

function verdictOf(absent: AnswerOptions, foreign: AnswerOptions, expected: object = refused): string {
  const history = historyOf({
    [`absent 2147483647: ${PAIR}`]: answer('GET /users/2147483647', absent),
    [`foreign 7: ${PAIR}`]: answer('GET /users/7', foreign),
  });
  return judgePairs(history, () => expected as typeof refused).verdict;
}

describe("another organisation's row", () => {
  test.each<[string, AnswerOptions, AnswerOptions, string]>([
    ['reads as absent', notFound, notFound, 'pass'],
    ['of another state', notFound, { ...notFound, position: 11, asOf: 6 }, 'pass'],
    [
      'named in the message',
      { ...notFound, message: 'no row 2147483647' },
      { ...notFound, message: 'no row 7' },
      'pass',
    ],
    ['is served', notFound, { status: 200 }, 'violated'],
    ['is forbidden', notFound, { status: 403, code: 'CAPABILITY_DENIED' }, 'violated'],
    ['is said to be there', notFound, { ...notFound, message: 'not yours' }, 'violated'],
    ['is told by a header', notFound, { ...notFound, headers: { 'X-Owner': '2' } }, 'violated'],
    ['is told by a position', notFound, { status: 404, code: 'NOT_FOUND' }, 'violated'],
  ])('%s', (_, absent, foreign, verdict) => {
    expect(verdictOf(absent, foreign)).toBe(verdict);
  });

  test.each<[string, object, string]>([
    ['has no rows', { items: [] }, 'pass'],
    ['has rows', { items: [{}] }, 'violated'],
  ])('as a filter: %s', (_, body, verdict) => {
    expect(verdictOf({ status: 200, body: { items: [] } }, { status: 200, body }, { status: 200 })).toBe(verdict);
  });
});

test('each is asked under a label of its own', async () => {
  const asked: string[] = [];
  await askTwice({ path: '/users', pair: PAIR, foreign: '7', absent: '9' }, async (id, label) =>
    asked.push(`${id} ${label}`),
  );
  expect(asked).toEqual([`9 absent 9: ${PAIR}`, `7 foreign 7: ${PAIR}`]);
});

test('no row to name: nothing to judge', () => {
  expect(judgePairs(historyOf({}), () => refused).verdict).toBe('inconclusive');
});
