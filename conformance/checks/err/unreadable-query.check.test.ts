import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unreadableQuery } from './unreadable-query.check.ts';

const door = answer('GET /orders?limit=%zz', { status: 400, code: 'MALFORMED_REQUEST' });

test.each([
  ['refused', door, 'pass'],
  ['taken for a cursor', answer('GET /orders?cursor=%ff', { status: 400, code: 'INVALID_CURSOR' }), 'violated'],
  ['served', answer('GET /me?view=%ff', { status: 200 }), 'violated'],
  ['failed', answer('GET /orders?%zz', { status: 500, code: 'INTERNAL_ERROR' }), 'violated'],
])('%s', (_, answered, verdict) => {
  expect(judged(unreadableQuery, historyOf([door, answered])).verdict).toBe(verdict);
});
