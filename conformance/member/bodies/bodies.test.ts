import { describe, expect, test } from 'vitest';
import { parseProfile } from '../profile/read-profile.ts';
import { bodiesOf } from './bodies.ts';
import { inOwnWords } from './own-names.ts';

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

test('an order is sent unchanged if the member requires nothing more', () =>
  expect(bodiesOf({ fixtures }, undefined).fit(sending, order).body).toEqual(order));

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
  expect(bodies.fit(sending, order).body).toEqual({ ...order, ...own });
  expect(bodies.orderDefaults()).toEqual(own);
});

test('an example of the whole body takes precedence over minimal values of the type', () => {
  const document = documentOf('/orders', {
    required: ['tif'],
    properties: { tif: { type: 'string' } },
    example: { tif: 'DAY' },
  });
  expect(bodiesOf({ fixtures }, document).fit(sending, order).body).toEqual({ ...order, tif: 'DAY' });
});

test('a property that the interface names is never added, nor restored where a check leaves it out', () => {
  const document = documentOf('/orders', { required: ['accountId', 'clientOrderId', 'qty'], properties: {} });
  expect(bodiesOf({ fixtures }, document).fit(sending, { price: '1' }).body).toEqual({ price: '1' });
});

test('a body loses the properties that the document does not list and gains those that it requires', () => {
  const document = documentOf('/users', {
    required: ['label', 'mail'],
    properties: { label: { type: 'string' }, mail: { type: 'string', format: 'email' }, capabilities: {} },
  });
  const ours = { subject: 'touchstone-1', displayName: 'touchstone-1', capabilities: [], userId: 3 };
  // Every member refuses userId; a check states it to test exactly that.
  expect(bodiesOf({ fixtures }, document).fit({ ...sending, path: '/users' }, ours)).toMatchObject({
    body: { capabilities: [], userId: 3, label: 'touchstone-1', mail: 'touchstone@example.com' },
    lacking: undefined,
  });
});

describe('a property that the document does not list', () => {
  const lackingOf = (path: string, listed: readonly string[], ours: object, about?: readonly string[], over = {}) => {
    const properties = Object.fromEntries(listed.map((name) => [name, {}]));
    const document = documentOf(path, { properties, ...over }, 'put');
    const target = { method: 'PUT', path: path.replace('{id}', '7'), key: 'k' };
    return bodiesOf({ fixtures }, document).fit(target, ours as Record<string, unknown>, about).lacking;
  };

  // biome-ignore format: an aligned table
  test.each<[string, ...Parameters<typeof lackingOf>]>([
    ['is what the check is about',             '/portfolios/{id}',     ['note'], { portfolioId: 8 }],
    ['is all that is stated',                  '/portfolios/{id}',     ['note'], { displayNames: 'x' }],
    ['is incidental elsewhere',                '/chain-policies/{id}', ['note'], { assetId: 1, maxTransferAmount: '1' }, ['assetId']],
    ['is absent, and the check is about that', '/chain-policies/{id}', ['note'], { maxTransferAmount: '1' },             ['assetId']],
  ])('keeps the request from being sent: it %s', (_, ...of) =>
    expect(lackingOf(...of)).toMatch(/^the target's document lists no \w+ in the body of PUT .* bodies: \{ "PUT /),
  );

  // biome-ignore format: an aligned table
  test.each<[string, ...Parameters<typeof lackingOf>]>([
    ['it is incidental',          '/chain-policies/{id}',    ['note'],    { assetId: 1, chain: 'X', maxTransferAmount: '1' }],
    ['another one says the same', '/account-addresses/{id}', ['address'], { displayName: 'x', address: 'x' }],
    ['it asks for nothing',       '/users/{id}',             ['note'],    { capabilities: [] }],
    ['the document takes others', '/portfolios/{id}',        ['note'],    { portfolioId: 8 }, [], { additionalProperties: true }],
    ['a branch lists it',         '/portfolios/{id}',        ['note'],    { portfolioId: 8 }, [], { anyOf: [{}, { properties: { portfolioId: {} } }] }],
    ['it is listed as required',  '/portfolios/{id}',        ['note'],    { portfolioId: 8 }, [], { required: ['portfolioId'] }],
    ['every member refuses it',   '/portfolios/{id}',        ['note'],    { userId: 1, algoInstanceId: 1, maxOrderQtyScale: 1 }],
  ])('lets the request be sent: %s', (_, ...of) => expect(lackingOf(...of)).toBeUndefined());

  // biome-ignore format: an aligned table
  test.each([
    ['carries it under another name', { title: '{body.displayName}' }, undefined],
    ['carries it as the name',        { title: 'of {name}' },          undefined],
    ['states the same value',         { displayName: 'mine' },         undefined],
    ['states another value',          { displayName: 'theirs' },       /^bodies\["PUT \/portfolios\/\{id\}"\] of the profile states no displayName/],
    ['states nothing of it',          { title: 'theirs' },             /states no displayName/],
  ])('is judged by the template where it %s', (_, template, lacking) => {
    const bodies = bodiesOf({ fixtures, bodies: { 'PUT /portfolios/{id}': template } }, undefined);
    const fitted = bodies.fit({ method: 'PUT', path: '/portfolios/7', key: 'k' }, { displayName: 'mine' });
    if (lacking === undefined) expect(fitted.lacking).toBeUndefined();
    else expect(fitted.lacking).toMatch(lacking);
  });
});

test('a template replaces assumed values and fills in its placeholders', () => {
  const bodies = {
    'POST /orders': { tif: 'GTC', account: '{account}', ref: 'r-{key}' },
    'PUT /users/{id}': { scopes: '{body.capabilities}', user: '{id}', literal: '{{key}}' },
  };
  const fitted = bodiesOf({ fixtures, bodies }, undefined);
  expect(fitted.fit(sending, order).body).toEqual({ ...order, tif: 'GTC', ref: 'r-key-1' });
  expect(
    fitted.fit({ method: 'PUT', path: '/users/17', key: 'k' }, { displayName: 'x', capabilities: [] }).body,
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
  expect(bodiesOf({ fixtures }, undefined).fit(approve, undefined).body).toBeUndefined();
  expect(bodiesOf({ fixtures }, document).fit(approve, undefined).body).toHaveProperty('why');
  const bodies = { 'POST /credentials/{id}/approve': { credential: '{id}' } };
  expect(bodiesOf({ fixtures, bodies }, undefined).fit(approve, undefined).body).toEqual({ credential: '5' });
});

test('fixtures.order is a template for POST /orders', () => {
  const bodies = bodiesOf({ fixtures: { ...fixtures, order: { tif: 'GTC', qty: '5' } } }, undefined);
  expect(bodies.orderDefaults()).toEqual({ tif: 'GTC', qty: '5' });
  expect(bodies.fit(sending, order).body).toEqual({ ...order, tif: 'GTC' });
});

describe("what the interface names, in the member's own terms", () => {
  const USER = {
    required: ['subject'],
    isOpen: false,
    isRequired: true,
    example: {},
    properties: {
      subject: { type: 'string' },
      scopes: { type: ['array', 'null'], items: { type: 'string', enum: ['users:manage', 'orders:trade'] } },
      preset: { type: ['string', 'null'], enum: ['TRADER', 'OVERSEER', null] },
      label: { type: ['string', 'null'] },
      status: { type: ['string', 'null'], enum: ['ADMITTED', 'BARRED', null] },
    },
  };

  // biome-ignore format: an aligned table
  test.each<[string, unknown, readonly (readonly [string, unknown])[] | undefined]>([
    ['displayName',  'touchstone-1',             [['label', 'touchstone-1']]],
    ['capabilities', ['orders:trade'],           [['scopes', ['orders:trade']]]],
    ['capabilities', [],                         [['scopes', []]]],
    ['capabilities', ['TRADER'],                 [['preset', 'TRADER']]],
    ['capabilities', ['TRADER', 'users:manage'], [['preset', 'TRADER'], ['scopes', ['users:manage']]]],
    ['capabilities', ['UNHEARD_OF'],             [['scopes', ['UNHEARD_OF']]]],
    ['status',       'DISABLED',                 [['status', 'BARRED']]],
    ['status',       'ACTIVE',                   [['status', 'ADMITTED']]],
    ['status',       'ADMITTED',                 [['status', 'ADMITTED']]],
    ['externalId',   'e',                        undefined],
  ])("%s %j is expressed in the member's terms", (name, value, said) =>
    expect(inOwnWords({}, USER, [name, value])).toEqual(said),
  );

  test('a state is unchanged if the enum does not determine which value means it', () => {
    const of = (words: readonly string[]) => ({ ...USER, properties: { status: { type: 'string', enum: words } } });
    expect(inOwnWords({}, of(['ONE', 'TWO']), ['status', 'DISABLED'])).toEqual([['status', 'DISABLED']]);
    expect(inOwnWords({}, of(['BLOCKED', 'LOCKED']), ['status', 'DISABLED'])).toEqual([['status', 'DISABLED']]);
    expect(inOwnWords({}, { ...USER, properties: {} }, ['status', 'DISABLED'])).toBeUndefined();
  });

  test('presets stay in the list if the list accepts them', () => {
    const items = { type: 'string', enum: ['orders:trade', 'TRADER'] };
    const body = { ...USER, properties: { ...USER.properties, scopes: { type: 'array', items } } };
    expect(inOwnWords({}, body, ['capabilities', ['TRADER']])).toEqual([['scopes', ['TRADER']]]);
  });
});

describe('a template of the profile', () => {
  const HEAD = `baseUrl: http://127.0.0.1:1
principals: { trader: { token: t } }
fixtures: { account: { id: 1, name: main } }
`;

  const problemOf = (bodies: string): string => {
    try {
      parseProfile(`${HEAD}${bodies}`, 'p.yaml', {});
      return 'none';
    } catch (error) {
      return (error as Error).message;
    }
  };

  // biome-ignore format: an aligned table
  test.each([
    ['bodies: { "POST /orders": { account: "{account}", of: "{account.id}" } }', /^none$/],
    ['bodies: { "POST /orgs": { name: "{name}" } }',                             /^none$/],
    ['bodies:\n  POST /orders: { tif: "{tiff}" }',                               /^p\.yaml:5:24: bodies\.POST \/orders: \{tiff\} is no placeholder/],
    ['bodies:\n  POST /orders: { a: "{instrument}" }',                           /\{instrument\} needs fixtures\.instrument/],
    ['bodies:\n  POST /accounts: { a: [ "{account.nmae}" ] }',                   /^p\.yaml:5:26: .*\{account\.nmae\}/],
    ['bodies:\n  POST /oders: {}',                                               /^p\.yaml:5:3: .*no write of the interface; did you mean POST \/orders\?/],
  ])('%s', (bodies, message) => expect(problemOf(bodies)).toMatch(message));
});
