/**
 * Each write crashed at each of its points: its key gets exactly one outcome, and a retry gets the same from the member
 * that replaced the crashed one and from another. Counted by key in the sequence and by reading the affected
 * collection, without the deduplicating code.
 */
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { legsOfA } from '../gateway/testing/sample-material.ts';
import type { Edge } from './faults/edges.ts';
import type { Sandbox } from './sandbox.ts';
import { type Answered, type Caller, control, type Desk, deskOf } from './testing/sample-caller.ts';
import { tradingSocket } from './testing/sample-socket.ts';

/** A write, and how often it appears in its collection. */
interface Write {
  /** Sends it under a key, as a client does. */
  send(key: string): Promise<Answered>;
  /** The number of effects in its collection. */
  effects(key: string): Promise<number>;
}

/** Prepares what one write needs. */
type Prepare = (at: Desk, n: number) => Promise<Write>;

/** The number of matching rows of a collection, over all pages. */
async function countOf(caller: Caller, path: string, fits: (row: Answered['body']) => boolean): Promise<number> {
  let count = 0;
  let cursor: string | null = '';
  while (cursor !== null) {
    const { status, body }: Answered = await caller.get(`${path}?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    count += body.items.filter(fits).length;
    cursor = body.nextCursor;
  }
  return count;
}

/** The number of versions that a row has had since. */
async function moved(caller: Caller, path: string): Promise<() => Promise<number>> {
  const { version: before } = (await caller.get(path)).body;
  return async () => (await caller.get(path)).body.version - before;
}

const ORDER = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '90.00', qty: '1' } as const;
const DOCUMENT = '{ "account": "main", "instrument": "BTC-USD", "side": "BUY", "price": "50.00", "qty": "0.01" }';
const CAPS = { maxOrderQty: null, maxOrderNotional: null, maxOpenOrders: 500, maxOrdersPerMinute: 900 };

async function instanceOf({ algoManager }: Desk): Promise<string> {
  const terms = { algoVersionId: 1, pool: 'pool-a', displayName: 'mine', document: DOCUMENT };
  const { status, body } = await algoManager.post('/algos/instances', terms);
  expect(status).toBe(201);
  return `/algos/instances/${body.instanceId}`;
}

const WRITES: Readonly<Record<string, Prepare>> = {
  'an order submitted': async ({ trader }) => ({
    send: (key) => trader.post('/orders', { ...ORDER, clientOrderId: key }, { key }),
    effects: (key) => countOf(trader, '/orders', (order) => order.clientOrderId === key),
  }),
  'an order cancelled': async ({ trader, sandbox }) => {
    const { orderId } = (await trader.post('/orders', ORDER)).body;
    return {
      send: (key) => trader.post(`/orders/${orderId}/cancel`, {}, { key }),
      effects: async () => updates(sandbox, orderId) - 1,
    };
  },
  'a row created': async ({ admin }, n) => ({
    send: (key) => admin.post('/portfolios', { displayName: `portfolio ${n}` }, { key }),
    effects: () => countOf(admin, '/portfolios', (row) => row.displayName === `portfolio ${n}`),
  }),
  'a row restated': async ({ admin }, n) => {
    const { portfolioId } = (await admin.post('/portfolios', { displayName: `former ${n}` })).body;
    const path = `/portfolios/${portfolioId}`;
    return {
      send: (key) => admin.put(path, { displayName: `restated ${n}` }, { key }),
      effects: await moved(admin, path),
    };
  },
  'a policy proposed': async ({ admin }) => {
    const isIt = (row: Answered['body']) => row.maxOpenOrders === CAPS.maxOpenOrders;
    const before = await countOf(admin, '/trading-policies', isIt);
    return {
      send: (key) => admin.post('/trading-policies', { instrumentId: null, ...CAPS }, { key }),
      effects: async () => (await countOf(admin, '/trading-policies', isIt)) - before,
    };
  },
  'a policy approved': async ({ admin, deputy }) => {
    const { body } = await admin.post('/trading-policies', { instrumentId: null, ...CAPS });
    const path = `/trading-policies/${body.tradingPolicyId}`;
    return { send: (key) => deputy.post(`${path}/approve`, {}, { key }), effects: await moved(admin, path) };
  },
  'a credential with its material': async ({ admin }, n) => {
    const terms = { exchangeId: 1, displayName: `credential ${n}`, canReadBalances: true, canTrade: true };
    // A retry must carry the same material; other material under the key is refused.
    const material = legsOfA();
    return {
      send: (key) => admin.post('/credentials', { ...terms, material }, { key }),
      effects: () => countOf(admin, '/credentials', (row) => row.displayName === terms.displayName),
    };
  },
  'an instance created': async ({ algoManager }, n) => {
    const terms = { algoVersionId: 1, pool: 'pool-a', displayName: `instance ${n}`, document: DOCUMENT };
    return {
      send: (key) => algoManager.post('/algos/instances', terms, { key }),
      effects: () => countOf(algoManager, '/algos/instances', (row) => row.displayName === terms.displayName),
    };
  },
  'a document proposed': async (at) => {
    const path = await instanceOf(at);
    return {
      send: (key) => at.algoManager.put(`${path}/config`, { document: DOCUMENT }, { key }),
      effects: async () => (await countOf(at.algoManager, `${path}/configs`, () => true)) - 1,
    };
  },
  'an instance started': async (at) => {
    const path = await instanceOf(at);
    return {
      send: (key) => at.algoManager.post(`${path}/start`, {}, { key }),
      effects: async () => Number((await at.algoManager.get(path)).body.status === 'STARTED'),
    };
  },
  'every instance halted': async (at) => {
    const path = await instanceOf(at);
    expect((await at.algoManager.post(`${path}/start`)).status).toBe(200);
    return {
      send: (key) => at.algoManager.post('/algos/halt', {}, { key }),
      effects: async () => Number((await at.algoManager.get(path)).body.status === 'STOPPED'),
    };
  },
};

/** The number of changes of an order in the sequence. */
function updates({ platform }: Sandbox, orderId: string): number {
  const facts = platform.records().flatMap(({ verdict }) => verdict.facts ?? []);
  return facts.filter((fact) => fact.kind === 'OrderUpdated' && fact.order.orderId === orderId).length;
}

/** The edges where a write is crashed, in order, and whether the sequence holds it by then. */
const POINTS = {
  'look-up': 0,
  intake: 0,
  send: 0,
  inbox: 1,
  verdict: 1,
  reply: 1,
  answer: 1,
  answered: 1,
} as const satisfies Partial<Record<Edge, 0 | 1>>;
type Point = keyof typeof POINTS;

async function bench(): Promise<Desk> {
  const limits = { intakePerMinute: 1_000 };
  const at = await deskOf({ members: [{ version: '0.14.0' }, { version: '0.14.0' }], limits });
  await only(at.sandbox, 'm1');
  return at;
}

async function controlled(sandbox: Sandbox, path: string): Promise<void> {
  expect((await control(sandbox, 'POST', path)).status).toBe(200);
}

/** Routes all later requests to this member. */
async function only(sandbox: Sandbox, member: 'm1' | 'm2'): Promise<void> {
  await controlled(sandbox, `/members/${member}/return`);
  await controlled(sandbox, `/members/${member === 'm1' ? 'm2' : 'm1'}/drain`);
}

const sequencedOf = ({ platform }: Sandbox, key: string): number =>
  platform.records().filter(({ command }) => command.key === key).length;

/** The parts of an answer that a retry must repeat (T12): all but the request's own ids. */
const outcomeOf = ({ status, body, headers }: Answered) => ({
  status,
  body,
  position: headers['x-service-global-sequence'],
});

/** Keys and names are unique per row of the matrix. */
let n = 0;

/** The observations of one write crashed at one point; the expectation depends only on the point. */
async function crashed(at: Desk, { send, effects }: Write, point: Point) {
  const { sandbox } = at;
  const key = `crash-point-${n}`;
  const fault = sandbox.faults.add({ on: { edge: point, key, member: 'm1' }, crash: true, times: 1 });
  const first = await send(key).then(outcomeOf, () => 'no answer' as const);
  const sequenced = sequencedOf(sandbox, key);
  const retried = await send(key);
  await only(sandbox, 'm2');
  const elsewhere = await send(key);
  const observed = {
    fired: sandbox.faults.get(fault.id)?.firings,
    first: first === 'no answer' ? first : 'answered',
    sequenced,
    // After the write was retried.
    sequencedInAll: sequencedOf(sandbox, key),
    effects: await effects(key),
  };
  await only(sandbox, 'm1');
  sandbox.faults.remove(fault.id);
  expect(String(retried.status)).toMatch(/^20[01]$/);
  expect(outcomeOf(elsewhere)).toEqual(outcomeOf(retried));
  if (first !== 'no answer') expect(first).toEqual(outcomeOf(retried));
  expect(elsewhere.headers['idempotent-replay']).toBe('true');
  return observed;
}

const expected = (point: Point) => ({
  fired: 1,
  first: point === 'answered' ? 'answered' : 'no answer',
  sequenced: POINTS[point],
  sequencedInAll: 1,
  effects: 1,
});

test.each(Object.keys(WRITES))('%s, crashed at each of its points, has one outcome', async (name) => {
  const at = await bench();
  for (const point of Object.keys(POINTS) as Point[]) {
    if (point === 'intake' && name !== 'a credential with its material') continue;
    n += 1;
    expect([point, await crashed(at, (await WRITES[name]?.(at, n)) as Write, point)]).toEqual([point, expected(point)]);
  }
});

/** Its member dies while the command is held in flight, and another member receives the key before the release. */
async function overtaken({ sandbox }: Desk, { send, effects }: Write, edge: 'send' | 'inbox' | 'verdict') {
  const key = `overtaken-${n}`;
  const { id } = sandbox.faults.add({ on: { edge, key, member: 'm1' }, hold: 'there', times: 1 });
  const first = send(key).then(outcomeOf, () => 'no answer' as const);
  while (sandbox.faults.get(id)?.held !== 1) await new Promise((resolve) => setImmediate(resolve));
  await controlled(sandbox, '/members/m1/crash');
  await only(sandbox, 'm2');
  const before = sandbox.platform.head();
  const elsewhere = send(key);
  // If the platform does not know the key yet, the other member sends it; otherwise the retry waits with the first.
  if (edge === 'send') await elsewhere;
  else expect(sandbox.platform.head()).toBe(before);
  sandbox.faults.remove(id);
  const outcome = outcomeOf(await elsewhere);
  await only(sandbox, 'm1');
  expect(outcomeOf(await send(key))).toEqual(outcome);
  return { first: await first, sequencedInAll: sequencedOf(sandbox, key), effects: await effects(key) };
}

test.each(Object.keys(WRITES))(
  '%s, whose key another member gets while its member dies, has one outcome',
  async (name) => {
    const at = await bench();
    for (const edge of ['send', 'inbox', 'verdict'] as const) {
      n += 1;
      const outcome = await overtaken(at, (await WRITES[name]?.(at, n)) as Write, edge);
      expect(outcome).toEqual({ first: 'no answer', sequencedInAll: 1, effects: 1 });
    }
  },
);

describe('an order submitted over a socket', () => {
  /** Resolves with the answer, or when the connection is gone. */
  async function submit(sandbox: Sandbox, clientOrderId: string) {
    const client = await tradingSocket(sandbox);
    await once(client.socket, 'open');
    client.say({ op: 'submit', reqId: 'r1', params: { ...ORDER, clientOrderId } });
    for (let received = await client.next(); ; received = await client.next()) {
      if (typeof received === 'number') return { closed: received };
      const frame = JSON.parse(received);
      if (frame.reqId !== 'r1') continue;
      client.socket.terminate();
      return { order: frame.order, position: frame.globalSequence, replay: frame.replay };
    }
  }

  const SOCKET_POINTS = ['look-up', 'send', 'inbox', 'verdict', 'reply', 'frame'] as const;

  test.each(SOCKET_POINTS)('and crashed at %s has one outcome', async (edge) => {
    const { sandbox, trader } = await bench();
    const key = `socket-${edge}`;
    const on = edge === 'frame' ? { edge, frame: 'submit' } : { edge, key };
    sandbox.faults.add({ on: { ...on, member: 'm1' }, crash: true, times: 1 });
    expect(await submit(sandbox, key)).toEqual({ closed: 1006 });
    expect(sequencedOf(sandbox, key)).toBe(edge === 'look-up' || edge === 'send' ? 0 : 1);
    const { order, position } = await submit(sandbox, key);
    await only(sandbox, 'm2');
    expect(await submit(sandbox, key)).toEqual({ order, position, replay: true });
    // One key is one order over both ways.
    const overHttp = await trader.post('/orders', { ...ORDER, clientOrderId: key }, { key });
    expect(overHttp).toMatchObject({ status: 201, body: order, headers: { 'idempotent-replay': 'true' } });
    expect(sequencedOf(sandbox, key)).toBe(1);
    expect(await countOf(trader, '/orders', ({ clientOrderId }) => clientOrderId === key)).toBe(1);
  });
});

describe('a restarted member answers the requests that it had begun', () => {
  /** Holds the write at a point, restarts its member, then releases. */
  async function restarted(edge: 'look-up' | 'intake' | 'inbox' | 'verdict', key: string) {
    const at = await bench();
    const name = edge === 'intake' ? 'a credential with its material' : 'an order submitted';
    const write = (await WRITES[name]?.(at, 0)) as Write;
    const { id } = at.sandbox.faults.add({ on: { edge, key }, hold: 'there' });
    const first = write.send(key);
    while (at.sandbox.faults.get(id)?.held !== 1) await new Promise((resolve) => setImmediate(resolve));
    await controlled(at.sandbox, '/members/m1/restart');
    at.sandbox.faults.remove(id);
    return { ...at, write, first: await first };
  }

  test.each(['look-up', 'intake'] as const)(
    'with INTERRUPTED if the command was not sent (%s): nothing is queued, and the same key is served once',
    async (edge) => {
      const { sandbox, write, first } = await restarted(edge, 'a-restart');
      expect(first).toMatchObject({ status: 500, body: { error: { code: 'INTERRUPTED', retryable: true } } });
      expect(first.headers).not.toHaveProperty('x-service-global-sequence');
      expect(sequencedOf(sandbox, 'a-restart')).toBe(0);
      const retried = await write.send('a-restart');
      expect(retried.status).toBe(201);
      expect(retried.headers).not.toHaveProperty('idempotent-replay');
      expect(await write.effects('a-restart')).toBe(1);
    },
  );

  test.each(['inbox', 'verdict'] as const)('with its outcome if it was sent (%s)', async (edge) => {
    const { sandbox, write, first } = await restarted(edge, 'a-restart');
    expect(first.status).toBe(201);
    expect(sequencedOf(sandbox, 'a-restart')).toBe(1);
    expect(await write.send('a-restart')).toMatchObject({ status: 201, body: first.body });
    expect(await write.effects('a-restart')).toBe(1);
  });
});
