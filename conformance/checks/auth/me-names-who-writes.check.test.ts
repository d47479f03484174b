import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { meNamesWhoWrites } from './me-names-who-writes.check.ts';

test.each([
  ['the same', 2, 2, 'pass'],
  ['another', 99, 2, 'violated'],
  ['no one', undefined, 2, 'violated'],
  ['no user on the order', 2, 0, 'inconclusive'],
])('%s', (_, named, stamped, verdict) => {
  const history = historyOf({
    me: answer('GET /me', { status: 200, body: { user: { userId: named }, organisation: {} } }),
    order: answer('POST /orders', { status: 201, position: 7, body: { userId: stamped } }),
  });
  expect(judged(meNamesWhoWrites, history).verdict).toBe(verdict);
});
