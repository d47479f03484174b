import { expect, test } from 'vitest';
import { answer, historyOf } from '../../runner/sample-history.ts';
import { noParameterOnMeAndOperations } from './no-parameter-on-me-and-operations.check.ts';

test.each([
  ['refused', { status: 400, code: 'MALFORMED_REQUEST' }, 'pass'],
  ['served', { status: 200, position: 7, asOf: 7 }, 'violated'],
  ['refused under another code', { status: 400, code: 'INVALID_CURSOR' }, 'violated'],
  ['refused with another status', { status: 422, code: 'MALFORMED_REQUEST' }, 'violated'],
  ['looked for first', { status: 404, code: 'NOT_FOUND' }, 'violated'],
])('%s', (_, last, verdict) => {
  const refused = answer('GET /me?view=latest', { status: 400, code: 'MALFORMED_REQUEST' });
  const history = historyOf({ refused: [refused, answer('GET /me?view=latest', last)] });
  expect(noParameterOnMeAndOperations.judge(history).verdict).toBe(verdict);
});
