/** What the control plane lists and changes of a running sandbox, as clients of the gateway see it. */
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type Scene, scene, until } from '../testing/sample-scene.ts';
import { marketDataSocket, type SampleSocket, socketOf, tradingSocket } from '../testing/sample-socket.ts';
import { EVENT_SHAPES, type EventName } from './events/event-shapes.ts';

const items = async (at: Scene, path: string) => (await at.control('GET', path)).body.items;

describe('a list', () => {
  test('of principals has what the records grant them, and no secret', async () => {
    const at = await scene();
    const { principals: known } = at.sandbox.profile;
    const { body, text } = await at.control('GET', '/principals');
    const rows: readonly { readonly name: string }[] = body.items;
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(known));
    const { org, userId: user } = known.trader;
    expect(rows.find(({ name }) => name === 'trader')).toMatchObject({
      ...{ org, user, userStatus: 'ACTIVE', capabilities: ['orders:trade'] },
    });
    for (const { clientSecret } of Object.values(known)) expect(text).not.toContain(clientSecret);
  });

  test('of instruments has the quote of each, as it was moved', async () => {
    const at = await scene();
    const { instrument, unpricedInstrument } = at.sandbox.profile.fixtures;
    const quote = { bid: '77.00', ask: '77.02' };
    await at.operate('/quotes', { instrumentId: instrument.id, ...quote });
    expect(await items(at, '/instruments')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          instrumentId: instrument.id,
          symbol: instrument.symbol,
          quote: expect.objectContaining(quote),
        }),
        expect.objectContaining({ instrumentId: unpricedInstrument.id, quote: null }),
      ]),
    );
  });

  test('of balances is by account and asset, with at most as many as the limit', async () => {
    const at = await scene();
    await at.sandbox.clock.advance(60_000);
    const all = await items(at, '/balances');
    expect(all[0]).toMatchObject({ accountId: 1, asset: expect.stringMatching(/^[A-Z]+$/), total: expect.any(String) });
    expect(await items(at, '/balances?limit=1')).toEqual(all.slice(0, 1));
    expect(all.length).toBeGreaterThan(1);
  });
});

test('each event of the stream has its published shape, and a section is sent again only once it has changed', async () => {
  const at = await scene({ clock: { rate: 60 } });
  await at.trader.order('main');
  const stop = new AbortController();
  const { body } = await fetch(`${at.sandbox.controlUrl}/events`, { signal: stop.signal });
  const names: string[] = [];
  let text = '';
  let isMoved = false;
  for await (const chunk of body ?? []) {
    text += new TextDecoder().decode(chunk);
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const [, name = '', data = ''] = /^event: (.*)\ndata: (.*)$/m.exec(event) ?? [];
      if (name === '') continue;
      const shape: z.ZodType = EVENT_SHAPES[name as EventName];
      expect([name, shape.safeParse(JSON.parse(data)).error]).toEqual([name, undefined]);
      names.push(name);
    }
    if (isMoved) {
      if (names.filter((name) => name === 'clock').length === 2) break;
    } else if (names.includes('snapshots')) {
      isMoved = true;
      await at.operate('/clock/rate', { rate: 0 });
    }
  }
  stop.abort();
  expect(names).toEqual(expect.arrayContaining(['exchange', 'record', 'sessions', 'principals', 'orders', 'routing']));
  expect(names.filter((name) => name === 'principals')).toHaveLength(1);
});

describe('a long advance', () => {
  test('stops when its client disconnects, and the clock accepts the next', async () => {
    const { sandbox } = await scene();
    const startNs = sandbox.clock.nowNs();
    const caller = new AbortController();
    const asked = request(`${sandbox.controlUrl}/clock/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"by":"31d"}',
      signal: caller.signal,
    });
    await until(() => sandbox.clock.nowNs() !== startNs);
    caller.abort();
    await expect(asked).rejects.toThrow('abort');
    // Queued behind the one that was stopped.
    await sandbox.clock.advance(0);
    expect(sandbox.clock.nowNs() - startNs).toBeLessThan(31n * 86_400_000_000_000n);
  });

  test('lists at most a thousand runs, and counts all timers', async () => {
    const at = await scene();
    for (let n = 0; n < 1_500; n += 1) at.sandbox.clock.after(1, `timer ${n}`, () => {});
    const { fired, ran } = await at.operate('/clock/advance', { by: '1ms' });
    expect([fired.length, ran]).toEqual([1_000, 1_500]);
  });
});

// biome-ignore format: an aligned table
const REFUSED_BY_THE_VENUE: readonly (readonly [string, string, object, number, RegExp])[] = [
  ['an unknown order',             '/orders/17/fill',   {},                                        404, /^there is no order 17: GET \/orders lists open ones$/],
  ['more than is left',            '/orders/ID/fill',   { qty: '2' },                              409, /^qty: 2 is more than the 1 that is left of order/],
  ['a quantity of 0',              '/orders/ID/fill',   { qty: '0.0' },                            400, /^body\.qty: must be more than 0$/],
  ['a negative price',             '/orders/ID/fill',   { price: '-1' },                           400, /^body\.price: must be more than 0$/],
  ['a number for a decimal',       '/orders/ID/fill',   { qty: 1 },                                400, /^body\.qty: .*expected string/],
  ['an exponent',                  '/orders/ID/fill',   { qty: '1e-3' },                           400, /^body\.qty: is not a decimal such as 0\.01$/],
  ['too fine a price',             '/orders/ID/fill',   { price: `0.${'1'.repeat(19)}` },          400, /^body\.price: has more than 18/],
  ['too large a price',            '/orders/ID/fill',   { price: '9'.repeat(30) },                 400, /^body\.price: does not fit a 64-bit/],
  ['an unknown property',          '/orders/ID/fill',   { quantity: '1' },                         400, /^body: .*quantity/],
  ['a rejection without a reason', '/orders/ID/reject', {},                                        400, /^body\.reason: /],
  ['an unpublished reason',        '/orders/ID/reject', { reason: 'BORED' },                       400, /^body\.reason: Invalid option/],
  ['a retired reason',             '/orders/ID/reject', { reason: 'SCALE_UNKNOWN' },               400, /^body\.reason: Invalid option/],
  ['a balance of no account',      '/balances',         { accountId: 999, asset: 1, total: '1' },  404, /^accountId: there is no/],
  ['a balance of no asset',        '/balances',         { accountId: 1, asset: 'XYZ', total: '1' }, 404, /^asset: there is no asset/],
  ['no amount',                    '/balances',         { accountId: 1, asset: 1, total: 'much' }, 400, /^body\.total: is not a decimal/],
];

describe('the venue', () => {
  const placed = async (at: Scene): Promise<string> => (await at.trader.order('main')).body.orderId;

  test('fills an order in part, then wholly, and rejects another', async () => {
    const at = await scene();
    const orderId = await placed(at);
    const partly = await at.operate(`/orders/${orderId}/fill`, { qty: '0.4', price: '89.5' });
    expect(partly).toMatchObject({ qty: '0.4', order: { status: 'PARTIALLY_FILLED' } });
    expect((await at.trader.get(`/orders/${orderId}`)).body).toMatchObject({
      status: 'PARTIALLY_FILLED',
      avgPx: '89.5',
    });
    const [execution] = (await at.trader.get('/executions?limit=1')).body.items;
    expect(execution).toMatchObject({ tradeId: partly.tradeId, qty: '0.4' });
    expect(await items(at, '/orders?limit=1')).toMatchObject([{ orderId, leavesQty: '0.6' }]);
    expect((await at.operate(`/orders/${orderId}/fill`)).order.status).toBe('FILLED');
    const other = await placed(at);
    const reason = 'RATE_CEILING';
    expect(await at.operate(`/orders/${other}/reject`, { reason })).toMatchObject({ order: { status: 'REJECTED' } });
    const { body } = await at.trader.get(`/orders/${other}`);
    expect(body).toMatchObject({ status: 'REJECTED', rejection: { reason } });
  });

  test('refuses in one line, and records nothing', async () => {
    const at = await scene();
    const orderId = await placed(at);
    const head = at.sandbox.platform.head();
    for (const [what, path, body, status, message] of REFUSED_BY_THE_VENUE) {
      const answer = await at.control('POST', path.replace('ID', orderId), body);
      expect([what, answer.status, answer.body.error?.message]).toEqual([what, status, expect.stringMatching(message)]);
    }
    expect(at.sandbox.platform.head()).toBe(head);
  });
});

describe('a session', () => {
  /** Opened before the next one begins: sessions are numbered as they open, and a handshake may overtake another. */
  async function opened({ sandbox }: Scene, principal = 'trader'): Promise<SampleSocket> {
    const client = await tradingSocket(sandbox, principal);
    expect(await client.next()).toContain('sessionOpened');
    return client;
  }

  test('of either socket is listed with principal, topics and lease', async () => {
    const at = await scene();
    const trading = await opened(at);
    trading.say({ op: 'subscribe', reqId: 's', params: { topics: ['orders'] } });
    await trading.next();
    await marketDataSocket(at.sandbox, 'viewer');
    socketOf(at.sandbox.profile.sockets.marketData);
    await until(async () => (await items(at, '/sessions')).length === 3);
    const all = await items(at, '/sessions');
    expect(all).toMatchObject([
      { id: 'm1-1', member: 'm1', socket: 'trading', state: 'open', principal: { orgId: 1 }, topics: ['orders'] },
      { id: 'm1-2', socket: 'market-data', state: 'open', topics: [] },
      { id: 'm1-3', socket: 'market-data', state: 'unauthenticated', principal: null, expiresAtNs: null, leftMs: null },
    ]);
    expect(all[1].principal.userId).not.toBe(all[0].principal.userId);
    await at.sandbox.clock.advance(60_000);
    expect(all[0].leftMs - (await items(at, '/sessions'))[0].leftMs).toBe(60_000);
    expect(all[0].leftMs).toBeGreaterThan(60_000);
  });

  test('is expired like its token, and another is ended; the rest stay open', async () => {
    const at = await scene();
    const [expired, ended] = [await opened(at), await opened(at, 'admin')];
    await opened(at, 'viewer');
    expect((await at.control('POST', '/sessions/m1-1/expire')).status).toBe(204);
    expect(await expired.next()).toBe(4001);
    expect((await at.control('DELETE', '/sessions/m1-2')).status).toBe(204);
    expect(await ended.next()).toBe(1001);
    expect(await items(at, '/sessions')).toMatchObject([{ id: 'm1-3', state: 'open' }]);
    expect(await items(at, '/exchanges?limit=2')).toMatchObject([
      { closed: { code: 1001, why: 'drained' } },
      { closed: { code: 4001, why: 'lapsed' } },
    ]);
  });

  test('cannot be expired, revoked or ended without a lease, in the past, or without such a session', async () => {
    const at = await scene();
    await opened(at);
    socketOf(at.sandbox.profile.sockets.marketData);
    await until(async () => (await items(at, '/sessions')).length === 2);
    const none = 'there is no open session m9-1: GET /sessions lists them';
    for (const [method, path, body, status, message] of [
      ['POST', '/sessions/m1-1/expire', { in: '-1s' }, 400, 'body.in: must be from 0 to ten years'],
      ['POST', '/sessions/m1-1/expire', { in: '2h' }, 409, 'session m1-1 ends before that time'],
      ['POST', '/sessions/m1-2/expire', undefined, 409, 'session m1-2 is unauthenticated: it has no lease to expire'],
      [
        'POST',
        '/sessions/m1-2/revoke',
        undefined,
        409,
        'session m1-2 is unauthenticated: there is no access to revoke',
      ],
      ['POST', '/sessions/m9-1/expire', undefined, 404, none],
      ['POST', '/sessions/m9-1/revoke', undefined, 404, none],
      ['DELETE', '/sessions/m9-1', undefined, 404, none],
    ] as const) {
      expect(await at.control(method, path, body)).toMatchObject({ status, body: { error: { message } } });
    }
    expect(await items(at, '/sessions')).toMatchObject([{ state: 'open' }, { state: 'unauthenticated' }]);
  });
});
