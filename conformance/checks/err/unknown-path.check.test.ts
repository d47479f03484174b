import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unknownPath } from './unknown-path.check.ts';

const known = answer('GET /no-such-path', { status: 404, code: 'ROUTE_NOT_FOUND' });

test.each([
  ['not there', known, 'pass'],
  ['authenticated first', answer('GET /no-such-path', { status: 401, code: 'UNAUTHENTICATED' }), 'violated'],
  ['taken for a row', answer('GET /no-such-path', { status: 404, code: 'NOT_FOUND' }), 'violated'],
  ['the method first', answer('DELETE /no-such-path', { status: 405, code: 'METHOD_NOT_ALLOWED' }), 'violated'],
  ['served', answer('GET /no-such-path', { status: 200 }), 'violated'],
])('%s', (_, answered, verdict) => {
  expect(judged(unknownPath, historyOf([known, answered])).verdict).toBe(verdict);
});
