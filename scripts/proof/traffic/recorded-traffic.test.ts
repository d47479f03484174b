/** The traffic of a client becomes a scenario that passes in another sandbox, with the same statuses. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { at, header, textAt } from '../../../conformance/member/exchange/exchange.ts';
import type { PrincipalName } from '../../../platform-sim/seed-data/world.ts';
import { Client, type Entry, framesOf, type Intent } from '../trouble/client.ts';
import { http, tokenOf } from '../trouble/worlds.ts';
import { type RecordedWorld, recordedWorld } from './recorded-world.ts';
import { replayedDraft } from './replayed-draft.ts';

const ORDER = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '100.00', qty: '1' };

/** Keys and ids to which later actions refer. */
class Known {
  readonly world: RecordedWorld;
  readonly orders: string[] = [];
  readonly sent: { readonly key: string; readonly body: object }[] = [];
  readonly instances: { readonly id: string; readonly etag: string }[] = [];
  cursor: string | null = null;
  count = 0;
  readonly #clients: Map<PrincipalName, Promise<Client>> = new Map();

  constructor(world: RecordedWorld) {
    this.world = world;
  }

  async send(as: PrincipalName, method: string, path: string, more: Partial<Intent> = {}): Promise<Entry> {
    return (await this.client(as)).send({ method, path, ...more });
  }

  client(actor: PrincipalName): Promise<Client> {
    const make = async (): Promise<Client> => {
      const { profile, baseUrl } = this.world.sandbox;
      const principal = { actor, token: await tokenOf(profile, actor), account: {} };
      return new Client({ transport: http(this.world.through(baseUrl)), principal });
    };
    const client = this.#clients.get(actor) ?? make();
    this.#clients.set(actor, client);
    return client;
  }

  async close(): Promise<void> {
    for (const client of this.#clients.values()) await (await client).close();
  }
}

type Deed = (known: Known, pick: number) => Promise<unknown>;

const one = <T>(of: readonly T[], pick: number): T | undefined => of[pick % Math.max(1, of.length)];

/** Looks like a random UUID, but is the same for the same numbers. */
function uuid(...of: readonly number[]): string {
  const digits = createHash('sha256').update(of.join(' ')).digest('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** Keys of three kinds: readable, random, and in the style of another client. */
function freshKey(known: Known, pick: number): string {
  known.count += 1;
  const kinds = [`order-${known.count}`, uuid(known.count), `k${known.count}x9f3a7c${pick}`];
  return kinds[pick % kinds.length] ?? '';
}

const DEEDS = {
  submit: async (known, pick) => {
    const key = freshKey(known, pick);
    const body = { ...ORDER, clientOrderId: key };
    known.sent.push({ key, body });
    const id = textAt(await known.send('trader', 'POST', '/orders', { key, body }), 'orderId');
    if (id !== undefined) known.orders.push(id);
  },
  retry: async (known, pick) => {
    const sent = one(known.sent, pick);
    if (sent !== undefined) await known.send('trader', 'POST', '/orders', sent);
  },
  'reuse a key': async (known, pick) => {
    const [sent, id] = [one(known.sent, pick), one(known.orders, pick)];
    if (sent !== undefined && id !== undefined)
      await known.send('trader', 'POST', `/orders/${id}/cancel`, { key: sent.key, body: {} });
  },
  'an order that is refused': async (known, pick) => {
    const key = freshKey(known, pick);
    const wrong = [{ price: '100.001' }, { price: '1e2' }, { instrument: 'NO-SUCH' }, { clientOrderId: 'another' }];
    await known.send('trader', 'POST', '/orders', { key, body: { ...ORDER, clientOrderId: key, ...one(wrong, pick) } });
  },
  'no JSON': (known, pick) =>
    known.send('trader', 'POST', '/orders', { key: freshKey(known, pick), body: '{"price": ' }),
  read: (known, pick) => known.send('trader', 'GET', `/orders/${one([...known.orders, '1234567890123456789'], pick)}`),
  walk: async (known, pick) => {
    const query = known.cursor === null ? 'limit=2' : `limit=2&cursor=${encodeURIComponent(known.cursor)}`;
    const page = await known.send('trader', 'GET', `/orders?${query}${pick % 2 === 0 ? '' : '&include=total'}`);
    known.cursor = textAt(page, 'nextCursor') ?? null;
  },
  cancel: async (known, pick) => {
    const id = one(known.orders, pick);
    if (id !== undefined)
      await known.send('trader', 'POST', `/orders/${id}/cancel`, { key: freshKey(known, pick), body: {} });
  },
  'who am I': (known, pick) => {
    const as = one(['trader', 'awaiting', 'disabled', undefined] as const, pick);
    return known.send(as ?? 'trader', 'GET', '/me', { isAnonymous: as === undefined });
  },
  'no such route': (known) => known.send('trader', 'GET', '/no/such/route'),
  'no such parameter': (known) => known.send('trader', 'GET', '/orders?sort=asc'),
  'a verdict that is late': async (known, pick) => {
    const { control } = known.world;
    const hold = `verdict-${known.count}`;
    const { id } = await control.addFault({ on: { owner: 'orders', command: 'submit' }, hold, times: 1 });
    const key = freshKey(known, pick);
    const order = { key, body: { ...ORDER, clientOrderId: key } };
    const pending = known.send('trader', 'POST', '/orders', order);
    await expect.poll(async () => (await control.readFault(id)).held).toBe(1);
    await control.advanceClock({ by: '2s' });
    await pending;
    for (let i = 0; i < 3; i += 1) await known.send('trader', 'GET', `/operations/${key}`);
    await control.readFault(id);
    await control.release(hold);
    await known.send('trader', 'GET', `/operations/${key}`);
    await known.send('trader', 'POST', '/orders', order);
    await control.removeFault(id);
  },
  'an owner away': async (known, pick) => {
    await known.world.control.leaveOwner('orders');
    const key = freshKey(known, pick);
    await known.send('trader', 'POST', '/orders', { key, body: { ...ORDER, clientOrderId: key } });
    await known.world.control.returnOwner('orders');
  },
  'an algo instance': async (known, pick) => {
    const key = freshKey(known, pick);
    const body = { algoVersionId: 1, pool: 'pool-a', displayName: `a ${known.count}`, remark: 'made', document: '{}' };
    const made = await known.send('algoManager', 'POST', '/algos/instances', { key, body });
    const id = at(made, 'instanceId') ?? at(made, 'algoInstanceId');
    if (id === undefined) return;
    const etag = header(await known.send('algoManager', 'GET', `/algos/instances/${id}`), 'etag');
    if (etag !== undefined) known.instances.push({ id: String(id), etag });
  },
  'a config': async (known, pick) => {
    const found = one(known.instances, pick);
    if (found === undefined) return;
    const body = { remark: 'changed', document: '{"x": 1}' };
    const more = { key: freshKey(known, pick), headers: [['If-Match', found.etag]], body } as const;
    await known.send('algoManager', 'PUT', `/algos/instances/${found.id}/config`, more);
  },
  'a credential': async (known, pick) => {
    const [key, secret, passphrase] = [1, 2, 3].map((leg) => uuid(known.count, leg));
    const material = { key: `venue-key-${key}`, secret, passphrase };
    const body = { exchangeId: 1, canReadBalances: true, canTrade: true, material };
    await known.send('admin', 'POST', '/credentials', { key: freshKey(known, pick), body });
  },
  'a session': async (known, pick) => {
    const { through, sandbox } = known.world;
    const url = new URL(through(sandbox.profile.sockets.trading));
    const minted =
      pick % 2 === 1
        ? await known.send('trader', 'POST', '/v1/ws-tickets', { body: { stream: 'trading' } })
        : undefined;
    if (minted !== undefined) url.searchParams.set('ticket', textAt(minted, 'ticket') ?? '');
    const { token } = (await known.client('trader')).principal;
    const socket = new WebSocket(url, minted === undefined ? { headers: { Authorization: `Bearer ${token}` } } : {});
    const frames = framesOf(socket);
    const op = async (op: string, params: object) => {
      known.count += 1;
      const reqId = `op-${known.count}`;
      socket.send(JSON.stringify({ op, reqId, params }));
      await frames.until((frame) => frame['reqId'] === reqId);
    };
    await frames.until(({ event }) => event === 'sessionOpened');
    await op('subscribe', { topics: ['orders'] });
    const event = frames.until(({ event }) => event === 'orderUpdated');
    socket.send(
      JSON.stringify({ op: 'submit', reqId: 'o', params: { ...ORDER, clientOrderId: freshKey(known, pick) } }),
    );
    const { data } = (await event) as { readonly data: { readonly orderId: string } };
    await known.send('trader', 'GET', `/orders/${data.orderId}`);
    await op('no such op', {});
    socket.close(1000);
    await once(socket, 'close');
  },
} as const satisfies Readonly<Record<string, Deed>>;

const deeds = fc.array(fc.tuple(fc.constantFrom(...(Object.keys(DEEDS) as (keyof typeof DEEDS)[])), fc.nat(11)), {
  minLength: 1,
  maxLength: 12,
});

async function recorded(plan: readonly (readonly [keyof typeof DEEDS, number])[]) {
  await using world = await recordedWorld('virtual');
  const known = new Known(world);
  for (const [deed, pick] of plan) await DEEDS[deed](known, pick);
  await known.close();
  return { ...world.draft('drawn'), statuses: world.statuses() };
}

async function expectReplays({ text, unmapped, statuses }: Awaited<ReturnType<typeof recorded>>): Promise<void> {
  const replayed = await replayedDraft(text);
  expect(unmapped, text).toEqual([]);
  expect(replayed.mismatches, text).toEqual([]);
  expect(replayed.verdict, text).toBe('pass');
  expect(new Set(replayed.statuses), text).toEqual(new Set(statuses));
}

test('every sequence replays', async () => {
  await fc.assert(
    fc.asyncProperty(deeds, async (plan) => {
      const of = await recorded(plan);
      if (of.statuses.length > 0) await expectReplays(of);
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

test('on a real clock: a lost answer, a client that gives up, a polled outcome', async () => {
  await using world = await recordedWorld('real');
  const { control, sandbox, through } = world;
  const known = new Known(world);
  const submit = (key: string) =>
    known.send('trader', 'POST', '/orders', { key, body: { ...ORDER, clientOrderId: key } });
  const outcome = () => known.send('trader', 'GET', '/operations/late-1');

  await control.addFault({ on: { edge: 'answer', path: '/orders' }, drop: 'answer', times: 1 });
  expect(await submit('lost-1')).toMatchObject({ response: null });
  await submit('lost-1');

  await control.addFault({ on: { owner: 'orders', command: 'submit' }, hold: 'verdict', times: 1 });
  const { token } = (await known.client('trader')).principal;
  const patience = new AbortController();
  const givenUp = fetch(`${through(sandbox.baseUrl)}/orders`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'late-1' },
    body: JSON.stringify({ ...ORDER, clientOrderId: 'late-1' }),
    signal: patience.signal,
  });
  await vi.waitFor(() => expect(sandbox.faults.holds()).toEqual([{ name: 'verdict', count: 1 }]));
  patience.abort();
  await expect(givenUp).rejects.toThrow();
  expect(await submit('late-1')).toMatchObject({ response: { status: 202 } });
  for (let i = 0; i < 3; i += 1) await outcome();
  await control.release('verdict');
  await expect.poll(async () => (await outcome()).response?.body, { interval: 20 }).toContain('"orderId"');
  await submit('late-1');
  await known.close();
  await expectReplays({ ...world.draft('real'), statuses: world.statuses() });
});
