import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { tighterCapBinds } from './tighter-cap-binds.check.ts';

const taken = answer('POST /orders', { status: 201, position: 9 });
const approved = answer('POST /trading-policies/7/approve', { status: 200, position: 9 });
const ceiling = answer('POST /orders', { status: 429, code: 'RATE_CEILING', position: 9 });
const full = answer('POST /orders', { status: 422, code: 'MAX_OPEN_ORDERS_EXCEEDED', position: 9 });

function of(name: string, submitted: readonly Sample[]) {
  return { [`${name}: approved`]: [approved, approved], [`${name}: submitted`]: submitted };
}

const GOOD = {
  ...of('maxOrdersPerMinute, governing', [taken, taken, ceiling, taken, ceiling]),
  ...of('maxOrdersPerMinute, default', [taken, taken, ceiling]),
  ...of('maxOpenOrders, governing', [taken, taken, full, taken, full]),
  ...of('maxOpenOrders, default', [taken, taken, full]),
};

test.each<[string, Record<string, Sample | readonly Sample[]>, string, string]>([
  ['both bind', {}, 'pass', 'pass'],
  [
    'the default alone binds',
    of('maxOrdersPerMinute, governing', [taken, taken, taken, ceiling, ceiling]),
    'violated',
    'violated',
  ],
  ['the governing row alone binds', of('maxOpenOrders, default', [taken, taken, taken]), 'violated', 'violated'],
  [
    'each instrument counts',
    of('maxOpenOrders, governing', [taken, taken, taken, taken, full]),
    'violated',
    'violated',
  ],
  ['an order too few', of('maxOrdersPerMinute, default', [taken, ceiling, ceiling]), 'violated', 'violated'],
  [
    'not recorded',
    of('maxOpenOrders, default', [taken, taken, answer('POST /orders', { status: 422, code: 'ANY' })]),
    'violated',
    'violated',
  ],
  [
    'our own code otherwise',
    of('maxOpenOrders, default', [taken, taken, answer('POST /orders', { status: 409, code: 'ANY', position: 9 })]),
    'pass',
    'violated',
  ],
  [
    'not approved',
    { 'maxOpenOrders, default: approved': answer('POST /trading-policies/7/approve', { status: 409, code: 'ANY' }) },
    'inconclusive',
    'inconclusive',
  ],
])('%s', (_, changed, deployed, strict) => {
  const verdicts = [false, true].map(
    (is) => judged(tighterCapBinds, historyOf({ ...GOOD, ...changed }, { strict: is })).verdict,
  );
  expect(verdicts).toEqual([deployed, strict]);
});
