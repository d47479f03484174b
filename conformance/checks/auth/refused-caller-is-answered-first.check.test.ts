import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { refusedCallerIsAnsweredFirst } from './refused-caller-is-answered-first.check.ts';

const refused = answer('GET /orders', { status: 403, code: 'ORG_NOT_ACTIVE' });

test.each([
  ['who calls first', refused, 'pass'],
  ['the query first', answer('GET /orders', { status: 400, code: 'MALFORMED_REQUEST' }), 'violated'],
  ['the body first', answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' }), 'violated'],
  ['served', answer('GET /orders', { status: 200 }), 'violated'],
])('%s', (_, answered, verdict) => {
  expect(judged(refusedCallerIsAnsweredFirst, historyOf([refused, answered])).verdict).toBe(verdict);
});
