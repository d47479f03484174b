import { expect, test } from 'vitest';
import { bodiesOf } from './bodies-of.ts';

const fixtures = {
  account: { id: 1, name: 'main' },
  instrument: { id: 2, symbol: 'BTC-USD', tick: '0.01', step: '0.1', price: '100.00' },
};

function documentOf(path: string, schema: object, method = 'post'): object {
  const body = { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } } };
  return {
    paths: { [path]: { [method]: { requestBody: body } } },
    components: { schemas: { Body: { type: 'object', ...schema } } },
  };
}

const sending = { method: 'POST', path: '/orders', key: 'key-1' };
const order = { accountId: 1, instrumentId: 2, price: '100.00', qty: '1' };

test('an order is sent unchanged if the member requires nothing more', () => {
  expect(bodiesOf({ fixtures }, undefined).bodyFor(sending, order)).toEqual(order);
});

test('a property that the document requires and the interface does not name is added with its example value', () => {
  const document = documentOf('/orders', {
    required: ['tif', 'way', 'venue', 'desk', 'qty', 'account'],
    properties: {
      tif: { type: 'string', enum: ['IOC', 'GTC'], example: 'GTC' },
      way: { enum: ['SELL', 'BUY'] },
      venue: { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 7 } } },
      desk: { type: 'string', default: 'one' },
    },
    additionalProperties: false,
  });
  const bodies = bodiesOf({ fixtures }, document);
  const own = { tif: 'GTC', way: 'BUY', venue: { id: 7 }, desk: 'one' };
  expect(bodies.bodyFor(sending, order)).toEqual({ ...order, ...own });
  expect(bodies.orderDefaults()).toEqual(own);
});

test('an example of the whole body takes precedence over minimal values of the type', () => {
  const document = documentOf('/orders', {
    required: ['tif'],
    properties: { tif: { type: 'string' } },
    example: { tif: 'DAY' },
  });
  expect(bodiesOf({ fixtures }, document).bodyFor(sending, order)).toEqual({ ...order, tif: 'DAY' });
});

test('a property that the interface names is never added, nor restored where a check leaves it out', () => {
  const document = documentOf('/orders', { required: ['accountId', 'clientOrderId', 'qty'], properties: {} });
  expect(bodiesOf({ fixtures }, document).bodyFor(sending, { price: '1' })).toEqual({ price: '1' });
});

test('a closed body loses assumed properties and gains required ones under other names', () => {
  const document = documentOf('/users', {
    required: ['label', 'mail'],
    properties: { label: { type: 'string' }, mail: { type: 'string', format: 'email' }, capabilities: {} },
    additionalProperties: false,
  });
  const ours = { subject: 'touchstone-1', displayName: 'touchstone-1', capabilities: [], userId: 3 };
  // Every member refuses userId; a check states it to test exactly that.
  expect(bodiesOf({ fixtures }, document).bodyFor({ ...sending, path: '/users' }, ours)).toEqual({
    capabilities: [],
    userId: 3,
    label: 'touchstone-1',
    mail: 'touchstone@example.com',
  });
});

test('a template replaces assumed values and fills in its placeholders', () => {
  const bodies = {
    'POST /orders': { tif: 'GTC', account: '{account}', ref: 'r-{key}' },
    'PUT /users/{id}': { scopes: '{body.capabilities}', user: '{id}', literal: '{{key}}' },
  };
  const fitted = bodiesOf({ fixtures, bodies }, undefined);
  expect(fitted.bodyFor(sending, order)).toEqual({ ...order, tif: 'GTC', ref: 'r-key-1' });
  expect(
    fitted.bodyFor({ method: 'PUT', path: '/users/17', key: 'k' }, { displayName: 'x', capabilities: [] }),
  ).toEqual({
    scopes: [],
    user: '17',
    literal: '{key}',
  });
  expect(fitted.orderDefaults()).toEqual({ tif: 'GTC', account: 'main', ref: 'r-' });
});

test('a request without a body gets one only if the member requires it or the profile states it', () => {
  const document = documentOf('/credentials/{number}/approve', { required: ['why'], properties: { why: {} } });
  const approve = { ...sending, path: '/credentials/5/approve' };
  expect(bodiesOf({ fixtures }, undefined).bodyFor(approve, undefined)).toBeUndefined();
  expect(bodiesOf({ fixtures }, document).bodyFor(approve, undefined)).toHaveProperty('why');
  const bodies = { 'POST /credentials/{id}/approve': { credential: '{id}' } };
  expect(bodiesOf({ fixtures, bodies }, undefined).bodyFor(approve, undefined)).toEqual({ credential: '5' });
});

test('fixtures.order is a template for POST /orders', () => {
  const bodies = bodiesOf({ fixtures: { ...fixtures, order: { tif: 'GTC', qty: '5' } } }, undefined);
  expect(bodies.orderDefaults()).toEqual({ tif: 'GTC', qty: '5' });
  expect(bodies.bodyFor(sending, order)).toEqual({ ...order, tif: 'GTC' });
});
