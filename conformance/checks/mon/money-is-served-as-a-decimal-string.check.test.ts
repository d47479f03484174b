import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { moneyIsServedAsADecimalString } from './money-is-served-as-a-decimal-string.check.ts';

const order = { orderId: '5', price: '100.00', qty: '1', cumQty: '0', leavesQty: '1', avgPx: null };
const page = (over: object) => answer('GET /orders', { status: 200, body: { items: [order, { ...order, ...over }] } });
const record = (rejection: unknown) =>
  answer('GET /operations/k', { status: 200, body: { key: 'k', outcome: { rejection } } });

test.each([
  ['decimals and null', page({}), 'pass'],
  ['a fee below zero', page({ fee: '-0.5' }), 'pass'],
  ['the legs of a rejection', record({ observedValue: '0.001', limitValue: '0.01' }), 'pass'],
  ['a number', page({ price: 100 }), 'violated'],
  ['a scaled integer and its scale', page({ qty: { unscaled: '10000', scale: 4 } }), 'violated'],
  ['exponent form', page({ avgPx: '1e2' }), 'violated'],
  ['a bare point', page({ fee: '.5' }), 'violated'],
  ['a leg that is a number', record({ observedValue: 0.001, limitValue: '0.01' }), 'violated'],
  ['no money at all', answer('GET /orders', { status: 200, body: { items: [] } }), 'inconclusive'],
])('%s', (_, served, verdict) => {
  expect(judged(moneyIsServedAsADecimalString, historyOf([served])).verdict).toBe(verdict);
});
