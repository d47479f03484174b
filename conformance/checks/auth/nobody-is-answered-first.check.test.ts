import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { nobodyIsAnsweredFirst } from './nobody-is-answered-first.check.ts';

const refused = answer('POST /orders', { status: 401, code: 'UNAUTHENTICATED' });
const tooLong = answer('POST /orders', { status: 413, code: 'PAYLOAD_TOO_LARGE' });

test.each([
  ['who calls first', refused, refused, true, 'pass'],
  ['the length first, of a deployed member (A2)', refused, tooLong, false, 'pass'],
  ['the length first, of the sandbox', refused, tooLong, true, 'violated'],
  ['the body first', answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' }), refused, false, 'violated'],
  ['the query first', answer('GET /orders', { status: 400, code: 'MALFORMED_REQUEST' }), refused, false, 'violated'],
  ['the cursor first', answer('GET /orders', { status: 400, code: 'INVALID_CURSOR' }), refused, false, 'violated'],
])('%s', (_, unread, oversize, strict, verdict) => {
  const history = historyOf({ unread: [refused, unread], oversize }, { strict });
  expect(judged(nobodyIsAnsweredFirst, history).verdict).toBe(verdict);
});
