import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { operationsAreTaggedAndNamed } from './operations-are-tagged-and-named.check.ts';

const list = { operationId: 'listOrders', tags: ['Orders'] };
const cancel = { operationId: 'cancelOrder', tags: ['Orders'] };
const me = { operationId: 'getMe', tags: ['Me'] };

test.each([
  ['a tag a resource, a name an operation', list, cancel, 'pass'],
  ['an operation without tags', list, { ...cancel, tags: undefined }, 'violated'],
  ['an empty list of tags', { ...list, tags: [] }, cancel, 'violated'],
  ['an operation without a name', list, { ...cancel, operationId: undefined }, 'violated'],
  ['two operations of one name', list, { ...cancel, operationId: 'listOrders' }, 'violated'],
  ['a tag of another resource', list, { ...cancel, tags: ['Me'] }, 'violated'],
])('%s', (_, get, post, verdict) => {
  const paths = { '/orders': { get }, '/orders/{id}/cancel': { post }, '/me': { get: me } };
  const document = answer('GET /openapi.json', { status: 200, body: { paths } });
  expect(judged(operationsAreTaggedAndNamed, historyOf({ document }, { strict: true })).verdict).toBe(verdict);
});

test.each([
  ['cuts its resources otherwise', ['Cancels'], ['Me'], 'pass'],
  ['has a tag for all beside its own', ['Orders', 'All'], ['Me', 'All'], 'pass'],
  ['tags an operation as of another resource', ['Me'], ['Me'], 'violated'],
  ['has one tag for all', ['Orders'], ['Orders'], 'violated'],
])('a deployed member %s', (_, ofCancel, ofMe, verdict) => {
  const paths = {
    '/orders': { get: list, post: { operationId: 'submitOrder', tags: ['Orders'] } },
    '/orders/{id}/cancel': { post: { ...cancel, tags: ofCancel } },
    '/me': { get: { ...me, tags: ofMe } },
  };
  const document = answer('GET /openapi.json', { status: 200, body: { paths } });
  expect(judged(operationsAreTaggedAndNamed, historyOf({ document })).verdict).toBe(verdict);
});

test('a document without operations proves nothing', () => {
  const document = answer('GET /openapi.json', { status: 200, body: { paths: {} } });
  expect(judged(operationsAreTaggedAndNamed, historyOf({ document })).verdict).toBe('inconclusive');
});
