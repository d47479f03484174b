import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { putReplacesTheWholeSet } from './put-replaces-the-whole-set.check.ts';

const SENT = ['users:manage', 'orders:trade', 'algos:manage'];
const put = (capabilities: readonly string[] | undefined, status = 200, sent: readonly string[] = SENT) =>
  answer('PUT /users/7', { status, position: 9, body: { userId: 7, capabilities }, sentBody: { scopes: sent } });
const read = (capabilities: readonly string[], position = 9) =>
  answer('GET /users/7', { status: 200, position, asOf: 5, body: { userId: 7, capabilities } });

const given: Parameters<typeof putReplacesTheWholeSet.judge>[1] & object = {
  former: ['orders:trade', 'algos:manage'],
  next: ['users:manage'],
};
const GOOD = { former: put(given.former), next: put(given.next), read: read(given.next) };

test.each<[string, Record<string, Sample>, string]>([
  ['the next set alone', {}, 'pass'],
  ['in another order', { former: put(['algos:manage', 'orders:trade']) }, 'pass'],
  ['both together', { next: put(['users:manage', 'orders:trade', 'algos:manage']) }, 'violated'],
  ['the former still', { next: put(given.former) }, 'violated'],
  ['one twice', { next: put(['users:manage', 'users:manage']) }, 'violated'],
  ['answered, and not kept', { read: read(given.former) }, 'violated'],
  ['read of a member that is behind', { read: read(given.former, 8) }, 'inconclusive'],
  ['never asked for', { next: put(given.former, 200, []), read: read(given.former) }, 'inconclusive'],
  ['not taken', { next: put(undefined, 400) }, 'inconclusive'],
  ['under another name', { former: put(undefined) }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(putReplacesTheWholeSet, historyOf({ ...GOOD, ...over }), given).verdict).toBe(verdict);
});

test('before 0.7.0 there is no algos:manage', () => {
  const history = historyOf({ ...GOOD, former: put(['orders:trade']) }, { rest: '0.6.0' });
  expect(judged(putReplacesTheWholeSet, history, given).verdict).toBe('pass');
});
