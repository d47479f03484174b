import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { holdsAdditions, judgeKnown, withAdditions } from './additions.ts';
import { whatIsAddedIsTolerated } from './what-is-added-is-tolerated.check.ts';

const STATE = { position: 9, asOf: 5 };
const body = { globalSequence: '9', asOfSeqTsNs: '5', items: [], nextCursor: null, prevCursor: null, total: null };
const page = (of: object) => answer('GET /orders', { status: 200, body: of, ...STATE });
const error = { code: 'NOT_FOUND', message: 'no', requestId: 'r-1', retryable: false };
const refusal = (of: object) =>
  answer('GET /orders/1', { status: 404, body: { error: of }, headers: { 'X-Request-Id': 'r-1' }, ...STATE });
const { nextCursor: _, ...unpaged } = body;
const { retryable: __, ...bare } = error;

test.each([
  ['nothing added', page(body), 'pass'],
  ['a member more', page({ ...body, region: 'eu' }), 'pass'],
  ['a code that is not known', refusal({ ...error, code: 'NO_SUCH_ROW' }), 'pass'],
  ['a member more, and one less', page({ ...unpaged, pageInfo: {} }), 'violated'],
  ['a code that is not known, and nothing to go by', refusal({ ...bare, code: 'NO_SUCH_ROW' }), 'violated'],
  ['a member less alone, which is for another check', page(unpaged), 'pass'],
])('%s', (_, sample, verdict) => {
  expect(judged(whatIsAddedIsTolerated, historyOf([sample])).verdict).toBe(verdict);
});

test('an answer of a newer member has a member more in every object, and is read as before', () => {
  const [row] = historyOf([page({ ...body, items: [{ orderId: '1' }] })]).exchanges;
  if (row === undefined) throw new Error('no exchange');
  const added = withAdditions(row);
  expect(added.response?.body.match(/addedByANewerMember/g)).toHaveLength(2);
  expect([holdsAdditions(row), holdsAdditions(added), judgeKnown(added, '0.14.0')]).toEqual([false, true, undefined]);
});
