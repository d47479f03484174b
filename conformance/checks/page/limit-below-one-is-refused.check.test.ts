import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { limitBelowOneIsRefused } from './limit-below-one-is-refused.check.ts';

test.each([
  ['refused', { status: 400, code: 'MALFORMED_REQUEST' }, 'pass'],
  ['served', { status: 200, position: 7 }, 'violated'],
  ['refused under another code', { status: 400, code: 'INVALID_CURSOR' }, 'violated'],
  ['a failure', { status: 500, code: 'INTERNAL_ERROR' }, 'violated'],
])('%s', (_, last, verdict) => {
  const refused = answer('GET /orders?limit=0', { status: 400, code: 'MALFORMED_REQUEST' });
  const history = historyOf({ refused: [refused, answer('GET /orders?limit=-1', last)] });
  expect(judged(limitBelowOneIsRefused, history).verdict).toBe(verdict);
});
