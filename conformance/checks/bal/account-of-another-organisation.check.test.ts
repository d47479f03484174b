import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { accountOfAnotherOrganisation } from './account-of-another-organisation.check.ts';

const PATH = 'GET /account-balances?accountId=5';
const page = (...accounts: number[]) =>
  answer(PATH, { status: 200, body: { items: accounts.map((accountId) => ({ accountId })) } });

test.each([
  ['an empty page', page(), page(1, 2), 'pass'],
  ['its rows', page(5), page(1, 2), 'violated'],
  ['a refusal', answer(PATH, { status: 404, code: 'NOT_FOUND' }), page(1, 2), 'violated'],
  ['its rows among others', page(), page(1, 5), 'violated'],
])('%s', (_, foreign, all, verdict) => {
  expect(judged(accountOfAnotherOrganisation, historyOf({ foreign, all })).verdict).toBe(verdict);
});
