import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { executionsAddUpToTheirOrder } from './executions-add-up-to-their-order.check.ts';

const order = { orderId: '17', cumQty: '3', avgPx: '100.333333333333' };
const trade = (executionId: string, price: string, qty: string, orderId = '17') => ({
  executionId,
  price,
  qty,
  orderId,
});
const older = trade('12', '99', '7', '11');
const trades = [trade('19', '100', '2.00'), trade('18', '101', '1'), older];
const page = (items: object[], nextCursor: string | null = null) =>
  answer('GET /executions', { status: 200, body: { items, nextCursor } });
const read = (body: object) => answer('GET /orders/17', { status: 200, body });
const { price: _, ...priceless } = trade('18', '1', '3');

test.each([
  ['adds up', order, order, page(trades), true, 'pass'],
  ['zeros between the reads', order, { ...order, cumQty: '3.0' }, page(trades), true, 'pass'],
  ['an average of fewer places', { ...order, avgPx: '100.3' }, undefined, page(trades), false, 'pass'],
  ['the same on the sandbox', { ...order, avgPx: '100.3' }, undefined, page(trades), true, 'violated'],
  ['the page before goes on', order, order, page(trades, 'more'), true, 'pass'],
  ['a trade too few', order, order, page(trades.slice(1)), false, 'violated'],
  ['a trade too many', order, order, page([trade('20', '100', '1'), ...trades]), false, 'violated'],
  ['a hair too much', { ...order, cumQty: '3.000000000000000001' }, undefined, page(trades), false, 'violated'],
  ['the last price for the average', { ...order, avgPx: '100.00' }, undefined, page(trades), false, 'violated'],
  ['no average', { ...order, avgPx: null }, undefined, page(trades), false, 'violated'],
  ['no trade of it', order, order, page([older]), false, 'violated'],
  ['still being filled', order, { ...order, cumQty: '4' }, page(trades), false, 'inconclusive'],
  ['a page too short', order, order, page(trades.slice(0, 1), 'more'), false, 'inconclusive'],
  ['nothing filled', { ...order, cumQty: '0', avgPx: null }, undefined, page([older]), false, 'inconclusive'],
  ['no price on the rows', order, order, page([priceless]), false, 'inconclusive'],
  ['no execution', order, order, page([]), false, 'inconclusive'],
])('%s', (_, before, after, executions, strict, verdict) => {
  const history = historyOf({ before: read(before), executions, after: read(after ?? before) }, { strict });
  expect(judged(executionsAddUpToTheirOrder, history).verdict).toBe(verdict);
});
