import { expect, test } from 'vitest';
import { answer, historyOf } from '../../runner/sample-history.ts';
import { chargeIsAPositiveExactFee } from './charge-is-a-positive-exact-fee.check.ts';

const submitted = answer('POST /orders', { status: 201, position: 7, body: { orderId: '17' } });
const trade = (qty: string, fee: unknown, over: object = {}) => ({
  ...{ orderId: '17', price: '100.00', qty, fee, feeAssetId: 1 },
  ...over,
});
const others = (fee: unknown, feeAssetId: unknown) => trade('1', fee, { orderId: '9', feeAssetId });
const exact = [trade('1.2345', '0.12345000'), trade('0.5', '0.05')];

test.each([
  ['exact', exact, true, 'pass'],
  ["another order's zero", [...exact, others('0.00', 1)], true, 'pass'],
  ["another order's null", [...exact, others(null, null)], true, 'pass'],
  ['a zero as null', [...exact, others(null, 1)], true, 'violated'],
  ['a zero as null, elsewhere', [...exact, others(null, 1)], false, 'pass'],
  ['negative', [trade('1', '-0.1')], true, 'violated'],
  ['negative elsewhere: a rebate', [trade('1', '-0.1')], false, 'pass'],
  ['zero for a charge', [trade('1', '0')], true, 'violated'],
  ['rounded to cents', [trade('1.2345', '0.12'), trade('0.5', '0.05')], true, 'violated'],
  ['a number', [trade('1', 0.1)], false, 'violated'],
  ['none of its own', [others('0.1', 1)], true, 'inconclusive'],
])('%s', (_, items, strict, verdict) => {
  const executions = answer('GET /executions', { status: 200, body: { items } });
  expect(chargeIsAPositiveExactFee.judge(historyOf({ submitted, executions }, { strict })).verdict).toBe(verdict);
});
