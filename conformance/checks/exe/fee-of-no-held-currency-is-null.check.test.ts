import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { feeOfNoHeldCurrencyIsNull } from './fee-of-no-held-currency-is-null.check.ts';

const submitted = answer('POST /orders', { status: 201, position: 7, body: { orderId: '17' } });
const trade = (orderId: string, fee: unknown, feeAssetId: unknown) => ({ orderId, fee, feeAssetId });

test.each([
  ['both null', [trade('17', null, null)], 'pass'],
  ['a fee of no asset', [trade('17', '0.1', null)], 'violated'],
  ['an asset that is not held', [trade('17', null, 0)], 'violated'],
  ['a fee that was not charged', [trade('17', '0', 2)], 'violated'],
  ["another order's fee", [trade('17', null, null), trade('9', '0.1', 2)], 'pass'],
  ['none of its own', [trade('9', null, null)], 'not-exercised'],
])('%s', (_, items, verdict) => {
  const executions = answer('GET /executions', { status: 200, body: { items } });
  expect(judged(feeOfNoHeldCurrencyIsNull, historyOf({ submitted, executions })).verdict).toBe(verdict);
});
