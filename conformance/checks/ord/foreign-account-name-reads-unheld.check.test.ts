import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { type AnswerOptions, answer, historyOf } from '../../testing/sample-history.ts';
import { foreignAccountNameReadsUnheld } from './foreign-account-name-reads-unheld.check.ts';

const door = { status: 422, code: 'ACCOUNT_NOT_ACTIVE' };
const byName = (account: string, over: Partial<AnswerOptions> = {}) =>
  answer('POST /orders', { ...door, message: `no ${account} here`, sentBody: { account }, ...over });
const byId = (accountId: number, over: Partial<AnswerOptions> = {}) =>
  answer('POST /orders', { ...door, position: accountId, sentBody: { accountId }, ...over });

const good = {
  'unheld name': byName('no desk'),
  'foreign name': byName('theirs'),
  'unheld id': byId(99),
  'foreign id': byId(5),
};

test.each([
  ['the same answers', {}, 'pass'],
  ['another status', { 'foreign name': byName('theirs', { status: 403 }) }, 'violated'],
  ['another code', { 'foreign name': byName('theirs', { code: 'NOT_FOUND' }) }, 'violated'],
  ['other words', { 'foreign name': byName('theirs', { message: 'not yours' }) }, 'violated'],
  ['by the owner', { 'foreign name': byName('theirs', { position: 7 }) }, 'violated'],
  ['retryable', { 'foreign name': byName('theirs', { retryable: true }) }, 'violated'],
  ['one header more', { 'foreign name': byName('theirs', { headers: { 'X-Held-By': '2' } }) }, 'violated'],
  ['an id that tells', { 'foreign id': byId(5, { code: 'CAPABILITY_DENIED' }) }, 'violated'],
  ['taken by name', { 'foreign name': byName('theirs', { status: 201, body: {} }) }, 'violated'],
  ['any name is taken', { 'unheld name': byName('no desk', { status: 201, body: {} }) }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(foreignAccountNameReadsUnheld, historyOf({ ...good, ...over })).verdict).toBe(verdict);
});
