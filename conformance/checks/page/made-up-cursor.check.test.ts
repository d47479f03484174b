import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { madeUpCursor } from './made-up-cursor.check.ts';

test.each([
  ['refused', { status: 400, code: 'INVALID_CURSOR' }, 'pass'],
  ['the first page instead', { status: 200, position: 7 }, 'violated'],
  ['refused under another code', { status: 400, code: 'MALFORMED_REQUEST' }, 'violated'],
  ['a failure', { status: 500, code: 'INTERNAL_ERROR' }, 'violated'],
])('%s', (_, last, verdict) => {
  const refused = answer('GET /orders?cursor=AAAA', { status: 400, code: 'INVALID_CURSOR' });
  const history = historyOf({ 'made up': [refused, answer('GET /orders?cursor=***', last)] });
  expect(judged(madeUpCursor, history).verdict).toBe(verdict);
});
