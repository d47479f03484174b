import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { walkOverANewProcess } from './walk-over-a-new-process.check.ts';

const page = (ids: readonly number[], nextCursor: string | null = 'c') =>
  answer('GET /orders', { status: 200, body: { items: ids.map((id) => ({ orderId: `${id}` })), nextCursor } });
const forgotten = answer('GET /orders', { status: 400, code: 'INVALID_CURSOR' });

test.each([
  ['the rest of the walk', [page([6, 5]), page([4, 3], null)], 'pass', 'pass'],
  ['the first page once more', [page([8, 7]), page([6, 5])], 'violated', 'violated'],
  ['a row left out', [page([5, 4]), page([3], null)], 'violated', 'violated'],
  ['a cursor that is forgotten', [forgotten], 'pass', 'violated'],
  [
    'a cursor that nothing is found by',
    [answer('GET /orders', { status: 404, code: 'NOT_FOUND' })],
    'violated',
    'violated',
  ],
  ['no cursor to go on with', [], 'inconclusive', 'inconclusive'],
] as const)('%s', (_, after, deployed, strict) => {
  const story = { standing: page([8, 7, 6, 5, 4]), before: page([8, 7]), after: [...after] };
  const verdicts = [false, true].map((is) => judged(walkOverANewProcess, historyOf(story, { strict: is })).verdict);
  expect(verdicts).toEqual([deployed, strict]);
});

test('too few rows to walk over', () => {
  const story = { standing: page([8, 7], null), before: page([8, 7], null) };
  expect(judged(walkOverANewProcess, historyOf(story)).verdict).toBe('inconclusive');
});
