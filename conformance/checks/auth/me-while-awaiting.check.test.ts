import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { meWhileAwaiting } from './me-while-awaiting.check.ts';

const me = answer('GET /me', { status: 200 });
const notYet = answer('GET /me', { status: 503, code: 'NOT_SERVING', retryable: true });

test.each([
  ['served at once', [me], 'pass'],
  ['served in the end (A6)', [notYet, notYet, me], 'pass'],
  ['never served', [notYet, notYet], 'violated'],
  ['refused like any other route', [answer('GET /me', { status: 403, code: 'AWAITING_ADMISSION' })], 'violated'],
])('%s', (_, answers, verdict) => {
  expect(judged(meWhileAwaiting, historyOf({ me: answers })).verdict).toBe(verdict);
});
