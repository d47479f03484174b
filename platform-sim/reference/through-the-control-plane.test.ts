/**
 * Reference data on its way to a member: controlled over the control plane and observed on the wire. The suite judges
 * late data (`ord/held-names`, `alg/document-names`).
 */
import { describe, expect, test } from 'vitest';
import { control, deskOf } from '../testing/sample-caller.ts';

test('an instrument that is listed later can be named at once, and is filled at its quote', async () => {
  const { sandbox, trader } = await deskOf();
  const listed = await control(sandbox, 'POST', '/instruments', { symbol: 'AVAX-USD', bid: '9.99', ask: '10.00' });
  expect(listed.status).toBe(201);
  const { status, body } = await trader.post('/orders', {
    account: 'main',
    instrument: 'AVAX-USD',
    side: 'BUY',
    qty: '1',
  });
  expect([status, body.instrumentId]).toEqual([201, listed.body.instrumentId]);
  await sandbox.clock.advance(1000);
  expect((await trader.get(`/orders/${body.orderId}`)).body).toMatchObject({ status: 'FILLED', avgPx: '10' });
});

test('an algo version that is loaded later may have any schema: member and platform find the same references', async () => {
  const { sandbox, algoManager } = await deskOf();
  const account = { type: 'integer', 'x-service-reference': 'account' };
  const instrument = { type: ['integer', 'null'], 'x-service-reference': 'instrument' };
  const documentSchema = {
    $defs: { leg: { anyOf: [{ type: 'null' }, { properties: { at: account, of: instrument } }] } },
    properties: { legs: { prefixItems: [{ const: 'main' }], items: { $ref: '#/$defs/leg' } } },
    patternProperties: { '^note': { type: 'string' } },
    additionalProperties: { oneOf: [account, { type: 'object', allOf: [{ $ref: '#/$defs/leg' }] }] },
  };
  const manifest = { name: 'sampler', version: '1.0.0', description: 'Places nothing.' };
  const { body } = await control(sandbox, 'POST', '/algo-versions', { pool: 'pool-a', manifest, documentSchema });
  const document =
    '{ "legs": ["main", null, { "at": "main" }, { "of": "ETH-USD" }], "note 1": "main", "a": "main", "b": { "of": "BTC-USD" } }';
  const of = { algoVersionId: body.algoVersionId, pool: 'pool-a', displayName: 'late', document };
  const created = await algoManager.post('/algos/instances', of);
  expect(created.status).toBe(201);
  const { body: config } = await algoManager.get(`/algos/instances/${created.body.instanceId}/configs/1`);
  const { id } = sandbox.profile.fixtures.account;
  expect([config.accountIds, config.instrumentIds]).toEqual([[id], [1, 2]]);
  expect(config.document).toContain(`"legs": ["main", null, { "at": ${id} /* main */ }, { "of": 2 /* ETH-USD */ }]`);
  expect(config.document).toContain(`"note 1": "main", "a": ${id} /* main */, "b": { "of": 1 /* BTC-USD */ }`);
});

const POOL_A = { pool: 'pool-a' };
const CIRCULAR = { type: 'object', properties: { a: { $ref: '#/$defs/a' } } };

describe('refused, with the journal unchanged:', () => {
  // biome-ignore format: an aligned table
  test.each<[string, path: string, body: object, number, RegExp]>([
    ['a symbol in use',                    '/instruments',   { symbol: 'BTC-USD' },                  409, /^symbol: BTC-USD is listed already/],
    ['a symbol of no two assets',          '/instruments',   { symbol: 'AVAX' },                     400, /^body\.symbol: must be two assets/],
    ['a zero grid',                        '/instruments',   { symbol: 'A-B', step: '0.0' },         400, /^body\.step: must be more than 0/],
    ['a grid that is not a number',        '/instruments',   { symbol: 'A-B', tick: '1e3' },         400, /^body\.tick: is not a decimal/],
    ['a quote of one leg',                 '/instruments',   { symbol: 'A-B', bid: '9' },            400, /^body: bid and ask: both or neither/],
    ['a bid above its ask',                '/instruments',   { symbol: 'A-B', bid: '9', ask: '8' },  400, /^body: bid: must not be above the ask/],
    ['a grid finer than its scale',        '/instruments',   { symbol: 'A-B', workingScale: 1 },     400, /^body: workingScale: /],
    ['an unknown venue',                   '/instruments',   { symbol: 'A-B', exchangeId: 99 },      400, /^body: exchangeId: one of 1, 2/],
    ['a version that its pool has',        '/algo-versions', { ...POOL_A, algoVersionId: 1 },        409, /^pool-a has loaded version 1 already/],
    ['a version like none',                '/algo-versions', { pool: 'pool-x' },                     409, /^pool-x has loaded nothing yet/],
    ['a version of a pool without a name', '/algo-versions', { pool: 'POOL' },                       400, /^body\.pool: must be 1 to 32/],
    ['an invalid schema',                  '/algo-versions', { ...POOL_A, documentSchema: CIRCULAR },  400, /^body\.documentSchema: the schema .* be read: can't resolve/],
    ['an unknown type',                    '/algo-versions', { ...POOL_A, documentSchema: { type: 'text' } }, 400, /^body\.documentSchema: the schema .* be read: /],
  ])('%s', async (_, path, body, status, message) => {
    const { sandbox } = await deskOf();
    const head = sandbox.platform.head();
    const error = { message: expect.stringMatching(message) };
    expect(await control(sandbox, 'POST', path, body)).toMatchObject({ status, body: { error } });
    expect(sandbox.platform.head()).toBe(head);
  });
});
