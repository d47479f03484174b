import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { noToken } from './no-token.check.ts';

const challenge = { 'WWW-Authenticate': 'Bearer' };
const refused = answer('GET /me', { status: 401, code: 'UNAUTHENTICATED', headers: challenge });

test.each([
  ['refused', refused, true, 'pass'],
  ['another code of a deployed member (A8)', answer('GET /me', { status: 401, code: 'NO_TOKEN' }), false, 'pass'],
  ['no challenge from the sandbox', answer('GET /me', { status: 401, code: 'UNAUTHENTICATED' }), true, 'violated'],
  ['forbidden', answer('GET /orders', { status: 403, code: 'FORBIDDEN_PRINCIPAL' }), false, 'violated'],
  ['the row first', answer('GET /orders/1', { status: 404, code: 'NOT_FOUND' }), false, 'violated'],
  ['the body first', answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' }), false, 'violated'],
  ['served', answer('GET /executions', { status: 200 }), false, 'violated'],
])('%s', (_, answered, strict, verdict) => {
  expect(judged(noToken, historyOf([refused, answered], { strict })).verdict).toBe(verdict);
});
