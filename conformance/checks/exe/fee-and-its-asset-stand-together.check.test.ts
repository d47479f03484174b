import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { feeAndItsAssetStandTogether } from './fee-and-its-asset-stand-together.check.ts';

const submitted = answer('POST /orders', { status: 201, position: 7, body: { orderId: '17' } });
const own = (fee: unknown, feeAssetId: unknown) => ({ orderId: '17', fee, feeAssetId });
const another = (fee: unknown, feeAssetId: unknown) => ({ orderId: '9', fee, feeAssetId });
const traded = (fee: unknown, qty: string, price = '100.00') => ({ ...another(fee, 1), price, qty });

test.each([
  ['a fee of an asset', [own('0.1', 1)], 'pass'],
  ['neither, of another order', [own('0.1', 1), another(null, null)], 'pass'],
  ['an amount that does not fit', [own('0.1', 1), another(null, 1)], 'pass'],
  ['neither', [own(null, null)], 'pass'],
  ['a fee of nothing', [own('0.1', 1), another('0.1', null)], 'violated'],
  ['a zero of nothing', [own('0.1', 1), another('0', null)], 'violated'],
  ['asset 0', [own('0.1', 1), another(null, 0)], 'violated'],
  ['no asset member', [own('0.1', undefined)], 'violated'],
  ['a fee of more than fits', [traded(null, '900'), traded('0.1', '1')], 'pass'],
  ['a fee of another asset', [traded(null, '1'), { ...traded('0.1', '2'), feeAssetId: 2 }], 'pass'],
  ['a larger fee that hardly fits', [traded(null, '1'), traded('9.1', '2')], 'pass'],
  ['no fee, though that of a larger trade fits', [traded(null, '1'), traded('0.1', '2')], 'violated'],
  ['no fee of the least trade', [traded(null, '0.0001')], 'violated'],
  ['no execution', [], 'inconclusive'],
])('%s', (_, items, verdict) => {
  const executions = answer('GET /executions', { status: 200, body: { items } });
  expect(judged(feeAndItsAssetStandTogether, historyOf({ submitted, executions })).verdict).toBe(verdict);
});
