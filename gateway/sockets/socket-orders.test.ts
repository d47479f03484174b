/**
 * Orders over the trading socket and over HTTP: one key is one order over both ways. Uses real sockets and a real
 * client.
 */
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Verdict } from '../facts.ts';
import type { MemberOptions } from '../member.ts';
import { ask, ORDER, submit } from '../testing/sample-client.ts';
import { FIRST, type Serving, serve, stated, tokenOf, user } from '../testing/sample-platform.ts';

interface Reply {
  readonly op: string;
  readonly reqId: string;
  readonly success: boolean;
  readonly order?: unknown;
  readonly [more: string]: unknown;
}

interface Client extends AsyncDisposable {
  /** Sends one operation and resolves with its answer. */
  op(op: string, params: object): Promise<Reply>;
  /** Every message so far, in order. */
  readonly heard: readonly Reply[];
}

async function client({ baseUrl }: Serving): Promise<Client> {
  const headers = { authorization: `Bearer ${await tokenOf(FIRST)}` };
  const ws = new WebSocket(`${baseUrl.replace('http', 'ws')}/v1/ws/trading`, { headers });
  const heard: Reply[] = [];
  const waiting = new Map<string, (reply: Reply) => void>();
  ws.on('message', (data) => {
    const reply: Reply = JSON.parse(String(data));
    heard.push(reply);
    waiting.get(reply.reqId)?.(reply);
  });
  await once(ws, 'open');
  let count = 0;
  return {
    heard,
    op(op, params) {
      count += 1;
      const reqId = `r-${count}`;
      const answered = Promise.withResolvers<Reply>();
      waiting.set(reqId, answered.resolve);
      ws.send(JSON.stringify({ op, reqId, params }));
      return answered.promise;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(ws, 'close');
      ws.close();
      await closed;
    },
  };
}

const order = (clientOrderId: string) => ({ ...ORDER, clientOrderId });

test('an order of the socket is answered with the row as HTTP serves it', async () => {
  await using serving = await serve();
  await using socket = await client(serving);
  const answer = await socket.op('submit', order('k1'));
  const read = await ask(serving, { path: '/orders/1' });
  expect(answer).toEqual({
    op: 'submit',
    reqId: 'r-1',
    success: true,
    order: read.body,
    globalSequence: '2',
    replay: false,
  });
});

describe('one key is one order', () => {
  test('sent over the socket, retried over HTTP', async () => {
    await using serving = await serve();
    await using socket = await client(serving);
    const first = await socket.op('submit', order('k1'));
    const retried = await ask(serving, submit('k1'));
    expect(retried).toMatchObject({
      status: 201,
      headers: { 'idempotent-replay': 'true', 'x-service-global-sequence': '2' },
    });
    expect(retried.body).toEqual(first.order);
    expect(serving.platform.submitted).toHaveLength(1);
  });

  test('sent over HTTP, retried over the socket', async () => {
    await using serving = await serve();
    await using socket = await client(serving);
    const first = await ask(serving, submit('k1'));
    const retried = await socket.op('submit', order('k1'));
    expect(retried).toMatchObject({ success: true, order: first.body, globalSequence: '2', replay: true });
    expect(serving.platform.submitted).toHaveLength(1);
  });

  test('sent both ways at once', async () => {
    await using serving = await serve();
    await using socket = await client(serving);
    const [over, plain] = await Promise.all([socket.op('submit', order('k1')), ask(serving, submit('k1'))]);
    expect(over.order).toEqual(plain.body);
    expect(serving.platform.submitted).toHaveLength(1);
  });

  test('cancelled over the socket, the cancel retried over HTTP', async () => {
    await using serving = await serve();
    await using socket = await client(serving);
    await socket.op('submit', order('k1'));
    const cancelled = await socket.op('cancel', { orderId: '1', commandKey: 'c1' });
    expect(cancelled).toMatchObject({ op: 'cancel', success: true, replay: false });
    const headers = { 'idempotency-key': 'c1' };
    const retried = await ask(serving, { method: 'POST', path: '/orders/1/cancel', headers });
    expect(retried).toMatchObject({ status: 200, headers: { 'idempotent-replay': 'true' } });
    expect(serving.platform.submitted).toHaveLength(2);
  });

  test('used for something else over the other way is refused', async () => {
    await using serving = await serve();
    await using socket = await client(serving);
    await ask(serving, submit('k1'));
    const reused = await socket.op('cancel', { orderId: '1', commandKey: 'k1' });
    expect(reused).toMatchObject({ success: false, code: 'INVALID_CLIENT_ORDER_ID', reason: 'IDEMPOTENCY_KEY_REUSED' });
  });

  test('an owner’s refusal is recorded: HTTP replays it, and so does the socket', async () => {
    await using serving = await serve();
    serving.platform.judge = refusing('TICK_SIZE_VIOLATION');
    await using socket = await client(serving);
    for (let times = 0; times < 2; times += 1) {
      expect(await socket.op('submit', order('k1'))).toMatchObject({
        success: false,
        code: 'INVALID_PRICE',
        reason: 'TICK_SIZE_VIOLATION',
        retryable: false,
        globalSequence: '2',
      });
    }
    expect(await ask(serving, submit('k1'))).toMatchObject({
      status: 422,
      headers: { 'x-service-global-sequence': '2', 'idempotent-replay': 'true' },
    });
  });
});

describe('refused by the member, and nothing recorded', () => {
  const known = order('k1');
  test.each([
    ['submit', { ...known, price: '1e2' }, 'INVALID_PRICE'],
    ['submit', { ...known, qty: 1 }, 'INVALID_QTY'],
    ['submit', { ...known, clientOrderId: undefined }, 'INVALID_CLIENT_ORDER_ID'],
    ['submit', { ...known, clientOrderId: 'a b' }, 'INVALID_CLIENT_ORDER_ID'],
    ['submit', { ...known, clientOrderId: 'a'.repeat(65) }, 'INVALID_CLIENT_ORDER_ID'],
    ['submit', { ...known, userId: 1 }, 'INVALID_FIELD'],
    ['submit', { ...known, account: undefined }, 'INVALID_FIELD'],
    ['submit', { ...known, instrument: 'MOON' }, 'UNKNOWN_INSTRUMENT'],
    ['submit', { ...known, account: 'another' }, 'UNKNOWN_ACCOUNT'],
    ['cancel', { orderId: '77', commandKey: 'c' }, 'UNKNOWN_ORDER'],
    ['cancel', { orderId: 1, commandKey: 'c' }, 'INVALID_FIELD'],
    ['cancel', { orderId: '7'.repeat(65), commandKey: 'c' }, 'INVALID_FIELD'],
    ['cancel', { orderId: '1', commandKey: 'c', price: '1' }, 'INVALID_FIELD'],
    ['cancel', { orderId: '1' }, 'INVALID_CLIENT_ORDER_ID'],
  ])('%s %j', async (op, params, code) => {
    await using serving = await serve();
    await using socket = await client(serving);
    expect(await socket.op(op, params)).toMatchObject({ op, success: false, code, retryable: false });
    expect(serving.platform.submitted).toEqual([]);
    // Only one thing was wrong: once it is corrected, the same key works.
    expect(await socket.op('submit', known)).toMatchObject({ success: true, replay: false });
  });

  test('without orders:trade in the grant', async () => {
    await using serving = await serve();
    restate(serving, []);
    await using socket = await client(serving);
    expect(await socket.op('submit', order('k1'))).toMatchObject({ success: false, code: 'FORBIDDEN_CAPABILITY' });
    // Checked before anything of the operation is read, for any fault in it.
    for (const params of [{}, { orderId: 1, commandKey: 'c' }, { orderId: '1', commandKey: 'a b' }]) {
      expect(await socket.op('cancel', params)).toMatchObject({ code: 'FORBIDDEN_CAPABILITY' });
    }
    expect(await socket.op('submit', {})).toMatchObject({ code: 'FORBIDDEN_CAPABILITY' });
    expect(await socket.op('cancel', { orderId: '1', commandKey: 'c' })).toMatchObject({
      code: 'FORBIDDEN_CAPABILITY',
    });
    expect(serving.platform.submitted).toEqual([]);
  });
});

test('the owner judges when the capability was cleared since the grant', async () => {
  await using serving = await serve();
  await using socket = await client(serving);
  restate(serving, []);
  serving.platform.judge = refusing('CAPABILITY_DENIED');
  expect(await socket.op('submit', order('k1'))).toMatchObject({
    success: false,
    code: 'FORBIDDEN_CAPABILITY',
    reason: 'CAPABILITY_DENIED',
    globalSequence: '3',
  });
});

describe('a write that the platform does not accept can be sent again', () => {
  test.each([
    ['INBOX_FULL', 'BACKPRESSURE'],
    ['OWNER_ABSENT', 'NOT_SERVING'],
    ['INTERRUPTED', 'NOT_SERVING'],
  ] as const)('%s is %s', async (why, code) => {
    await using serving = await serve();
    await using socket = await client(serving);
    serving.platform.take = () => ({ taken: false, why });
    const refused = await socket.op('submit', order('k1'));
    expect(refused).toMatchObject({ success: false, code, retryable: true, reason: why });
    expect(refused).not.toHaveProperty('globalSequence');
    serving.platform.take = () => undefined;
    expect(await socket.op('submit', order('k1'))).toMatchObject({ success: true, replay: false });
  });

  test('a read replica never accepts an order', async () => {
    const surfaces: MemberOptions['surfaces'] = {
      algos: true,
      balances: true,
      intake: true,
      replica: true,
      tickets: true,
    };
    await using serving = await serve({ surfaces });
    await using socket = await client(serving);
    expect(await socket.op('submit', order('k1'))).toMatchObject({ code: 'NOT_SERVING', retryable: false });
  });
});

test('with a slow owner: pending at the sync deadline, and the key gives the outcome', async () => {
  await using serving = await serve();
  await using socket = await client(serving);
  const verdict = Promise.withResolvers<Verdict>();
  const good = serving.platform.judge;
  const judging = Promise.withResolvers<void>();
  serving.platform.judge = (command) => {
    judging.resolve();
    return verdict.promise.then(() => good(command));
  };
  const answer = socket.op('submit', order('k1'));
  await judging.promise;
  serving.clock.advance(2_000);
  expect(await answer).toMatchObject({ success: true, pending: true, key: 'k1', operation: 'submitOrder' });
  const retried = socket.op('submit', order('k1'));
  verdict.resolve({ facts: [] });
  expect(await retried).toMatchObject({ success: true, globalSequence: '2' });
});

test('order operations run concurrently, up to the limit of the session', async () => {
  await using serving = await serve({ limits: { sessionOpsUnderWay: 2 } });
  await using socket = await client(serving);
  const verdict = Promise.withResolvers<Verdict>();
  const good = serving.platform.judge;
  serving.platform.judge = (command) => verdict.promise.then(() => good(command));
  const [first, second] = [socket.op('submit', order('k1')), socket.op('submit', order('k2'))];
  expect(await socket.op('submit', order('k3'))).toMatchObject({
    success: false,
    code: 'BACKPRESSURE',
    retryable: true,
  });
  verdict.resolve({ facts: [] });
  expect([(await first).success, (await second).success]).toEqual([true, true]);
  expect(await socket.op('submit', order('k3'))).toMatchObject({ success: true });
});

function refusing(code: string): () => Verdict {
  return () => ({ refused: { code, message: 'as the owner sees it', observedValue: null, limitValue: null } });
}

function restate({ platform }: Serving, capabilities: readonly never[]): void {
  const fact = user(11, 1, FIRST.subject, 'ACTIVE');
  if (fact.kind !== 'RegisterRecorded' || fact.family !== 'users') throw new Error('not a user');
  platform.record(stated([]), { facts: [{ ...fact, row: { ...fact.row, capabilities } }] });
}
