import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unknownParameterIsRefused } from './unknown-parameter-is-refused.check.ts';

test.each([
  ['refused', { status: 400, code: 'MALFORMED_REQUEST' }, 'pass'],
  ['served', { status: 200, position: 7, asOf: 7 }, 'violated'],
  ['refused under another code', { status: 400, code: 'INVALID_CURSOR' }, 'violated'],
  ['refused with another status', { status: 422, code: 'MALFORMED_REQUEST' }, 'violated'],
  ['looked for first', { status: 404, code: 'NOT_FOUND' }, 'violated'],
])('%s', (_, last, verdict) => {
  const refused = answer('GET /orders?nonsense=1', { status: 400, code: 'MALFORMED_REQUEST' });
  const history = historyOf({ refused: [refused, answer('GET /orders?nonsense=1', last)] });
  expect(judged(unknownParameterIsRefused, history).verdict).toBe(verdict);
});
