import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { internalError } from './internal-error.check.ts';

const failed = { status: 500, code: 'INTERNAL_ERROR', retryable: false };

test.each([
  ['in the envelope', { ...failed, message: 'the service failed; retry with the same key' }, 'pass'],
  ['naming a route', { ...failed, message: 'GET /operations/k-1 tells what came of it at 10:15' }, 'pass'],
  ['a stack', { ...failed, message: 'Error: x\n    at lookUp (gateway/stages/send.ts:12:3)' }, 'violated'],
  ['a stack of another language', { ...failed, message: 'panic at main.go:31' }, 'violated'],
  ['a path', { ...failed, message: 'cannot read /srv/gateway/keys/current.pem' }, 'violated'],
  ['a module of Node', { ...failed, message: 'thrown in node:internal' }, 'violated'],
  ['another path', { ...failed, message: 'C:\\gateway\\keys' }, 'violated'],
  ['retryable', { ...failed, retryable: true }, 'violated'],
  ['another code', { ...failed, code: 'OOPS' }, 'violated'],
  ['no envelope', { status: 500, body: 'Internal Server Error' }, 'violated'],
  ['no X-Request-Id', { ...failed, headers: { 'X-Request-Id': null } }, 'violated'],
  ['another status', { ...failed, status: 503 }, 'violated'],
])('%s', (_, came, verdict) => {
  expect(judged(internalError, historyOf({ failed: answer('POST /orders', came) })).verdict).toBe(verdict);
});

test('a stack beside the envelope', () => {
  const body = {
    error: { code: 'INTERNAL_ERROR', message: 'x', requestId: 'request-1', retryable: false, stack: '\n  at f' },
  };
  const history = historyOf({ failed: answer('POST /orders', { status: 500, body }) });
  expect(judged(internalError, history).verdict).toBe('violated');
});
