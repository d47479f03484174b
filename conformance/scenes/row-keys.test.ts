import { expect, test } from 'vitest';
import { rowKeyOf } from './row-keys.ts';

test.each([
  ['/orders', { orderId: '17', accountId: 1 }, '17'],
  ['/algos/instances/3/orders', { orderId: '17' }, '17'],
  ['/executions', { executionId: '18', orderId: '17' }, '18'],
  ['/account-balances', { accountId: 1, assetId: 2 }, '1/2'],
  ['/users', { userId: 7, orgId: 1 }, '7'],
  ['/algos/instances/3/configs', { seq: 2, instanceId: 3 }, '2'],
  ['/unknown', { a: 1 }, '{"a":1}'],
])('%s', (path, row, key) => expect(rowKeyOf(path)(row)).toBe(key));

test('two versions of one id are two rows', () => {
  const keyOf = rowKeyOf('/algos/versions');
  expect(keyOf({ pool: 'a', algoVersionId: 1 })).not.toBe(keyOf({ pool: 'b', algoVersionId: 1 }));
});
