import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { olderMembersServeNoBalances } from './older-members-serve-no-balances.check.ts';

test.each([
  ['not there', { status: 404, body: 'Not Found' }, 'pass'],
  ['empty', { status: 200, body: { items: [] } }, 'violated'],
  ['there, and refused', { status: 400, code: 'MALFORMED_REQUEST' }, 'violated'],
])('balances that are %s', (_, answered, verdict) => {
  const history = historyOf({ asked: answer('GET /account-balances', answered) }, { rest: '0.2.1' });
  expect(judged(olderMembersServeNoBalances, history).verdict).toBe(verdict);
});
