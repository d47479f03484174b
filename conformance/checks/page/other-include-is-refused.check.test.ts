import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { otherIncludeIsRefused } from './other-include-is-refused.check.ts';

test.each([
  ['refused', { status: 400, code: 'MALFORMED_REQUEST' }, true, 'pass'],
  ['served by our own member', { status: 200, position: 7 }, true, 'violated'],
  ['refused under another code', { status: 400, code: 'INVALID_CURSOR' }, true, 'violated'],
  ['served by a deployed member', { status: 200, position: 7 }, false, 'pass'],
  ['a failure', { status: 500, code: 'INTERNAL_ERROR' }, false, 'violated'],
])('%s', (_, of, strict, verdict) => {
  const history = historyOf({ refused: answer('GET /orders?include=totals', of) }, { strict });
  expect(judged(otherIncludeIsRefused, history).verdict).toBe(verdict);
});
