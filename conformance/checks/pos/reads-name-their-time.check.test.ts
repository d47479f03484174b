import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { readsNameTheirTime } from './reads-name-their-time.check.ts';

const page = answer('GET /orders?limit=2', { status: 200, position: 7, asOf: 9 });
const unknownKey = answer('GET /operations/k', { status: 404, code: 'UNKNOWN_OPERATION', position: 7, asOf: 9 });

test.each([
  ['a time on each', answer('GET /orders/1', { status: 404, code: 'NOT_FOUND', position: 7, asOf: 9 }), 'pass'],
  ['a row without', answer('GET /orders/17', { status: 200, position: 7 }), 'violated'],
  ['a 404 without', answer('GET /orders/1', { status: 404, code: 'NOT_FOUND', position: 7 }), 'violated'],
  [
    'one in ISO 8601',
    answer('GET /me', { status: 200, position: 7, headers: { 'X-Service-As-Of-Seq-Ts': '2026-01-05T00:00:00Z' } }),
    'violated',
  ],
])('%s', (_, last, verdict) => {
  const history = historyOf({ read: [page, last], 'unknown key': unknownKey });
  expect(judge(readsNameTheirTime, history).verdict).toBe(verdict);
});

test('the 404 of an unknown key is held to it on our own member alone', () => {
  const bare = answer('GET /operations/k', { status: 404, code: 'UNKNOWN_OPERATION' });
  const judged = (strict: boolean) =>
    judge(readsNameTheirTime, historyOf({ read: page, 'unknown key': bare }, { strict })).verdict;
  expect([judged(false), judged(true)]).toEqual(['pass', 'violated']);
});
