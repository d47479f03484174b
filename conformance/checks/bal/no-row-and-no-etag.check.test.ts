import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { noRowAndNoEtag } from './no-row-and-no-etag.check.ts';

const page = (etag?: string) =>
  answer('GET /account-balances', { status: 200, body: { items: [{}] }, ...(etag !== undefined && { etag }) });
const row = (status: number, code?: string) =>
  answer('GET /account-balances/1', { status, ...(code !== undefined && { code }) });
const none = row(404, 'ROUTE_NOT_FOUND');

test.each([
  ['neither', page(), [none, none], 'pass'],
  ['a version of the page', page('"17"'), [none, none], 'violated'],
  ['a row of an account', page(), [row(200), none], 'violated'],
  ['a row that is not there', page(), [none, row(404, 'NOT_FOUND')], 'violated'],
  ['nothing to ask for', page(), [], 'inconclusive'],
])('%s', (_, second, rows, verdict) => {
  expect(judged(noRowAndNoEtag, historyOf({ page: [page(), second], row: rows })).verdict).toBe(verdict);
});

test('before 0.12.0 an unknown path has no code', () => {
  const old = historyOf({ page: page(), row: row(404) }, { rest: '0.11.0' });
  expect(judged(noRowAndNoEtag, old).verdict).toBe('pass');
});
