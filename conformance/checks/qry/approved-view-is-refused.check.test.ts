import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { approvedViewIsRefused } from './approved-view-is-refused.check.ts';

test.each([
  ['refused', { status: 400, code: 'MALFORMED_REQUEST' }, 'pass'],
  ['served as the latest', { status: 200, position: 7, asOf: 7 }, 'violated'],
  ['not found', { status: 404, code: 'NOT_FOUND' }, 'violated'],
])('%s', (_, last, verdict) => {
  const refused = answer('GET /orders?view=approved', { status: 400, code: 'MALFORMED_REQUEST' });
  const history = historyOf({ approved: [refused, answer('GET /executions/1?view=approved', last)] });
  expect(judged(approvedViewIsRefused, history).verdict).toBe(verdict);
});
