import { expect, test } from 'vitest';
import { REST_ROUTES } from '../contract/routes.ts';
import { answer, historyOf } from '../testing/sample-history.ts';
import { rowKeyOf } from './paged.ts';
import { absentPath, bodyOf, byWrite, labelOf, sampleWrite } from './sample-write.ts';

test('an absent path names ids that no row has', () => {
  const paths = REST_ROUTES.filter(({ path }) => path.includes('{id}')).map((route) => absentPath(route));
  expect(paths.filter((path) => path.includes('{'))).toEqual([]);
  expect(absentPath({ path: '/orders/{id}/cancel', ids: 'int64' })).toBe('/orders/9223372036854775807/cancel');
  expect(absentPath({ path: '/algos/instances/{id}/configs/{seq}' })).toBe(
    '/algos/instances/2147483647/configs/2147483647',
  );
});

test('a write on a row knows the row, and the same path for an absent row', () => {
  expect(sampleWrite('POST /orders/{id}/cancel', { id: '17' })).toMatchObject({
    path: '/orders/17/cancel',
    about: '/orders/17',
    absent: '/orders/9223372036854775807/cancel',
  });
  expect(sampleWrite('POST /users', { body: { subject: 's' } })).toMatchObject({
    path: '/users',
    about: '/users',
    absent: undefined,
  });
});

test('only an order carries its key in its body', () => {
  expect(bodyOf(sampleWrite('POST /orders', { body: { qty: '1' } }), 'k')).toEqual({ clientOrderId: 'k', qty: '1' });
  expect(bodyOf(sampleWrite('POST /users', { body: { subject: 's' } }), 'k')).toEqual({ subject: 's' });
});

test('throws for a route that is not a write of the interface', () => {
  expect(() => sampleWrite('POST /nonsense')).toThrow('no write of the interface');
  expect(() => sampleWrite('GET /users')).toThrow('no write of the interface');
});

test('finds the exchanges of each write by label', () => {
  const sample = answer('POST /x', { status: 200 });
  const labels = [
    labelOf('no JSON', sampleWrite('POST /users')),
    labelOf('taken', sampleWrite('POST /users')),
    labelOf('taken', sampleWrite('PUT /users/{id}', { id: 7 })),
    'something else',
  ];
  const found = byWrite(historyOf(Object.fromEntries(labels.map((label) => [label, sample]))).exchanges);
  expect([...found].map(([name, of]) => [name, [...of.keys()]])).toEqual([
    ['POST /users', ['no JSON', 'taken']],
    ['PUT /users/{id}', ['taken']],
  ]);
});

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
