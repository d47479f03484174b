import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { executionsArePagesAndRows } from './executions-are-pages-and-rows.check.ts';

const submitted = answer('POST /orders', { status: 201, position: 7, body: { orderId: '17' } });
const execution = { executionId: '18', tradeId: 'T-1', fee: '0.25', feeAssetId: 1 };
const page = (...items: object[]) => answer('GET /executions', { status: 200, body: { items } });
const row = (body: object) => answer('GET /executions/18', { status: 200, body });

test.each([
  ['as it should be', execution, row(execution), 'pass'],
  ['no fee', { ...execution, fee: null, feeAssetId: null }, row({ ...execution, fee: null, feeAssetId: null }), 'pass'],
  ['zeros past the page', execution, row({ ...execution, fee: '0.250' }), 'pass'],
  ['without a trade', { ...execution, tradeId: undefined }, row(execution), 'violated'],
  ['without a fee', { ...execution, fee: undefined }, row(execution), 'violated'],
  ['without the asset', { ...execution, feeAssetId: undefined }, row(execution), 'violated'],
  ['a fee as a number', { ...execution, fee: 0.25 }, row(execution), 'violated'],
  ['an id as a number', { ...execution, executionId: 18 }, undefined, 'violated'],
  ['no such row', execution, answer('GET /executions/18', { status: 404, code: 'NOT_FOUND' }), 'violated'],
  ['another trade', execution, row({ ...execution, tradeId: 'T-2' }), 'violated'],
])('%s', (_, item, single, verdict) => {
  const read = { submitted, executions: page(item), page: page(item) };
  const history = historyOf(single === undefined ? read : { ...read, row: single });
  expect(judged(executionsArePagesAndRows, history).verdict).toBe(verdict);
});

test('nothing filled shows nothing; a page that is refused does', () => {
  expect(judged(executionsArePagesAndRows, historyOf({ submitted, executions: page(), page: page() })).verdict).toBe(
    'inconclusive',
  );
  const refused = answer('GET /executions', { status: 404, code: 'ROUTE_NOT_FOUND' });
  expect(judged(executionsArePagesAndRows, historyOf({ submitted, executions: refused, page: refused })).verdict).toBe(
    'violated',
  );
});
