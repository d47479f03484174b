import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { oversizeBody } from './oversize-body.check.ts';

const gate = answer('POST /orders', { status: 413, code: 'PAYLOAD_TOO_LARGE' });
const malformed = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });

test.each([
  ['the one refused for its length, the other for what it says', gate, malformed, 'pass'],
  ['no intake at all', answer('POST /credentials', { status: 503, code: 'INTAKE_UNAVAILABLE' }), malformed, 'pass'],
  ['no gate', malformed, malformed, 'violated'],
  ['a read is served', answer('GET /orders', { status: 200 }), malformed, 'violated'],
  ['another code', answer('POST /orders', { status: 413, code: 'DOCUMENT_TOO_LARGE' }), malformed, 'violated'],
  ['a gate below 900,000', gate, gate, 'violated'],
])('%s', (_, over, under, verdict) => {
  expect(judged(oversizeBody, historyOf({ over: [gate, over], under })).verdict).toBe(verdict);
});
