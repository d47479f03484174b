import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { parametersOfBalances } from './parameters-of-balances.check.ts';

const served = answer('GET /account-balances?view=latest', { status: 200 });
const refused = answer('GET /account-balances?view=approved', { status: 400, code: 'MALFORMED_REQUEST' });

test.each([
  ['latest alone', served, [refused, refused], 'pass'],
  ['latest is refused', refused, [refused], 'violated'],
  ['approved or status is served', served, [refused, served], 'violated'],
  ['not found', served, [answer('GET /account-balances', { status: 404, code: 'NOT_FOUND' })], 'violated'],
])('%s', (_, latest, others, verdict) => {
  expect(judged(parametersOfBalances, historyOf({ latest, refused: others })).verdict).toBe(verdict);
});
