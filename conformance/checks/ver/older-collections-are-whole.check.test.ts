import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { olderCollectionsAreWhole } from './older-collections-are-whole.check.ts';

const placed = ['1', '2'].map((orderId) => answer('POST /orders', { status: 201, body: { orderId } }));
const whole = { globalSequence: '9', items: [{ orderId: '2' }, { orderId: '1' }] };
const limited = (body: object) => answer('GET /orders?limit=1', { status: 200, body });
const served = answer('GET /users?no-such-parameter=x', { status: 200, body: whole });
const refused = answer('GET /users?no-such-parameter=x', { status: 400, code: 'MALFORMED_REQUEST' });

test.each([
  ['whole', limited(whole), served, 'pass'],
  ['cut', limited({ ...whole, items: whole.items.slice(0, 1) }), served, 'violated'],
  ['a page by its members', limited({ ...whole, nextCursor: null }), served, 'violated'],
  ['timed', limited({ ...whole, asOfSeqTsNs: '1' }), served, 'violated'],
  ['whole, and closed', limited(whole), refused, 'violated'],
  ['refused', answer('GET /orders?limit=1', { status: 400, code: 'MALFORMED_REQUEST' }), served, 'violated'],
])('a collection that is %s', (_, page, other, verdict) => {
  const history = historyOf({ placed, limited: page, 'unknown parameter': other }, { rest: '0.12.0' });
  expect(judged(olderCollectionsAreWhole, history).verdict).toBe(verdict);
});
