/**
 * Orders over the trading socket and over HTTP: one key is one order over both ways. Uses real sockets and a real
 * client.
 */
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Verdict } from '../facts.ts';
import type { MemberOptions } from '../member.ts';
import { EVERY_SURFACE } from '../services.ts';
import { ask, briefly, heldOwner, ORDER, submit, until } from '../testing/sample-client.ts';
import { FIRST, restateUser, type Serving, serve, tokenOf } from '../testing/sample-platform.ts';

interface Reply {
  readonly reqId: string;
  readonly success: boolean;
  readonly [more: string]: unknown;
}

interface Client extends AsyncDisposable {
  readonly serving: Serving;
  /** Sends one operation and resolves with its answer. */
  op(op: string, params: object): Promise<Reply>;
  /** The same in one line, such as `replayed at 2`, `pending` or `INVALID_PRICE: TICK_SIZE_VIOLATION at 2`. */
  briefly(op: string, params: object): Promise<string>;
}

/** A member and a client of its trading socket. */
async function connected(options: Partial<MemberOptions> = {}, before?: (serving: Serving) => void): Promise<Client> {
  const serving = await serve(options);
  before?.(serving);
  const headers = { authorization: `Bearer ${await tokenOf(FIRST)}` };
  const ws = new WebSocket(`${serving.baseUrl.replace('http', 'ws')}/v1/ws/trading`, { headers });
  const waiting = new Map<string, (reply: Reply) => void>();
  ws.on('message', (data) => {
    const reply: Reply = JSON.parse(String(data));
    waiting.get(reply.reqId)?.(reply);
  });
  await once(ws, 'open');
  let count = 0;
  const op: Client['op'] = (name, params) => {
    count += 1;
    const reqId = `r-${count}`;
    const answered = Promise.withResolvers<Reply>();
    waiting.set(reqId, answered.resolve);
    ws.send(JSON.stringify({ op: name, reqId, params }));
    return answered.promise;
  };
  return {
    serving,
    op,
    async briefly(name, params) {
      const { success, code, reason, retryable, pending, replay, globalSequence } = await op(name, params);
      return [
        success ? (pending ? 'pending' : replay ? 'replayed' : 'done') : `${code}: ${reason}`,
        ...(retryable === true ? ['retryable'] : []),
        ...(globalSequence === undefined ? [] : [`at ${globalSequence}`]),
      ].join(' ');
    },
    async [Symbol.asyncDispose]() {
      const closed = once(ws, 'close');
      ws.close();
      await closed;
      await serving[Symbol.asyncDispose]();
    },
  };
}

const order = (clientOrderId: string) => ({ ...ORDER, clientOrderId });
const CANCEL = { orderId: '1', commandKey: 'c1' };

function refusing(code: string): (serving: Serving) => void {
  const verdict: Verdict = {
    refused: { code, message: 'as the owner sees it', observedValue: null, limitValue: null },
  };
  return ({ platform }) => {
    platform.judge = () => verdict;
  };
}

test('an order of the socket is answered with the row as HTTP serves it', async () => {
  await using socket = await connected();
  const answer = await socket.op('submit', order('k1'));
  const { body } = await ask(socket.serving, { path: '/orders/1' });
  const more = { order: body, globalSequence: '2', replay: false };
  expect(answer).toEqual({ op: 'submit', reqId: 'r-1', success: true, ...more });
});

describe('one key is one order', () => {
  test('sent over the socket, retried over HTTP, and the reverse', async () => {
    await using socket = await connected();
    const first = await socket.op('submit', order('k1'));
    const retried = await ask(socket.serving, submit('k1'));
    expect([retried.status, retried.headers['idempotent-replay'], retried.body]).toEqual([201, 'true', first['order']]);
    const plain = await ask(socket.serving, submit('k2'));
    const replayed = { success: true, order: plain.body, globalSequence: '3', replay: true };
    expect(await socket.op('submit', order('k2'))).toMatchObject(replayed);
    expect(socket.serving.platform.submitted).toHaveLength(2);
  });

  test('sent both ways at once', async () => {
    await using socket = await connected();
    const [over, plain] = await Promise.all([socket.op('submit', order('k1')), ask(socket.serving, submit('k1'))]);
    expect(over['order']).toEqual(plain.body);
    expect(socket.serving.platform.submitted).toHaveLength(1);
  });

  test('cancelled over the socket, the cancel retried over HTTP', async () => {
    await using socket = await connected();
    await socket.op('submit', order('k1'));
    expect(await socket.briefly('cancel', CANCEL)).toBe('done at 3');
    const headers = { 'idempotency-key': 'c1' };
    const retried = await briefly(socket.serving, { method: 'POST', path: '/orders/1/cancel', headers });
    expect([retried, socket.serving.platform.submitted.length]).toEqual(['200 replayed at 3', 2]);
  });

  test('used for something else over the other way is refused', async () => {
    await using socket = await connected();
    await ask(socket.serving, submit('k1'));
    const reused = await socket.briefly('cancel', { orderId: '1', commandKey: 'k1' });
    expect(reused).toBe('INVALID_CLIENT_ORDER_ID: IDEMPOTENCY_KEY_REUSED');
  });

  test('an owner’s refusal is recorded: HTTP replays it, and so does the socket', async () => {
    await using socket = await connected({}, refusing('TICK_SIZE_VIOLATION'));
    const refused = 'INVALID_PRICE: TICK_SIZE_VIOLATION at 2';
    for (const times of [1, 2]) expect([times, await socket.briefly('submit', order('k1'))]).toEqual([times, refused]);
    expect(await briefly(socket.serving, submit('k1'))).toBe('422 TICK_SIZE_VIOLATION replayed at 2');
  });
});

describe('refused by the member, and nothing recorded', () => {
  // biome-ignore format: an aligned table
  test.each([
    ['submit', { ...order('k1'), price: '1e2' },                     'INVALID_PRICE'],
    ['submit', { ...order('k1'), qty: 1 },                           'INVALID_QTY'],
    ['submit', { ...order('k1'), clientOrderId: undefined },         'INVALID_CLIENT_ORDER_ID'],
    ['submit', { ...order('k1'), clientOrderId: 'a b' },             'INVALID_CLIENT_ORDER_ID'],
    ['submit', { ...order('k1'), clientOrderId: 'a'.repeat(65) },    'INVALID_CLIENT_ORDER_ID'],
    ['submit', { ...order('k1'), userId: 1 },                        'INVALID_FIELD'],
    ['submit', { ...order('k1'), account: undefined },               'INVALID_FIELD'],
    ['cancel', { orderId: 1, commandKey: 'c' },                      'INVALID_FIELD'],
    ['cancel', { orderId: '7'.repeat(65), commandKey: 'c' },         'INVALID_FIELD'],
    ['cancel', { orderId: '1', commandKey: 'c', price: '1' },        'INVALID_FIELD'],
    ['cancel', { orderId: '1' },                                     'INVALID_CLIENT_ORDER_ID'],
  ])('%s %j', async (op, params, code) => {
    await using socket = await connected();
    expect(await socket.op(op, params)).toMatchObject({ op, success: false, code, retryable: false });
    expect(socket.serving.platform.submitted).toEqual([]);
    // Only one thing was wrong: once it is corrected, the same key works.
    expect(await socket.briefly('submit', order('k1'))).toBe('done at 2');
  });

  test('without orders:trade in the grant, before anything of the operation is read', async () => {
    await using socket = await connected({}, ({ platform }) => restateUser(platform, { capabilities: [] }));
    const bad = [{}, { orderId: 1, commandKey: 'c' }, { orderId: '1', commandKey: 'a b' }];
    const operations = [...bad, CANCEL].map((params) => ['cancel', params] as const);
    for (const [op, params] of [['submit', order('k1')] as const, ['submit', {}] as const, ...operations])
      expect(await socket.briefly(op, params)).toBe('FORBIDDEN_CAPABILITY: CAPABILITY_DENIED');
    expect(socket.serving.platform.submitted).toEqual([]);
  });
});

test('the owner judges when the capability was cleared since the grant', async () => {
  await using socket = await connected();
  restateUser(socket.serving.platform, { capabilities: [] });
  refusing('CAPABILITY_DENIED')(socket.serving);
  expect(await socket.briefly('submit', order('k1'))).toBe('FORBIDDEN_CAPABILITY: CAPABILITY_DENIED at 3');
});

test.each([
  ['INBOX_FULL', 'BACKPRESSURE'],
  ['OWNER_ABSENT', 'NOT_SERVING'],
  ['INTERRUPTED', 'NOT_SERVING'],
] as const)('a write that the platform does not accept, %s, is %s and can be sent again', async (why, code) => {
  await using socket = await connected();
  socket.serving.platform.take = () => ({ taken: false, why });
  expect(await socket.briefly('submit', order('k1'))).toBe(`${code}: ${why} retryable`);
  socket.serving.platform.take = () => undefined;
  expect(await socket.briefly('submit', order('k1'))).toBe('done at 2');
});

test('a read replica never accepts an order', async () => {
  await using socket = await connected({ surfaces: { ...EVERY_SURFACE, replica: true } });
  expect(await socket.op('submit', order('k1'))).toMatchObject({ code: 'NOT_SERVING', retryable: false });
});

test('with a slow owner: pending at the sync deadline, and the key gives the outcome', async () => {
  await using socket = await connected();
  const { platform, clock } = socket.serving;
  const owner = heldOwner(socket.serving);
  const answer = socket.op('submit', order('k1'));
  await until(() => platform.submitted.length === 1);
  clock.advance(2_000);
  expect(await answer).toMatchObject({ success: true, pending: true, key: 'k1', operation: 'submitOrder' });
  const retried = socket.op('submit', order('k1'));
  owner.release();
  expect(await retried).toMatchObject({ success: true, globalSequence: '2' });
});
