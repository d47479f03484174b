import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { awaitingIsRefused } from './awaiting-is-refused.check.ts';

const me = answer('GET /me', { status: 200 });
const awaiting = answer('GET /orders', { status: 403, code: 'AWAITING_ADMISSION' });

test.each([
  ['refused', awaiting, 'pass'],
  ['served', answer('GET /executions', { status: 200 }), 'violated'],
  ['another code', answer('GET /orders', { status: 403, code: 'FORBIDDEN_PRINCIPAL' }), 'violated'],
  ['the body first', answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' }), 'violated'],
  ['the row first', answer('GET /orders/1', { status: 404, code: 'NOT_FOUND' }), 'violated'],
])('%s', (_, answered, verdict) => {
  expect(judged(awaitingIsRefused, historyOf({ me, refused: [awaiting, answered] })).verdict).toBe(verdict);
});
