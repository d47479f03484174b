/** What a client does at a sandbox becomes a scenario that passes in another one, with the same statuses. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { scenarioOf } from '../../../scenarios/traffic/scenario-of.ts';
import { WireReader } from '../../../scenarios/traffic/wire/wire-reader.ts';
import { RecordedClient } from './recorded-client.ts';
import { replayedDraft } from './replayed-draft.ts';

const ORDER = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '100.00', qty: '1' };

interface Known {
  readonly orders: string[];
  readonly sent: { readonly key: string; readonly body: object }[];
  cursor: string | null;
  instances: { readonly id: string; readonly etag: string | null }[];
  count: number;
}

type Deed = (client: RecordedClient, known: Known, pick: number) => Promise<void>;

function idOf(body: unknown, name: string): string | undefined {
  const id = (body as Readonly<Record<string, unknown>> | null)?.[name];
  return id === undefined ? undefined : String(id);
}

const one = <T>(of: readonly T[], pick: number): T | undefined => of[pick % Math.max(1, of.length)];

/** As random as a UUID looks, and the same for the same numbers. */
function uuid(...of: readonly number[]): string {
  const digits = createHash('sha256').update(of.join(' ')).digest('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** Keys of three kinds: readable, random, and of another client's making. */
function freshKey(known: Known, pick: number): string {
  known.count += 1;
  const kinds = [`order-${known.count}`, uuid(known.count), `k${known.count}x9f3a7c${pick}`];
  return kinds[pick % kinds.length] ?? '';
}

const DEEDS = {
  submit: async (client, known, pick) => {
    const key = freshKey(known, pick);
    const body = { ...ORDER, clientOrderId: key };
    known.sent.push({ key, body });
    const answer = await client.request('trader', 'POST', '/orders', { key, body });
    const id = idOf(answer.body, 'orderId');
    if (id !== undefined) known.orders.push(id);
  },
  retry: async (client, known, pick) => {
    const sent = one(known.sent, pick);
    if (sent !== undefined) await client.request('trader', 'POST', '/orders', sent);
  },
  'reuse a key': async (client, known, pick) => {
    const sent = one(known.sent, pick);
    const id = one(known.orders, pick);
    if (sent !== undefined && id !== undefined)
      await client.request('trader', 'POST', `/orders/${id}/cancel`, { key: sent.key, body: {} });
  },
  'an order that is refused': async (client, known, pick) => {
    const key = freshKey(known, pick);
    const bodies = [
      { ...ORDER, clientOrderId: key, price: '100.001' },
      { ...ORDER, clientOrderId: key, price: '1e2' },
      { ...ORDER, clientOrderId: key, instrument: 'NO-SUCH' },
      { ...ORDER, clientOrderId: 'another' },
    ];
    await client.request('trader', 'POST', '/orders', { key, body: one(bodies, pick) });
  },
  'no JSON': async (client, known, pick) => {
    await client.request('trader', 'POST', '/orders', { key: freshKey(known, pick), body: '{"price": ' });
  },
  read: async (client, known, pick) => {
    const id = one([...known.orders, '1234567890123456789'], pick) ?? '';
    await client.request('trader', 'GET', `/orders/${id}`);
  },
  walk: async (client, known, pick) => {
    const query = known.cursor === null ? 'limit=2' : `limit=2&cursor=${encodeURIComponent(known.cursor)}`;
    const { body } = await client.request('trader', 'GET', `/orders?${query}${pick % 2 === 0 ? '' : '&include=total'}`);
    known.cursor = (body as { readonly nextCursor?: string | null }).nextCursor ?? null;
  },
  cancel: async (client, known, pick) => {
    const id = one(known.orders, pick);
    if (id !== undefined)
      await client.request('trader', 'POST', `/orders/${id}/cancel`, { key: freshKey(known, pick), body: {} });
  },
  'who am I': async (client, _, pick) => {
    await client.request(one(['trader', 'awaiting', 'disabled', 'anonymous'] as const, pick) ?? 'trader', 'GET', '/me');
  },
  'no such route': async (client) => void (await client.request('trader', 'GET', '/no/such/route')),
  'no such parameter': async (client) => void (await client.request('trader', 'GET', '/orders?sort=asc')),
  'a verdict that is late': async (client, known, pick) => {
    const { body } = await client.control('POST', '/faults', {
      on: { owner: 'orders', command: 'submit' },
      hold: `verdict-${known.count}`,
      times: 1,
    });
    const id = idOf(body, 'id') ?? '';
    const key = freshKey(known, pick);
    const order = { ...ORDER, clientOrderId: key };
    const pending = client.request('trader', 'POST', '/orders', { key, body: order });
    await expect.poll(async () => idOf((await client.control('GET', `/faults/${id}`)).body, 'held')).toBe('1');
    await client.control('POST', '/clock/advance', { by: '2s' });
    await pending;
    for (let i = 0; i < 3; i += 1) await client.request('trader', 'GET', `/operations/${key}`);
    const { body: fault } = await client.control('GET', `/faults/${id}`);
    await client.control('POST', `/holds/${(fault as { readonly rule: { readonly hold: string } }).rule.hold}/release`);
    await client.request('trader', 'GET', `/operations/${key}`);
    await client.request('trader', 'POST', '/orders', { key, body: order });
    await client.control('DELETE', `/faults/${id}`);
  },
  'an owner away': async (client, known, pick) => {
    await client.control('POST', '/owners/orders/leave');
    const key = freshKey(known, pick);
    await client.request('trader', 'POST', '/orders', { key, body: { ...ORDER, clientOrderId: key } });
    await client.control('POST', '/owners/orders/return');
  },
  'an algo instance': async (client, known, pick) => {
    const key = freshKey(known, pick);
    const body = { algoVersionId: 1, pool: 'pool-a', displayName: `a ${known.count}`, remark: 'made', document: '{}' };
    const made = await client.request('algoManager', 'POST', '/algos/instances', { key, body });
    const id = ['instanceId', 'algoInstanceId', 'id']
      .map((name) => idOf(made.body, name))
      .find((found) => found !== undefined);
    if (id === undefined) return;
    const { headers } = await client.request('algoManager', 'GET', `/algos/instances/${id}`);
    known.instances.push({ id, etag: headers.get('etag') });
  },
  'a config': async (client, known, pick) => {
    const found = one(known.instances, pick);
    if (found?.etag == null) return;
    await client.request('algoManager', 'PUT', `/algos/instances/${found.id}/config`, {
      key: freshKey(known, pick),
      headers: { 'If-Match': found.etag },
      body: { remark: 'changed', document: '{"x": 1}' },
    });
  },
  'a credential': async (client, known, pick) => {
    const secrets = {
      key: `venue-key-${uuid(known.count, 1)}`,
      secret: uuid(known.count, 2),
      passphrase: uuid(known.count, 3),
    };
    await client.request('admin', 'POST', '/credentials', {
      key: freshKey(known, pick),
      body: { exchangeId: 1, canReadBalances: true, canTrade: true, material: secrets },
    });
  },
  'a session': async (client, known, pick) => {
    const minted =
      pick % 2 === 0
        ? undefined
        : await client.request('trader', 'POST', '/v1/ws-tickets', { body: { stream: 'trading' } });
    const session = await client.open('trader', minted === undefined ? undefined : idOf(minted.body, 'ticket'));
    await session.next();
    await session.op('subscribe', { topics: ['orders'] });
    const clientOrderId = freshKey(known, pick);
    await session.op('submit', { ...ORDER, clientOrderId });
    const event = (await session.next()) as { readonly data: { readonly orderId: string } };
    await client.request('trader', 'GET', `/orders/${event.data.orderId}`);
    await session.op('no such op', {});
    await session.close();
  },
} as const satisfies Readonly<Record<string, Deed>>;

const deeds = fc.array(fc.tuple(fc.constantFrom(...(Object.keys(DEEDS) as (keyof typeof DEEDS)[])), fc.nat(11)), {
  minLength: 1,
  maxLength: 12,
});

async function recorded(plan: readonly (readonly [keyof typeof DEEDS, number])[]) {
  await using sandbox = await startSandbox({ clock: 'virtual', seed: 1 });
  const reader = new WireReader({ profile: sandbox.profile as never });
  const client = new RecordedClient(sandbox, reader);
  const known: Known = { orders: [], sent: [], cursor: null, instances: [], count: 0 };
  for (const [deed, pick] of plan) await DEEDS[deed](client, known, pick);
  return { traffic: { ...reader.traffic(), clock: 'virtual' as const }, statuses: client.statuses };
}

test('every sequence replays', async () => {
  await fc.assert(
    fc.asyncProperty(deeds, async (plan) => {
      const { traffic, statuses } = await recorded(plan);
      if (statuses.length === 0) return;
      const { text, unmapped } = scenarioOf(traffic, { id: 'drawn', story: 'A drawn sequence.' });
      const replayed = await replayedDraft(text);
      expect(unmapped, text).toEqual([]);
      expect(replayed.mismatches, text).toEqual([]);
      expect(replayed.verdict, text).toBe('pass');
      expect(new Set(replayed.statuses), text).toEqual(
        new Set([...statuses, ...(text.includes('open: ') ? [101] : [])]),
      );
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

test('on a real clock: an answer that is lost, a client that gives up, an outcome that is polled', async () => {
  await using sandbox = await startSandbox({ clock: 'real', seed: 1 });
  const reader = new WireReader({ profile: sandbox.profile as never });
  const client = new RecordedClient(sandbox, reader);
  const submit = (key: string, more: object = {}) =>
    client.request('trader', 'POST', '/orders', { key, body: { ...ORDER, clientOrderId: key }, ...more });
  const orders = { owner: 'orders', command: 'submit' };

  await client.control('POST', '/faults', { on: { edge: 'answer', path: '/orders' }, drop: 'answer', times: 1 });
  await expect(submit('lost-1')).rejects.toThrow();
  await submit('lost-1');

  await client.control('POST', '/faults', { on: orders, hold: 'verdict', times: 1 });
  const patience = new AbortController();
  const givenUp = expect(submit('late-1', { signal: patience.signal })).rejects.toThrow();
  await vi.waitFor(() => expect(sandbox.faults.holds()).toEqual([{ name: 'verdict', count: 1 }]));
  patience.abort();
  await givenUp;
  const retried = await submit('late-1');
  expect(retried.status).toBe(202);
  for (let i = 0; i < 3; i += 1) await client.request('trader', 'GET', '/operations/late-1');
  await client.control('POST', '/holds/verdict/release');
  await expect
    .poll(async () => JSON.stringify((await client.request('trader', 'GET', '/operations/late-1')).body), {
      interval: 20,
    })
    .toContain('"orderId"');
  await submit('late-1');

  const traffic = reader.traffic();
  const { text } = scenarioOf(traffic, { id: 'real', story: 'Three faults on a real clock.' });
  const replayed = await replayedDraft(text);
  expect(replayed.mismatches, text).toEqual([]);
  expect(replayed.verdict, text).toBe('pass');
  expect(new Set(replayed.statuses), text).toEqual(new Set(client.statuses));
});
