import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { statedZeroFeeIsAZero } from './stated-zero-fee-is-a-zero.check.ts';

const submitted = answer('POST /orders', { status: 201, position: 7, body: { orderId: '17' } });
const trade = (orderId: string, fee: unknown) => ({ orderId, fee, feeAssetId: 2 });

test.each([
  ['a zero', [trade('17', '0.00')], 'pass'],
  ['a zero in each slice', [trade('17', '0'), trade('17', '0.000')], 'pass'],
  ['null', [trade('17', null)], 'violated'],
  ['null in one slice', [trade('17', '0'), trade('17', null)], 'violated'],
  ['a charge', [trade('17', '0.1')], 'violated'],
  ["another order's null", [trade('17', '0'), trade('9', null)], 'pass'],
  ['none of its own', [trade('9', '0')], 'not-exercised'],
])('%s', (_, items, verdict) => {
  const executions = answer('GET /executions', { status: 200, body: { items } });
  expect(judged(statedZeroFeeIsAZero, historyOf({ submitted, executions })).verdict).toBe(verdict);
});
