import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { mutatedCursor } from './mutated-cursor.check.ts';

test.each([
  ['refused', { status: 400, code: 'INVALID_CURSOR' }, true, 'pass'],
  ['a page of our own member', { status: 200, body: { items: [] } }, true, 'violated'],
  ['a page of a deployed member', { status: 200, body: { items: [] } }, false, 'pass'],
  ['a success that is no page', { status: 200, body: {} }, false, 'violated'],
  ['refused under another code', { status: 400, code: 'MALFORMED_REQUEST' }, false, 'violated'],
  ['a failure', { status: 500, code: 'INTERNAL_ERROR' }, false, 'violated'],
])('%s', (_, of, strict, verdict) => {
  const history = historyOf({ mutated: answer('GET /orders?cursor=abc', of) }, { strict });
  expect(judged(mutatedCursor, history).verdict).toBe(verdict);
});

test('without a cursor there is nothing to change', () => {
  expect(judged(mutatedCursor, historyOf({})).verdict).toBe('inconclusive');
});
