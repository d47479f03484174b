import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { chargeIsAPositiveExactFee } from './charge-is-a-positive-exact-fee.check.ts';

const submitted = answer('POST /orders', { status: 201, position: 7, body: { orderId: '17' } });
const trade = (qty: string, fee: unknown, over: object = {}) => ({
  ...{ orderId: '17', price: '100.00', qty, fee, feeAssetId: 1 },
  ...over,
});
const others = (fee: unknown, feeAssetId: unknown) => trade('1', fee, { orderId: '9', feeAssetId });
const exact = [trade('1.2345', '0.12345000'), trade('0.5', '0.05')];

test.each([
  ['exact', exact, 'pass'],
  [
    'exact to the last place that is held',
    [trade('1.2347', '0.12349469', { price: '100.02' }), trade('1', '0.10002', { price: '100.02' })],
    'pass',
  ],
  ["another order's zero", [...exact, others('0.00', 1)], 'pass'],
  ["another order's null", [...exact, others(null, null)], 'pass'],
  ['a zero as null', [...exact, others(null, 1)], 'violated'],
  ['no fee for a charge', [trade('1', null)], 'violated'],
  ['no asset for a charge', [trade('1', '0.1', { feeAssetId: null })], 'violated'],
  ['negative', [trade('1', '-0.1')], 'violated'],
  ['zero for a charge', [trade('1', '0')], 'violated'],
  ['rounded to cents', [trade('1.2345', '0.12'), trade('0.5', '0.05')], 'violated'],
  ['a number', [trade('1', 0.1)], 'violated'],
  ['none of its own', [others('0.1', 1)], 'inconclusive'],
])('%s', (_, items, verdict) => {
  const executions = answer('GET /executions', { status: 200, body: { items } });
  expect(judged(chargeIsAPositiveExactFee, historyOf({ submitted, executions })).verdict).toBe(verdict);
});
