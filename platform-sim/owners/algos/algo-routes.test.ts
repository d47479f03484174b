/** Algos through a real member, their owner and their engine. */
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../sandbox.ts';
import { type Answered, type Caller, callerOf, sandboxOf } from '../../testing/sample-caller.ts';

const LIMIT_BYTES = 6_144;
const QUOTER = { algoVersionId: 1, pool: 'pool-a', displayName: 'mine' };
/** Its price is far below the market. */
const DOCUMENT = '{ "account": "main", "instrument": "BTC-USD", "side": "BUY", "price": "50.00", "qty": "0.01" }';
const SENT =
  '{ "account": 1 /* main */, "instrument": 1 /* BTC-USD */, "side": "BUY", "price": "50.00", "qty": "0.01" }';

const codeOf = ({ status, body }: Answered) => [status, body.error?.code];

interface Scene {
  readonly sandbox: Sandbox;
  readonly admin: Caller;
  readonly manager: Caller;
}

async function scene(): Promise<Scene> {
  const sandbox = await sandboxOf({ clock: 'virtual' });
  return { sandbox, admin: await callerOf(sandbox, 'admin'), manager: await callerOf(sandbox, 'algoManager') };
}

/** The path of a new instance, with one document that the engine has applied. */
async function created(manager: Caller, document = DOCUMENT): Promise<string> {
  const { status, body } = await manager.post('/algos/instances', { ...QUOTER, document });
  expect(status).toBe(201);
  return `/algos/instances/${body.instanceId}`;
}

describe('an instance', () => {
  test('exists with its first document, which the engine then applies; the operation of its key names both', async () => {
    const { manager } = await scene();
    const { status, headers, body } = await manager.post(
      '/algos/instances',
      { ...QUOTER, document: DOCUMENT },
      { key: 'k' },
    );
    expect([status, body.status, body.configSeq, headers['etag']]).toEqual([201, 'STOPPED', 1, undefined]);
    const { outcome } = (await manager.get('/operations/k')).body;
    expect(outcome).toMatchObject({ family: 'algos', instanceId: body.instanceId, configSeq: 1, status: 'SUCCEEDED' });

    const row = await manager.get(`/algos/instances/${body.instanceId}`);
    expect(row.headers['etag']).toBe('"1"');
    expect(row.body).toMatchObject({ lastCause: 'ENGINE_APPLIED', lastUpdatedByUserId: null, appliedConfigSeq: 1 });
    const config = await manager.get(`/algos/instances/${body.instanceId}/configs/1`);
    expect(config.body).toMatchObject({ document: SENT, outcome: 'APPLIED', accountIds: [1], instrumentIds: [1] });
    expect(config.body.outcomeAtNs).not.toBeNull();
  });

  test('is started, places its orders, is stopped and deleted, and stays readable', async () => {
    const { sandbox, manager } = await scene();
    const path = await created(manager);
    expect((await manager.post(`${path}/start`, { remark: 'go' })).body).toMatchObject({ status: 'STARTED' });
    await sandbox.clock.advance(1_000);
    const { items } = (await manager.get(`${path}/orders`)).body;
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ userId: 0, algoInstanceId: Number(path.split('/').at(-1)), status: 'OPEN' });
    expect((await manager.post(`${path}/stop`)).body).toMatchObject({ status: 'STOPPED' });
    expect((await manager.post(`${path}/delete`)).body).toMatchObject({ status: 'DELETED' });

    const listed = (await manager.get('/algos/instances')).body.items;
    expect(listed.at(-1)).toEqual((await manager.get(path)).body);
    expect((await manager.get(`${path}/configs`)).body.items).toHaveLength(1);
    for (const arm of ['start', 'stop', 'delete'])
      expect(codeOf(await manager.post(`${path}/${arm}`))).toEqual([409, 'TRANSITION_NOT_ADMITTED']);
    expect((await manager.put(`${path}/config`, { document: DOCUMENT })).status).toBe(409);
  });

  test('of a user without algos:manage is refused by the platform, and so is every other write', async () => {
    const { sandbox, manager } = await scene();
    const path = await created(manager);
    const trader = await callerOf(sandbox, 'trader');
    const writes = [
      await trader.post('/algos/instances', { ...QUOTER, document: DOCUMENT }),
      await trader.put(`${path}/config`, { document: DOCUMENT }),
      await trader.post(`${path}/start`),
      await trader.post(`${path}/stop`),
      await trader.post(`${path}/delete`),
      await trader.post('/algos/halt'),
    ];
    for (const write of writes) {
      expect(codeOf(write)).toEqual([403, 'CAPABILITY_DENIED']);
      expect(write.headers).toHaveProperty('x-service-global-sequence');
    }
    expect((await trader.get(path)).status).toBe(200);
  });

  test('that is started is stopped by a halt, and a second halt stops none', async () => {
    const { manager } = await scene();
    await manager.post('/algos/halt');
    const paths = [await created(manager), await created(manager), await created(manager)];
    for (const path of paths.slice(1)) await manager.post(`${path}/start`);
    const first = await manager.post('/algos/halt', { remark: 'all' }, { key: 'halt' });
    expect([first.status, first.body]).toEqual([200, { count: 2 }]);
    expect((await manager.get('/operations/halt')).body.outcome).toMatchObject({ count: 2, instanceId: null });
    expect((await manager.get(paths[1] ?? '')).body).toMatchObject({ status: 'STOPPED', lastCause: 'HALTED' });
    expect((await manager.post('/algos/halt')).body).toEqual({ count: 0 });
  });
});

describe('a document', () => {
  test('blocks others while it awaits its verdict: another is CONFIG_PENDING until the engine has judged it once', async () => {
    const { sandbox, manager } = await scene();
    const path = await created(manager);
    sandbox.faults.add({ on: { edge: 'engine' }, hold: 'verdict', times: 1 });
    const staged = await manager.put(`${path}/config`, { document: DOCUMENT, remark: 'again' }, { ifMatch: '"1"' });
    expect([staged.status, staged.headers['etag']]).toEqual([200, undefined]);
    expect(staged.body).toMatchObject({ seq: 2, outcome: 'STAGED', outcomeAtNs: null, detail: null, document: SENT });
    expect((await manager.get(path)).headers['etag']).toBe('"2"');
    expect(codeOf(await manager.put(`${path}/config`, { document: DOCUMENT }))).toEqual([409, 'CONFIG_PENDING']);
    sandbox.faults.release('verdict');
    await sandbox.clock.advance(0);
    expect((await manager.get(`${path}/configs/2`)).body).toMatchObject({ outcome: 'APPLIED' });
    expect((await manager.put(`${path}/config`, { document: DOCUMENT })).body.seq).toBe(3);
  });

  test("on a stale If-Match is refused with the instance's current sequence", async () => {
    const { manager } = await scene();
    const path = await created(manager);
    await manager.put(`${path}/config`, { document: DOCUMENT });
    const stale = await manager.put(`${path}/config`, { document: DOCUMENT }, { ifMatch: '"1"' });
    expect([...codeOf(stale), stale.headers['etag'], stale.body.error.currentVersion]).toEqual([
      412,
      'CONFIG_SEQ_CONFLICT',
      '"2"',
      2,
    ]);
    expect((await manager.put(`${path}/config`, { document: DOCUMENT }, { ifMatch: '"2"' })).status).toBe(200);
  });

  test('that the engine refuses is REFUSED with its reason, and still counts', async () => {
    const { manager } = await scene();
    const path = await created(manager);
    await manager.put(`${path}/config`, { document: DOCUMENT.replace('0.01', 'much') });
    const { body } = await manager.get(`${path}/configs/2`);
    expect([body.outcome, body.detail]).toEqual(['REFUSED', expect.stringContaining('qty')]);
    expect((await manager.get(path)).body).toMatchObject({
      configSeq: 2,
      appliedConfigSeq: 1,
      lastCause: 'ENGINE_REFUSED',
    });
  });

  test('of exactly the limit is accepted, and kept byte for byte; with a byte more it is refused', async () => {
    const { manager } = await scene();
    const written = `${SENT}\r\n// ${'ü'.repeat(10)}\t`;
    const full = written + ' '.repeat(LIMIT_BYTES - Buffer.byteLength(written));
    const path = await created(manager, full);
    expect((await manager.get(`${path}/configs/1`)).body.document).toBe(full);
    const over = await manager.put(`${path}/config`, { document: `${full} ` }, { key: 'over' });
    expect([...codeOf(over), over.headers['x-service-global-sequence']]).toEqual([
      413,
      'DOCUMENT_TOO_LARGE',
      undefined,
    ]);
    expect((await manager.put(`${path}/config`, { document: SENT }, { key: 'over' })).status).toBe(200);
  });

  test('with a name that no comment can hold has only ids; one too large with them is refused', async () => {
    const { admin, manager } = await scene();
    const account = async (displayName: string) =>
      (await admin.post('/accounts', { exchangeId: 1, displayName, portfolioId: null, credentialId: null })).body
        .accountId;
    const [odd, short] = [await account('a*/b'), await account('s')];
    const path = await created(manager, DOCUMENT.replace('main', 'a*/b'));
    const config = (await manager.get(`${path}/configs/1`)).body;
    expect(config.document).toBe(DOCUMENT.replace('"main"', String(odd)).replace('"BTC-USD"', '1'));
    expect(config.accountIds).toEqual([odd]);

    const named = DOCUMENT.replace('main', 's');
    const grown = DOCUMENT.replace('"main"', String(short)).replace('"BTC-USD"', '1');
    const room = ' '.repeat(LIMIT_BYTES - Buffer.byteLength(grown));
    expect(Buffer.byteLength(named + room)).toBeGreaterThan(LIMIT_BYTES - 20);
    expect(
      (await manager.put(`${path}/config`, { document: named.replace('"BTC-USD"', '1') + room })).body.document,
    ).toBe(grown + room);
    const over = await manager.put(`${path}/config`, { document: `${named.replace('"BTC-USD"', '1')}${room} ` });
    expect(codeOf(over)).toEqual([413, 'DOCUMENT_TOO_LARGE']);
  });

  test('with names that only another organisation has is refused like one with unknown names', async () => {
    const { sandbox, manager } = await scene();
    const outsider = await callerOf(sandbox, 'outsider');
    const { body } = await outsider.post('/accounts', { exchangeId: 1, displayName: 'theirs' });
    expect(body.accountId).toBeGreaterThan(0);
    const told = async (name: string) => {
      const { status, body, headers } = await manager.post(
        '/algos/instances',
        { ...QUOTER, document: DOCUMENT.replace('main', name) },
        { key: `${name}-key` },
      );
      expect(headers).not.toHaveProperty('x-service-global-sequence');
      expect(codeOf(await manager.get(`/operations/${name}-key`))).toEqual([404, 'UNKNOWN_OPERATION']);
      return [status, { ...body.error, requestId: null }];
    };
    expect(await told('theirs')).toEqual(await told('nobody'));
    expect(await told('theirs')).toEqual([422, expect.objectContaining({ code: 'REFERENCE_UNKNOWN_ACCOUNT' })]);
  });
});
