import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { methodNotAllowed } from './method-not-allowed.check.ts';

const refused = (line: string, Allow: string | null, code = 'METHOD_NOT_ALLOWED', status = 405) =>
  answer(line, { status, code, headers: { Allow } });

test.each([
  ['both methods', refused('PUT /orders', 'GET, POST'), 'pass'],
  ['in another order, case and space', refused('PUT /orders', 'post,get'), 'pass'],
  ['HEAD and OPTIONS beside them (A12)', refused('PUT /orders', 'GET, HEAD, OPTIONS, POST'), 'pass'],
  ['the one method', refused('GET /orders/1/cancel', 'POST'), 'pass'],
  ['one is missing', refused('PUT /orders', 'GET'), 'violated'],
  ['one too many', refused('POST /orders/1', 'GET, PUT'), 'violated'],
  ['no Allow', refused('PUT /orders', null), 'violated'],
  ['another code', refused('PUT /orders', 'GET, POST', 'ROUTE_NOT_FOUND'), 'violated'],
  ['another status', refused('PUT /orders', 'GET, POST', 'METHOD_NOT_ALLOWED', 404), 'violated'],
  ['served', answer('PUT /orders', { status: 200 }), 'violated'],
])('%s', (_, answered, verdict) => {
  expect(judged(methodNotAllowed, historyOf([answered])).verdict).toBe(verdict);
});
