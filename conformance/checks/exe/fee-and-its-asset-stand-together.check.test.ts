import { expect, test } from 'vitest';
import { answer, historyOf } from '../../runner/sample-history.ts';
import { feeAndItsAssetStandTogether } from './fee-and-its-asset-stand-together.check.ts';

const submitted = answer('POST /orders', { status: 201, position: 7, body: { orderId: '17' } });
const own = (fee: unknown, feeAssetId: unknown) => ({ orderId: '17', fee, feeAssetId });
const another = (fee: unknown, feeAssetId: unknown) => ({ orderId: '9', fee, feeAssetId });

test.each([
  ['a fee of an asset', [own('0.1', 1)], 'pass'],
  ['neither, of another order', [own('0.1', 1), another(null, null)], 'pass'],
  ['an amount that does not fit', [own('0.1', 1), another(null, 1)], 'pass'],
  ['neither', [own(null, null)], 'pass'],
  ['a fee of nothing', [own('0.1', 1), another('0.1', null)], 'violated'],
  ['a zero of nothing', [own('0.1', 1), another('0', null)], 'violated'],
  ['asset 0', [own('0.1', 1), another(null, 0)], 'violated'],
  ['no asset member', [own('0.1', undefined)], 'violated'],
  ['no execution', [], 'inconclusive'],
])('%s', (_, items, verdict) => {
  const executions = answer('GET /executions', { status: 200, body: { items } });
  expect(feeAndItsAssetStandTogether.judge(historyOf({ submitted, executions })).verdict).toBe(verdict);
});
