import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { governingCapBinds } from './governing-cap-binds.check.ts';

const taken = answer('POST /orders', { status: 201, position: 9 });
const full = answer('POST /orders', { status: 422, code: 'MAX_OPEN_ORDERS_EXCEEDED', position: 9 });
const often = answer('POST /orders', {
  status: 429,
  code: 'RATE_CEILING',
  position: 9,
  headers: { 'Retry-After': '60' },
});
const approved = answer('POST /trading-policies/7/approve', { status: 200, position: 9 });
const GOOD = {
  before: [taken, taken, taken],
  'maxOpenOrders: approved': approved,
  'maxOpenOrders: capped': full,
  'maxOpenOrders: other': taken,
  'maxOrdersPerMinute: approved': approved,
  'maxOrdersPerMinute: capped': often,
  'maxOrdersPerMinute: other': taken,
};

test.each<[string, Record<string, Sample | readonly Sample[]>, string]>([
  ['both bind', {}, 'pass'],
  ['open orders are not counted', { 'maxOpenOrders: capped': taken }, 'violated'],
  ['orders of a minute are not counted', { 'maxOrdersPerMinute: capped': taken }, 'violated'],
  ['refused with another code', { 'maxOrdersPerMinute: capped': full }, 'violated'],
  ['another instrument is bound', { 'maxOrdersPerMinute: other': often }, 'violated'],
  ['refused without a row', { before: [taken, taken, full] }, 'not-exercised'],
  ['not approved', { 'maxOpenOrders: approved': answer('POST /x', { status: 409, code: 'IN_USE' }) }, 'not-exercised'],
])('%s', (_, changed, verdict) => {
  expect(judged(governingCapBinds, historyOf({ ...GOOD, ...changed })).verdict).toBe(verdict);
});
