import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { amountsAgree } from './amounts-agree.check.ts';

const unfilled = { avgPx: null, lastFillPx: null, lastFillQty: null };
const resting = { price: '100', qty: '2.50', cumQty: '0', leavesQty: '2.5', ...unfilled };
const half = { ...resting, cumQty: '1.1', leavesQty: '1.40', avgPx: '100', lastFillPx: '100', lastFillQty: '1.1' };
const done = { ...half, cumQty: '2.5', leavesQty: '0' };
const own = (body: object) => answer('GET /orders/17', { status: 200, body });
const page = (...items: object[]) => answer('GET /orders', { status: 200, body: { items } });

test.each([
  ['at rest, half filled, filled', [own(resting), own(half), own(done)], page(done), 'pass'],
  ['a cancelled one of others', [own(resting)], page({ ...half, leavesQty: '0' }), 'pass'],
  ['nothing counted yet', [own({ ...resting, cumQty: null })], page(), 'pass'],
  ['what is left does not shrink', [own({ ...half, leavesQty: '2.5' })], page(), 'violated'],
  ['a fill counted twice', [own({ ...half, cumQty: '2.2' })], page(), 'violated'],
  ['a hair too much', [own({ ...half, cumQty: '1.100000000000000001' })], page(), 'violated'],
  ['a number', [own({ ...half, avgPx: 100 })], page(), 'violated'],
  ['not there at all', [own({ ...half, lastFillQty: undefined })], page(), 'violated'],
  ['exponent form on a page', [own(resting)], page({ ...done, price: '1e2' }), 'violated'],
  ['refused', [answer('POST /orders', { status: 429, code: 'INBOX_FULL' })], page(), 'inconclusive'],
])('%s', (_, rows, listed, verdict) => {
  expect(judged(amountsAgree, historyOf({ own: rows, listed })).verdict).toBe(verdict);
});
