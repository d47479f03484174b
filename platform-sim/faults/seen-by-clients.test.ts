/**
 * What clients of a sandbox see while a fault acts: the outcome of a write without its answer, stated answers, frames
 * of a session, a failing disk.
 */
import { describe, expect, test } from 'vitest';
import { folder, type Scene, scene, until } from '../testing/sample-scene.ts';
import { tokenOf, tradingSocket } from '../testing/sample-socket.ts';
import { ask, clientOf } from '../testing/sample-world.ts';
import type { FaultRule } from './rule-shape.ts';

const REPLAYED = { status: 201, headers: { 'idempotent-replay': 'true' } };

describe('a write without its answer', () => {
  /** Expects a 202 at the sync deadline. */
  async function accepted(rule: FaultRule): Promise<Scene> {
    const at = await scene();
    at.add(rule);
    const sent = at.order();
    await until(() => at.fault.firings === 1);
    await at.sandbox.clock.advance(2_000);
    expect(await sent).toMatchObject({ status: 202 });
    return at;
  }

  const outcome = async (at: Scene) => [
    at.sequenced('k-1'),
    (await at.trader.get('/operations/k-1')).body.outcome?.status,
  ];

  /** The number of such orders in the collection. */
  const rows = async (at: Scene): Promise<number> =>
    (await at.trader.get('/orders?limit=100')).body.items.filter(
      (row: { readonly clientOrderId: string }) => row.clientOrderId === 'k-1',
    ).length;

  test('late, and its key sent again meanwhile: served once, in either order', async () => {
    const at = await accepted({ on: { edge: 'send', key: 'k-1' }, delay: '3s', times: 1 });
    const served = await at.order();
    expect(served.status).toBe(201);
    await at.sandbox.clock.advance(60_000);
    expect([at.sequenced('k-1'), await rows(at)]).toEqual([1, 1]);
    expect((await at.order()).body).toEqual(served.body);
  });

  test('lost while the fault exists: never sequenced, and sequenced as soon as it is removed', async () => {
    const at = await accepted({ on: { key: 'k-1' }, drop: 'command', for: '1h' });
    await at.sandbox.clock.advance(3_500_000);
    expect([await outcome(at), at.fault.expired]).toEqual([[0, 'PENDING'], false]);
    expect(at.fault.firings).toBeGreaterThan(10);
    await at.sandbox.clock.advance(200_000);
    expect([at.sequenced('k-1'), at.fault.expired]).toEqual([1, true]);
  });

  test('lost on one member: another does not know the key, serves it, and the first receives the record', async () => {
    const at = await scene({ members: [{ version: '0.14.0' }, { version: '0.14.0' }] });
    at.add({ on: { key: 'k-1' }, drop: 'command', times: 1 });
    const lost = at.order();
    await until(() => at.fault.firings === 1);
    // Round robin: the other member serves this one.
    const served = await at.order();
    expect(served.status).toBe(201);
    expect(await lost).toMatchObject({ status: 201, body: served.body });
    expect([at.sequenced('k-1'), await rows(at)]).toEqual([1, 1]);
  });

  test('duplicated, and refused by its owner: one record, one answer', async () => {
    const at = await scene();
    at.add({ on: { edge: 'send', key: 'k-1' }, duplicate: true });
    const { status, body } = await at.order('k-1', { price: '90.001' });
    expect([status, body.error.code]).toEqual([422, 'TICK_SIZE_VIOLATION']);
    expect([at.sequenced('k-1'), await rows(at)]).toEqual([1, 0]);
  });

  test('duplicated, one copy refused and the other late: it is accepted, and no client receives the refusal', async () => {
    const at = await scene();
    at.add({ on: { edge: 'send', key: 'k-1' }, duplicate: true });
    at.sandbox.faults.add({ on: { edge: 'inbox', key: 'k-1' }, refuse: 'INBOX_FULL', times: 1 });
    at.sandbox.faults.add({ on: { edge: 'inbox', key: 'k-1' }, delay: '1s', times: 1 });
    const sent = at.order();
    await until(() => at.fault.firings === 1);
    await at.sandbox.clock.advance(1_000);
    expect(await sent).toMatchObject({ status: 201 });
    expect([at.sequenced('k-1'), await rows(at)]).toEqual([1, 1]);
  });
});

describe('a stated answer', () => {
  test('replaces that of its method and path alone, as often as the rule states', async () => {
    const at = await scene();
    at.add({
      on: { method: 'GET', path: '/account-balances' },
      answer: { status: 500, body: { error: {} } },
      times: 2,
    });
    const statuses = [];
    for (const path of ['/orders', '/account-balances?limit=1', '/account-balances', '/account-balances'])
      statuses.push((await at.admin.get(path)).status);
    expect(statuses).toEqual([200, 500, 500, 200]);
    const strike = { method: 'GET', path: '/account-balances', member: 'm1' };
    expect(at.fault.strikes).toMatchObject([strike, strike]);
  });

  const NONE = { type: undefined, text: '', after: undefined, position: undefined };
  const JSON_TYPE = 'application/json; charset=utf-8';
  const DATE = 'Wed, 21 Oct 2026 07:28:00 GMT';
  const HTML = { ...NONE, type: 'text/plain; charset=utf-8', text: '<html>' };
  test.each([
    [
      'JSON',
      { status: 503, retryAfter: '1.5s', body: { a: 1 } },
      { ...NONE, type: JSON_TYPE, text: '{"a":1}', after: '2' },
    ],
    ['an older position', { status: 404, position: '1' }, { ...NONE, position: '1' }],
    ['text', { status: 502, body: '<html>' }, HTML],
    ['no body, and a number in seconds', { status: 429, retryAfter: 2.5 }, { ...NONE, after: '3' }],
    ['the text of the header', { status: 429, retryAfter: '120' }, { ...NONE, after: '120' }],
    ['a date', { status: 429, retryAfter: DATE }, { ...NONE, after: DATE }],
    ['no body by its status', { status: 204 }, NONE],
  ] as const)('has the stated head and body: %s', async (_, answer, expected) => {
    const { sandbox } = await scene();
    sandbox.faults.add({ on: { path: '/orders/{id}' }, answer });
    const authorization = await clientOf(sandbox).authorization();
    const sent = { authorization, 'x-request-id': 'request-1' };
    const { status, headers, text } = await ask('GET', `${sandbox.baseUrl}/orders/17`, sent);
    const { 'content-type': type, 'retry-after': after, 'x-service-global-sequence': position } = headers;
    expect({ status, type, after, position, text }).toEqual({ status: answer.status, ...expected });
    // From the request; nothing comes from the member's response.
    expect(headers['x-request-id']).toBe('request-1');
    expect((await ask('GET', `${sandbox.baseUrl}/orders?limit=1`, sent)).status).toBe(200);
  });

  test('comes after its delay, on the clock of the sandbox', async () => {
    const at = await scene();
    at.add({ on: { path: '/me' }, answer: { status: 504, delay: '5s' } });
    let isAnswered = false;
    const sent = at.trader.get('/me').finally(() => {
      isAnswered = true;
    });
    // The stated answer has no body that this client could parse.
    const failed = expect(sent).rejects.toThrow('JSON');
    await until(() => at.fault.held === 1);
    const untilNs = `${at.sandbox.clock.nowNs() + 5_000_000_000n}`;
    expect(at.sandbox.faults.waiting()).toMatchObject([{ edge: 'answer', untilNs }]);
    await at.sandbox.clock.advance(4_999);
    expect(isAnswered).toBe(false);
    await at.sandbox.clock.advance(1);
    await failed;
  });

  test('replaces that of a write that was applied: its key replays the verdict of the owner', async () => {
    const at = await scene();
    at.add({ on: { method: 'POST', path: '/orders' }, answer: { status: 500, body: {} }, times: 1 });
    expect((await at.order()).status).toBe(500);
    expect(at.fault.truth).toMatch(/^made: the member processed/);
    expect(await at.order()).toMatchObject(REPLAYED);
  });
});

describe('a session', () => {
  function brief(what: string | number): string | number {
    if (typeof what === 'number') return what;
    try {
      const { event, reqId, success } = JSON.parse(what) as Record<string, unknown>;
      return event === undefined ? `${reqId} ${success}` : String(event);
    } catch {
      return 'no JSON';
    }
  }

  const RENEWED = ['sessionOpened', 'a1 true', 'a2 true'];
  const CUT = { cut: true } as const;

  // biome-ignore format: an aligned table
  const RENEWING: readonly (readonly [string, FaultRule, readonly (string | number)[], number])[] = [
    ['another socket',               { on: { edge: 'frame', socket: 'market-data' }, ...CUT }, RENEWED,                                 0],
    ['another member',               { on: { edge: 'frame', member: 'm2' }, ...CUT },          RENEWED,                                 0],
    ['another organisation',         { on: { edge: 'frame', org: 2 }, ...CUT },                RENEWED,                                 0],
    ['another frame',                { on: { edge: 'frame', frame: 'subscribe' }, ...CUT },    RENEWED,                                 0],
    ['every second one garbled',     { on: {}, garble: true, times: { every: 2 } },            ['sessionOpened', 'no JSON', 'a2 true'], 1],
  ];

  test.each(RENEWING)('that renews itself twice, with a fault for %s', async (_, rule, frames, firings) => {
    const at = await scene({ members: [{ version: '0.14.0' }, { version: '0.14.0', weight: 0 }], route: 'weighted' });
    at.add(rule);
    const client = await tradingSocket(at.sandbox);
    const token = await tokenOf(at.sandbox, 'trader');
    await client.status;
    for (const reqId of ['a1', 'a2']) client.say({ op: 'auth', reqId, params: { token } });
    const received = [];
    for (const _ of frames) received.push(brief(await client.next()));
    expect([received, at.fault.firings]).toEqual([frames, firings]);
  });
});

test.each(['disk full', 'sync failed'] as const)(
  'a failing disk under a sandbox with --data: answered writes are safe, and later ones are refused: %s',
  async (how) => {
    const data = folder();
    const keysOf = async (at: Scene): Promise<readonly string[]> =>
      (await at.trader.get('/orders?limit=2')).body.items.map((row: { clientOrderId: string }) => row.clientOrderId);
    const at = await scene({ data });
    expect(await at.order('safe')).toMatchObject({ status: 201 });
    at.add({ on: { edge: 'log' }, fail: how, times: 1 });
    const lost = await at.order('lost');
    expect([lost.status, lost.headers['x-service-global-sequence']]).toEqual([500, undefined]);
    // Permanently: the disk may recover without effect.
    expect(at.fault.firings).toBe(1);
    expect(await at.order('later')).toMatchObject({ status: 503, body: { error: { code: 'OWNER_ABSENT' } } });
    expect((await keysOf(at))[0]).toBe('safe');
    await at.sandbox.close({ idleGraceMs: 0, deadlineMs: 0 });
    const next = await scene({ data });
    expect(await next.order('safe')).toMatchObject(REPLAYED);
    // Half of it is missing, or unsynced bytes exist: no client was answered, and the key has one outcome.
    const again = await next.order('lost');
    const replay = how === 'disk full' ? undefined : 'true';
    expect([again.status, again.headers['idempotent-replay']]).toEqual([201, replay]);
    expect(await keysOf(next)).toEqual(['lost', 'safe']);
  },
);
