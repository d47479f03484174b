import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf, noted } from '../../testing/sample-history.ts';
import { discoveredAccount } from './discovered-account.check.ts';

const account = (status: string) => answer('GET /accounts/2', { status: 200, body: { accountId: 2, status } });
const page = (...accounts: number[]) =>
  answer('GET /account-balances', { status: 200, body: { items: accounts.map((accountId) => ({ accountId })) } });

test.each([
  ['served', 'DISCOVERED', page(2), page(1, 2), 'pass'],
  ['not served', 'DISCOVERED', page(), page(1, 2), 'violated'],
  ['not served among all', 'DISCOVERED', page(2), page(1), 'violated'],
  ['refused', 'DISCOVERED', answer('GET /account-balances', { status: 404, code: 'NOT_FOUND' }), page(2), 'violated'],
  ['classified since', 'ACTIVE', page(), page(), 'inconclusive'],
])('%s', (_, status, own, all, verdict) => {
  const history = historyOf({ holds: noted(true), account: account(status), 'its own': own, all });
  expect(judged(discoveredAccount, history).verdict).toBe(verdict);
});

test.each([
  ['an account that may be empty', page(), page(1), 'not-exercised'],
  ['one that is listed among all alone', page(), page(2), 'violated'],
])('of %s', (_, own, all, verdict) => {
  const history = historyOf({ account: account('DISCOVERED'), 'its own': own, all });
  expect(judged(discoveredAccount, history).verdict).toBe(verdict);
});
