/** Reference data on its way to a member: controlled over the control plane and observed on the wire. */
import { describe, expect, test } from 'vitest';
import type { PrincipalName } from '../seed-data/world.ts';
import { type Answered, callerOf, sandboxOf } from '../testing/sample-caller.ts';

/** A sandbox with its control plane and one principal, who states the order's instrument. */
async function scene(name: PrincipalName) {
  const sandbox = await sandboxOf({ clock: 'virtual' });
  async function control(method: 'GET' | 'POST', path: string, body?: unknown) {
    const answer = await fetch(sandbox.controlUrl + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: answer.status, body: (await answer.json()) as Answered['body'] };
  }
  return { sandbox, control, caller: await callerOf(sandbox, name) };
}

const LATE = { on: { edge: 'apply', member: 'm1' }, hold: 'reference' };
const anOrder = (of: object) => ({ account: 'main', side: 'BUY', price: '9.00', qty: '1', ...of });

describe('an instrument that is listed later', () => {
  test('can be named at once, and is filled at its quote', async () => {
    const { sandbox, control, caller: trader } = await scene('trader');
    const listed = await control('POST', '/instruments', { symbol: 'AVAX-USD', bid: '9.99', ask: '10.00' });
    expect(listed.status).toBe(201);
    const { status, body } = await trader.post('/orders', anOrder({ instrument: 'AVAX-USD', price: undefined }));
    expect([status, body.instrumentId]).toEqual([201, listed.body.instrumentId]);
    await sandbox.clock.advance(1000);
    expect((await trader.get(`/orders/${body.orderId}`)).body).toMatchObject({ status: 'FILLED', avgPx: '10' });
  });

  test('is accepted by its id if the member does not hold it yet, and its symbol is not (ORD-11)', async () => {
    const { control, caller: trader } = await scene('trader');
    const fault = await control('POST', '/faults', LATE);
    const { instrumentId } = (await control('POST', '/instruments', { symbol: 'AVAX-USD' })).body;

    const named = await trader.post('/orders', anOrder({ instrument: 'AVAX-USD' }), { key: 'k-1' });
    expect([named.status, named.body.error.code]).toEqual([422, 'INSTRUMENT_NOT_LIVE']);
    expect(named.headers).not.toHaveProperty('x-service-global-sequence');
    const byId = await trader.post('/orders', anOrder({ instrumentId }));
    expect([byId.status, byId.body.instrumentId]).toEqual([201, instrumentId]);
    expect(byId.headers).toHaveProperty('x-service-global-sequence');
    const nobodys = await trader.post('/orders', anOrder({ instrumentId: instrumentId + 1 }));
    expect([nobodys.status, nobodys.body.error.code]).toEqual([422, 'INSTRUMENT_NOT_LIVE']);
    expect(nobodys.headers).toHaveProperty('x-service-global-sequence');

    expect((await control('GET', `/faults/${fault.body.id}`)).body).toMatchObject({ firings: 1, held: 1 });
    expect((await control('POST', '/holds/reference/release')).body).toEqual({ released: 1 });
    // The member's refusal left the key free.
    const again = await trader.post('/orders', anOrder({ instrument: 'AVAX-USD' }), { key: 'k-1' });
    expect([again.status, again.body.instrumentId]).toEqual([201, instrumentId]);
    expect(again.headers).not.toHaveProperty('idempotent-replay');
  });

  test.each([
    ['a symbol in use', { symbol: 'BTC-USD' }, 409, /^symbol: BTC-USD is listed already/],
    ['a symbol of no two assets', { symbol: 'AVAX' }, 400, /^body\.symbol: must be two assets/],
    ['a zero grid', { symbol: 'A-B', step: '0.0' }, 400, /^body\.step: must be more than 0/],
    ['a grid that is not a number', { symbol: 'A-B', tick: '1e3' }, 400, /^body\.tick: is not a decimal/],
    ['a quote of one leg', { symbol: 'A-B', bid: '9' }, 400, /^body: bid and ask: both or neither/],
    ['a bid above its ask', { symbol: 'A-B', bid: '9', ask: '8' }, 400, /^body: bid: more than the ask/],
    ['a grid finer than its scale', { symbol: 'A-B', workingScale: 1 }, 400, /^body: workingScale: /],
    ['an unknown venue', { symbol: 'A-B', exchangeId: 99 }, 400, /^body: exchangeId: one of 1, 2/],
  ])('is refused with %s', async (_, body, status, message) => {
    const { control } = await scene('trader');
    const before = (await control('GET', '/journal')).body.head;
    expect(await control('POST', '/instruments', body)).toMatchObject({
      status,
      body: { error: { message: expect.stringMatching(message) } },
    });
    expect((await control('GET', '/journal')).body.head).toBe(before);
  });
});

describe('an algo version that is loaded later', () => {
  const DOCUMENT = '{ "account": "main", "instrument": "BTC-USD", "side": "BUY", "price": "50.00", "qty": "0.01" }';
  const REPLACED = DOCUMENT.replace('"main"', '1 /* main */').replace('"BTC-USD"', '1 /* BTC-USD */');
  const create = (algoVersionId: number) => ({
    algoVersionId,
    pool: 'pool-a',
    displayName: 'late',
    document: DOCUMENT,
  });

  test('sends names unchanged if the member does not hold it yet: the platform refuses, and the key is spent (ALG-17)', async () => {
    const { control, caller: manager } = await scene('algoManager');
    await control('POST', '/faults', LATE);
    const { algoVersionId } = (await control('POST', '/algo-versions', { pool: 'pool-a' })).body;
    const catalogue = async () =>
      (await manager.get('/algos/versions')).body.items.map((row: { algoVersionId: number }) => row.algoVersionId);
    expect(await catalogue()).not.toContain(algoVersionId);

    const refused = await manager.post('/algos/instances', create(algoVersionId), { key: 'k-1' });
    expect([refused.status, refused.body.error.code]).toEqual([422, 'FIELD_TYPE_MISMATCH']);
    expect(refused.headers).toHaveProperty('x-service-global-sequence');

    await control('POST', '/holds/reference/release');
    expect(await catalogue()).toContain(algoVersionId);
    const spent = await manager.post('/algos/instances', create(algoVersionId), { key: 'k-1' });
    expect([spent.status, spent.body.error.code]).toEqual([422, 'FIELD_TYPE_MISMATCH']);
    expect(spent.headers).toHaveProperty('idempotent-replay', 'true');

    const fresh = await manager.post('/algos/instances', create(algoVersionId));
    expect([fresh.status, fresh.body.algoVersionId]).toEqual([201, algoVersionId]);
    const config = await manager.get(`/algos/instances/${fresh.body.instanceId}/configs/1`);
    expect(config.body.document).toBe(REPLACED);
  });

  test('may have any schema: member and platform find the same references', async () => {
    const { sandbox, control, caller: manager } = await scene('algoManager');
    const account = { type: 'integer', 'x-service-reference': 'account' };
    const instrument = { type: ['integer', 'null'], 'x-service-reference': 'instrument' };
    const documentSchema = {
      $defs: { leg: { anyOf: [{ type: 'null' }, { properties: { at: account, of: instrument } }] } },
      properties: { legs: { prefixItems: [{ const: 'main' }], items: { $ref: '#/$defs/leg' } } },
      patternProperties: { '^note': { type: 'string' } },
      additionalProperties: { oneOf: [account, { type: 'object', allOf: [{ $ref: '#/$defs/leg' }] }] },
    };
    const manifest = { name: 'sampler', version: '1.0.0', description: 'Places nothing.' };
    const { body } = await control('POST', '/algo-versions', { pool: 'pool-a', manifest, documentSchema });
    const document =
      '{ "legs": ["main", null, { "at": "main" }, { "of": "ETH-USD" }], "note 1": "main", "a": "main", "b": { "of": "BTC-USD" } }';
    const created = await manager.post('/algos/instances', { ...create(body.algoVersionId), document });
    expect(created.status).toBe(201);
    const { body: config } = await manager.get(`/algos/instances/${created.body.instanceId}/configs/1`);
    const { id } = sandbox.profile.fixtures.account;
    expect([config.accountIds, config.instrumentIds]).toEqual([[id], [1, 2]]);
    expect(config.document).toContain(`"legs": ["main", null, { "at": ${id} /* main */ }, { "of": 2 /* ETH-USD */ }]`);
    expect(config.document).toContain(`"note 1": "main", "a": ${id} /* main */, "b": { "of": 1 /* BTC-USD */ }`);
  });

  test.each([
    ['that its pool has', { pool: 'pool-a', algoVersionId: 1 }, 409, /^pool-a has loaded version 1 already/],
    ['like none', { pool: 'pool-x' }, 409, /^pool-x has loaded nothing yet/],
    ['of a pool without a name', { pool: 'POOL' }, 400, /^body\.pool: must be 1 to 32/],
    [
      'with an invalid schema',
      { pool: 'pool-a', documentSchema: { type: 'object', properties: { a: { $ref: '#/$defs/a' } } } },
      400,
      /^body\.documentSchema: the schema of the version cannot be read: can't resolve/,
    ],
    [
      'with an unknown type',
      { pool: 'pool-a', documentSchema: { type: 'text' } },
      400,
      /^body\.documentSchema: the schema of the version cannot be read: /,
    ],
  ])('is refused: %s', async (_, body, status, message) => {
    const { control } = await scene('trader');
    const before = (await control('GET', '/journal')).body.head;
    expect(await control('POST', '/algo-versions', body)).toMatchObject({
      status,
      body: { error: { message: expect.stringMatching(message) } },
    });
    expect((await control('GET', '/journal')).body.head).toBe(before);
  });
});
