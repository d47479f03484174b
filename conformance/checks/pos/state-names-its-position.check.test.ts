import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { stateNamesItsPosition } from './state-names-its-position.check.ts';

const submitted = answer('POST /orders', { status: 201, position: 7 });
const page = answer('GET /orders?limit=2', { status: 200, position: 7, asOf: 9 });

test.each([
  ['a position on each', answer('GET /orders/1', { status: 404, code: 'NOT_FOUND', position: 7 }), submitted, 'pass'],
  ['the position 0', answer('GET /me', { status: 200, position: 0 }), submitted, 'pass'],
  ['a row without', answer('GET /orders/17', { status: 200 }), submitted, 'violated'],
  ['a 404 without', answer('GET /orders/1', { status: 404, code: 'NOT_FOUND' }), submitted, 'violated'],
  [
    'one that is no decimal string',
    answer('GET /me', { status: 200, headers: { 'X-Service-Global-Sequence': '0x7' } }),
    submitted,
    'violated',
  ],
  ['a write without', page, answer('POST /orders', { status: 201 }), 'violated'],
  ['a read that is not served', answer('GET /me', { status: 503, code: 'NOT_PRIMED' }), submitted, 'pass'],
])('%s', (_, last, write, verdict) => {
  const read = [page, last];
  expect(judged(stateNamesItsPosition, historyOf({ submitted: write, read })).verdict).toBe(verdict);
  expect(judged(stateNamesItsPosition, historyOf({ submitted, cancelled: write, read })).verdict).toBe(verdict);
});
