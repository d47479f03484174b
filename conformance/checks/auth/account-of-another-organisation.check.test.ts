import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { accountOfAnotherOrganisation } from './account-of-another-organisation.check.ts';

const UNHELD = 2_147_483_647;
const refusal = { status: 422, code: 'ACCOUNT_NOT_ACTIVE', position: 7 };
const of = (accountId: number, came: Parameters<typeof answer>[1]) =>
  answer('POST /orders', { message: `account ${accountId} is not active`, ...came, sentBody: { accountId } });
const accepted = { status: 201, position: 7, body: { orderId: '5' } };

test.each([
  ['the same but for the id', refusal, { ...refusal, position: 8 }, 'pass'],
  ['both by the door', { ...refusal, status: 400, code: 'X' }, { ...refusal, status: 400, code: 'X' }, 'pass'],
  ['accepted', refusal, accepted, 'violated'],
  ['both accepted', accepted, accepted, 'violated'],
  ['forbidden', refusal, { ...refusal, status: 403, code: 'FORBIDDEN_PRINCIPAL' }, 'violated'],
  ['another message', refusal, { ...refusal, message: 'account 5 is another organisation’s' }, 'violated'],
  ['by the door, the other by the owner', refusal, { status: 422, code: 'ACCOUNT_NOT_ACTIVE' }, 'violated'],
])('%s', (_, unheld, foreign, verdict) => {
  const history = historyOf({ unheld: of(UNHELD, unheld), foreign: of(5, foreign) });
  expect(judged(accountOfAnotherOrganisation, history).verdict).toBe(verdict);
});
