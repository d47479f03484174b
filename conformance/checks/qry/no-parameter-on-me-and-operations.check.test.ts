import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { noParameterOnMeAndOperations } from './no-parameter-on-me-and-operations.check.ts';

const refused = { status: 400, code: 'MALFORMED_REQUEST' };
const served = { status: 200, position: 7, asOf: 9 };
const unknown = { status: 404, code: 'UNKNOWN_OPERATION' };

test.each([
  ['refused on both', served, refused, refused, 'pass'],
  ['served to /me', served, served, refused, 'violated'],
  ['refused to /me under another code', served, { status: 400, code: 'INVALID_CURSOR' }, refused, 'violated'],
  ['served to an operation', served, refused, served, 'violated'],
  ['looked up first', served, refused, unknown, 'violated'],
  ['a key that is not held', unknown, refused, unknown, 'pass'],
])('%s', (_, bare, me, operation, verdict) => {
  const history = historyOf({
    me: [answer('GET /me?limit=1', refused), answer('GET /me?view=latest', me)],
    bare: answer('GET /operations/k', bare),
    operation: answer('GET /operations/k?view=latest', operation),
  });
  expect(judged(noParameterOnMeAndOperations, history).verdict).toBe(verdict);
});
