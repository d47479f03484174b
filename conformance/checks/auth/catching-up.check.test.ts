import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { catchingUp } from './catching-up.check.ts';

const refused = { status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } };

test.each([
  ['as published', refused, 401, 200, 'pass'],
  ['without Retry-After', { ...refused, headers: {} }, 401, 200, 'violated'],
  ['final', { ...refused, retryable: false }, 401, 200, 'violated'],
  ['another code', { ...refused, code: 'NOT_SERVING' }, 401, 200, 'violated'],
  ['with a time', { ...refused, asOf: 17 }, 401, 200, 'violated'],
  ['served from no state', { status: 200, body: { asOfSeqTsNs: null } }, 401, 200, 'violated'],
  ['told to nobody', refused, 503, 200, 'violated'],
  ['never caught up', refused, 401, 503, 'violated'],
])('%s', (_, behind, nobody, after, verdict) => {
  const history = historyOf({
    behind: [answer('GET /orders', refused), answer('GET /me', behind)],
    nobody: answer('GET /orders', { status: nobody, code: 'UNAUTHENTICATED' }),
    'caught up': answer('GET /orders', { status: after }),
  });
  expect(judged(catchingUp, history, undefined).verdict).toBe(verdict);
});
