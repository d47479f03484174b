import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { accountFilter } from './account-filter.check.ts';

const row = (accountId: number, assetId: number) => ({ accountId, assetId });
const page = (path: string, ...items: object[]) => answer(`GET ${path}`, { status: 200, body: { items } });
const refused = (accountId: string) =>
  answer(`GET /account-balances?accountId=${accountId}`, { status: 400, code: 'MALFORMED_REQUEST' });
const ONE = '/account-balances?accountId=1';

const GOOD: Record<string, Sample | readonly Sample[]> = {
  all: page('/account-balances', row(1, 1), row(1, 2), row(4, 1)),
  'of one': [page(ONE, row(1, 1), row(1, 2)), page('/account-balances?accountId=4', row(4, 1))],
  unknown: page('/account-balances?accountId=2147483647'),
  'no account': [refused('0'), refused('abc')],
};

test.each<[string, Record<string, Sample | readonly Sample[]>, string]>([
  ['filtered', {}, 'pass'],
  ['an asset more', { 'of one': page(ONE, row(1, 1), row(1, 2), row(1, 3)) }, 'pass'],
  ['an asset less', { 'of one': page(ONE, row(1, 1)) }, 'violated'],
  ['not filtered', { 'of one': page(ONE, row(1, 1), row(1, 2), row(4, 1)) }, 'violated'],
  ['an unknown account refused', { unknown: answer('GET /x', { status: 404, code: 'NOT_FOUND' }) }, 'violated'],
  ['an unknown account of some rows', { unknown: page('/x', row(1, 1)) }, 'violated'],
  ['0 taken', { 'no account': page('/account-balances?accountId=0') }, 'violated'],
  ['no balances at all', { all: page('/account-balances'), 'of one': [] }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(accountFilter, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});

test('a code of its own is not held against a deployed member', () => {
  const named = { ...GOOD, 'no account': answer('GET /x', { status: 400, code: 'BAD_ACCOUNT' }) };
  expect(judged(accountFilter, historyOf(named)).verdict).toBe('pass');
  expect(judged(accountFilter, historyOf(named, { strict: true })).verdict).toBe('violated');
});
