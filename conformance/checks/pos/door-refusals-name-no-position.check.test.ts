import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { doorRefusalsNameNoPosition } from './door-refusals-name-no-position.check.ts';

const malformed = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });

test.each([
  ['no position', answer('POST /orders', { status: 422, code: 'ACCOUNT_NOT_ACTIVE' }), 'pass'],
  [
    'one on an unheld name',
    answer('POST /orders', { status: 422, code: 'ACCOUNT_NOT_ACTIVE', position: 7 }),
    'violated',
  ],
  ['one on a 405', answer('PATCH /orders', { status: 405, code: 'METHOD_NOT_ALLOWED', position: 7 }), 'violated'],
  ['one on a 401', answer('GET /orders', { status: 401, code: 'UNAUTHENTICATED', position: 7 }), 'violated'],
  [
    'one that is no decimal',
    answer('POST /orders', { status: 400, headers: { 'X-Service-Global-Sequence': '-' } }),
    'violated',
  ],
  ['a request that was served', answer('GET /orders', { status: 200, position: 7 }), 'inconclusive'],
])('%s', (_, last, verdict) => {
  expect(judged(doorRefusalsNameNoPosition, historyOf({ door: [malformed, last] })).verdict).toBe(verdict);
});
