import { describe, expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { firstRequestRegisters } from './first-request-registers.check.ts';

const awaiting = answer('GET /orders', { status: 403, code: 'AWAITING_ADMISSION' });
const notYet = answer('GET /orders', { status: 503, code: 'NOT_SERVING', retryable: true });
const me = (userId: number | undefined) => answer('GET /me', { status: 200, body: { user: { userId, orgId: 1 } } });
const refusedMe = answer('GET /me', { status: 403, code: 'FORBIDDEN_PRINCIPAL' });

describe('a caller that was never seen', () => {
  test.each([
    ['is registered', awaiting, me(9), me(9), me(8), 'pass'],
    ['is told to come back', notYet, me(9), me(9), me(8), 'pass'],
    ['is not let in at all', refusedMe, me(9), me(9), me(8), 'violated'],
    ['is never registered', awaiting, refusedMe, refusedMe, me(8), 'violated'],
    ['is registered anew each time', awaiting, me(9), me(10), me(8), 'violated'],
    ["gets another's row", awaiting, me(8), me(8), me(8), 'violated'],
    ['gets a row without an id', awaiting, me(undefined), me(undefined), me(8), 'violated'],
  ])('%s', (_, first, own, again, another, verdict) => {
    expect(judged(firstRequestRegisters, historyOf({ first, me: own, again, another })).verdict).toBe(verdict);
  });
});
