import { describe, expect, test } from 'vitest';
import type { ExchangeEvent } from '../http/exchange-event.ts';
import { SampleClock, stated } from '../testing/sample-platform.ts';
import {
  at,
  livingFor,
  order,
  restate,
  type SampleSessions,
  sampleSessions,
  slowly,
  unsigned,
} from '../testing/sample-session.ts';

describe('the first frame', () => {
  test('is sessionOpened, with the capabilities in declared order and the end of the token', async () => {
    const sessions = await sampleSessions();
    restate(sessions, { capabilities: ['algos:manage', 'orders:trade'] });
    const connection = await sessions.open(await livingFor(3_600));
    expect(connection.take()).toEqual([
      {
        event: 'sessionOpened',
        msgType: 'sessionOpened',
        data: { capabilities: ['orders:trade', 'algos:manage'], expiresAtNs: at(3_600) },
      },
    ]);
  });

  test('states no end if the token has none, and no hint comes', async () => {
    const sessions = await sampleSessions();
    const connection = await sessions.open(await livingFor(null));
    expect(connection.take()[0]?.data).toMatchObject({ expiresAtNs: '0' });
    sessions.clock.advance(400 * 86_400_000);
    expect([connection.take(), connection.closed]).toEqual([[], undefined]);
  });

  test.each([
    ['disabled', (sessions: SampleSessions) => restate(sessions, { status: 'DISABLED' }), 'sessionClosing'],
    ['unchanged', () => undefined, 'sessionOpened'],
  ])('is decided when it is due: %s meanwhile', async (_name, meanwhile, event) => {
    const held = Promise.withResolvers<void>();
    const sessions = await sampleSessions({ socketEdge: edge({ firstFrame: () => held.promise }) });
    const connection = await sessions.open();
    connection.say('subscribe', { topics: ['orders'] });
    meanwhile(sessions);
    expect(connection.sent).toEqual([]);
    held.resolve();
    await until(() => connection.sent.length > 0 || connection.closed !== undefined);
    expect(connection.sent[0]).toMatchObject({ event });
    if (event === 'sessionOpened') {
      expect(connection.sent[1]).toMatchObject({ op: 'subscribe', success: true });
      return;
    }
    expect(connection.sent).toEqual([
      {
        event,
        msgType: event,
        data: { code: 'PRINCIPAL_REVOKED', closeCode: 4003, retryable: false, message: expect.any(String) },
      },
    ]);
    expect(connection.closed?.[0]).toBe(4003);
  });

  test('does not come if the token lapses before it', async () => {
    const held = Promise.withResolvers<void>();
    const sessions = await sampleSessions({ socketEdge: edge({ firstFrame: () => held.promise }) });
    const connection = await sessions.open(await livingFor(5));
    sessions.clock.advance(5_000);
    held.resolve();
    await until(() => connection.sent.length > 0 || connection.closed !== undefined);
    expect([connection.sent, connection.closed?.[0]]).toEqual([[], 4001]);
  });
});

describe('frames', () => {
  test.each([
    ['an unknown op', '{"op":"fly","reqId":"7 7","params":{}}', { op: 'fly', reqId: '7 7', code: 'UNKNOWN_OP' }],
    ['an unknown op without params', '{"op":"fly","reqId":"7"}', { op: 'fly', reqId: '7', code: 'UNKNOWN_OP' }],
    ['an op of every object', '{"op":"toString","reqId":"7"}', { op: 'toString', reqId: '7', code: 'UNKNOWN_OP' }],
    ['an escape in the reqId', '{"op":"auth","reqId":"\\u0061"}', { op: 'auth', reqId: null, code: 'MALFORMED' }],
    ['no JSON', '{', { op: 'error', reqId: null, code: 'MALFORMED' }],
    ['binary', null, { op: 'error', reqId: null, code: 'MALFORMED' }],
    ['a member more', '{"op":"auth","reqId":"7","params":{},"a":1}', { op: 'auth', reqId: '7', code: 'MALFORMED' }],
  ])('%s', async (_name, text, answer) => {
    const sessions = await sampleSessions();
    const connection = await sessions.open();
    connection.take();
    connection.hear(text);
    await connection.answered();
    const rest = { success: false, message: expect.any(String), retryable: false };
    expect(connection.take()).toEqual([{ ...answer, ...rest }]);
  });

  test('behind an op auth wait for its answer', async () => {
    const sessions = await sampleSessions();
    const connection = await sessions.open();
    connection.take();
    connection.say('auth', { token: await livingFor(7_200) }, 'a');
    connection.say('subscribe', { topics: ['orders'] }, 'b');
    connection.say('auth', { token: 'nonsense' }, 'c');
    connection.say('fly', {}, 'd');
    await connection.answered();
    expect(connection.take().map(({ reqId }) => reqId)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('over the limit of waiting ones are each refused at once', async () => {
    const sessions = await sampleSessions({ limits: { sessionOpsUnderWay: 2 } });
    const connection = await sessions.open();
    connection.take();
    connection.say('auth', { token: await livingFor(7_200) }, 'a');
    for (const reqId of ['b', 'c', 'd']) connection.say('subscribe', { topics: ['orders'] }, reqId);
    expect(connection.take()).toMatchObject([{ reqId: 'd', code: 'BACKPRESSURE', retryable: true }]);
    await connection.answered();
    expect(connection.take().map(({ reqId, success }) => [reqId, success])).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
    ]);
  });
});

describe('before 1.4.0 a handshake without a credential', () => {
  test('sends nothing, serves only op auth, and is a session from then on', async () => {
    const sessions = await sampleSessions({ socketVersion: '1.1.0' });
    const connection = await sessions.open(null);
    connection.say('subscribe', { topics: ['orders'] });
    connection.say('fly');
    expect(connection.take()).toMatchObject([
      { op: 'subscribe', success: false, code: 'UNAUTHENTICATED' },
      { op: 'fly', success: false, code: 'UNAUTHENTICATED' },
    ]);
    connection.say('auth', { token: await livingFor(3_600) });
    connection.say('submit', order('k1'));
    await connection.answered();
    expect(connection.take()).toMatchObject([
      { op: 'auth', success: true, session: { expiresAtNs: at(3_600) } },
      { op: 'submit', success: true },
    ]);
    sessions.clock.advance(3_540_000);
    expect(connection.take()).toMatchObject([{ event: 'sessionExpiring' }]);
  });

  test('is closed after ten seconds without a caller', async () => {
    const sessions = await sampleSessions({ socketVersion: '1.0.0' });
    const connection = await sessions.open(null);
    connection.say('auth', { token: 'nonsense' });
    await connection.answered();
    sessions.clock.advance(9_999);
    expect(connection.closed).toBeUndefined();
    sessions.clock.advance(1);
    expect(connection.closed?.[0]).toBe(4008);
  });

  test('at 1.0.0 there are no order operations', async () => {
    const sessions = await sampleSessions({ socketVersion: '1.0.0' });
    const connection = await sessions.open();
    connection.take();
    connection.say('submit', order('k1'));
    connection.say('cancel', { orderId: '1', commandKey: 'k2' });
    await connection.answered();
    expect(connection.take().map(({ code }) => code)).toEqual(['UNKNOWN_OP', 'UNKNOWN_OP']);
  });
});

describe('a session ends', () => {
  test.each([
    ['once its operations in progress are answered', true, [['a', true]]],
    ['at last without that answer: the wire’s own time ends it', false, []],
  ])('drained while it is renewed: closed %s, and later messages are dropped', async (_, answers, replies) => {
    const admitted = Promise.withResolvers<void>();
    const machineClock = new SampleClock();
    const sessions = await sampleSessions({ machineClock, rules: [unsigned, slowly(admitted.promise)] });
    const connection = await sessions.open();
    connection.take();
    const token = JSON.stringify({ externalOrgId: 'first', subject: 'trader', expiresAtS: null });
    connection.say('auth', { token }, 'a');
    expect(sessions.services.sessions.count).toBe(1);
    sessions.services.sessions.closeAll(1001, 'away');
    connection.say('subscribe', { topics: ['orders'] }, 'b');
    expect([connection.closed, sessions.services.open.count]).toEqual([undefined, 1]);
    if (answers) admitted.resolve();
    else machineClock.advance(4_000);
    await until(() => connection.closed !== undefined);
    expect(connection.take().map(({ reqId, success }) => [reqId, success])).toEqual(replies);
    admitted.resolve();
    await until(() => sessions.services.open.count === 0);
    sessions.clock.advance(7_200_000);
    expect([connection.take(), connection.late, connection.closed]).toEqual([[], [], [1001, 'away']]);
    connection.goAway();
    expect([sessions.services.sessions.count, sessions.clock.waiting, machineClock.waiting]).toEqual([0, 0, 0]);
  });

  test('gone: nothing is left of it', async () => {
    const sessions = await sampleSessions();
    const connection = await sessions.open();
    connection.say('subscribe', { topics: ['orders'] });
    connection.goAway();
    connection.take();
    sessions.platform.record(stated([]), { facts: [] });
    sessions.clock.advance(86_400_000);
    expect([connection.sent, sessions.services.sessions.count, sessions.clock.waiting]).toEqual([[], 0, 0]);
  });

  test('slow: warned, then closed', async () => {
    const sessions = await sampleSessions({ limits: { unsentBytes: 1_000 } });
    const connection = await sessions.open();
    connection.take();
    connection.bufferedBytes = 1_001;
    connection.say('fly');
    connection.say('fly');
    expect(connection.take()).toMatchObject([
      { op: 'fly', code: 'UNKNOWN_OP' },
      { op: 'error', reqId: null, success: false, code: 'BACKPRESSURE', retryable: true },
    ]);
    expect(connection.closed?.[0]).toBe(1013);
  });
});

test('each operation is reported to the observer: its op, its key, its result, and no token', async () => {
  const events: ExchangeEvent[] = [];
  const sessions = await sampleSessions({ observe: (event) => events.push(event) });
  const connection = await sessions.open();
  const token = await livingFor(7_200);
  connection.say('auth', { token }, 'a');
  connection.say('submit', order('k1'), 'b');
  connection.say('fly', {}, 'c');
  connection.hear('{');
  await connection.answered();
  expect(
    events.map(({ method, path, status, op, requestId, key, refused }) => ({
      method,
      path,
      status,
      op,
      requestId,
      key,
      code: refused?.code,
    })),
  ).toEqual(
    [
      { op: 'auth', requestId: 'a', key: null, code: undefined },
      { op: 'fly', requestId: 'c', key: null, code: 'UNKNOWN_OP' },
      { op: 'error', requestId: null, key: null, code: 'MALFORMED' },
      { op: 'submit', requestId: 'b', key: 'k1', code: undefined },
    ].map((event) => ({ method: 'WS', path: '/v1/ws/trading', status: 101, ...event })),
  );
  expect(JSON.stringify(events)).not.toContain(token.split('.')[1]);
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

function edge(over: { firstFrame: () => Promise<void> | undefined }) {
  return { handshake: () => undefined, frame: () => undefined, ...over };
}
