import { describe, expect, test } from 'vitest';
import type { Scope } from '../contract/capabilities.ts';
import type { Defect } from '../defects/defect.ts';
import type { ExchangeEvent } from '../exchange-event.ts';
import { FIRST, SECOND, stated, tokenOf, user } from '../sample-platform.ts';
import { livingFor, type SampleSessions, START_S, sampleSessions, UNSIGNED } from './sample-session.ts';

const at = (seconds: number) => `${START_S + seconds}000000000`;

/** The user of the sample's tokens, as an administrator restates it. */
function restate(
  { platform }: SampleSessions,
  { status = 'ACTIVE', capabilities }: { status?: 'ACTIVE' | 'DISABLED'; capabilities?: readonly Scope[] },
): void {
  const fact = user(11, 1, FIRST.subject, status);
  if (fact.kind !== 'RegisterRecorded' || fact.family !== 'users') throw new Error('not a user');
  const row = capabilities === undefined ? fact.row : { ...fact.row, capabilities };
  platform.record(stated([]), { facts: [{ ...fact, row }] });
}

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

  test('names no end where the token has none, and no hint ever comes', async () => {
    const sessions = await sampleSessions();
    const connection = await sessions.open(await livingFor(null));
    expect(connection.take()[0]?.data).toMatchObject({ expiresAtNs: '0' });
    sessions.clock.advance(400 * 86_400_000);
    expect([connection.take(), connection.closed]).toEqual([[], undefined]);
  });

  test.each([
    ['disabled', (sessions: SampleSessions) => restate(sessions, { status: 'DISABLED' }), 'sessionClosing'],
    ['nothing', () => undefined, 'sessionOpened'],
  ])('is judged when it is due: %s meanwhile', async (_name, meanwhile, event) => {
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

  test('does not come where the token lapses before it', async () => {
    const held = Promise.withResolvers<void>();
    const sessions = await sampleSessions({ socketEdge: edge({ firstFrame: () => held.promise }) });
    const connection = await sessions.open(await livingFor(5));
    sessions.clock.advance(5_000);
    held.resolve();
    await until(() => connection.sent.length > 0 || connection.closed !== undefined);
    expect([connection.sent, connection.closed?.[0]]).toEqual([[], 4001]);
  });
});

describe('the lease', () => {
  test('ends with the token, and the client is told once, a minute before', async () => {
    const sessions = await sampleSessions();
    const connection = await sessions.open(await livingFor(3_600));
    connection.take();
    sessions.clock.advance(3_539_999);
    expect(connection.sent).toEqual([]);
    sessions.clock.advance(1);
    const data = { expiresAtNs: at(3_600), inMs: 60_000 };
    expect(connection.take()).toEqual([{ event: 'sessionExpiring', msgType: 'sessionExpiring', data }]);
    sessions.clock.advance(59_999);
    expect([connection.sent, connection.closed]).toEqual([[], undefined]);
    sessions.clock.advance(1);
    expect([connection.sent, connection.closed?.[0]]).toEqual([[], 4001]);
    expect(sessions.clock.waiting).toBe(0);
  });

  test('of a life shorter than the lead is warned of at once', async () => {
    const sessions = await sampleSessions();
    const connection = await sessions.open(await livingFor(30));
    expect(connection.take().map(({ event, data }) => [event, data?.['inMs']])).toEqual([
      ['sessionOpened', undefined],
      ['sessionExpiring', 30_000],
    ]);
  });

  test('is renewed by the same principal: the end is the new token’s, the hint comes again, subscriptions are kept', async () => {
    const sessions = await sampleSessions();
    const connection = await sessions.open(await livingFor(3_600));
    connection.say('subscribe', { topics: ['orders'] });
    sessions.clock.advance(3_540_000);
    connection.take();
    connection.say('auth', { token: await livingFor(7_200) });
    await connection.answered();
    expect(connection.take()).toMatchObject([
      { op: 'auth', reqId: 'r', success: true, session: { expiresAtNs: at(7_200) } },
    ]);
    sessions.clock.advance(60_000);
    expect(connection.closed).toBeUndefined();
    connection.say('submit', order('k1'), 's');
    await connection.answered();
    expect(connection.take().map(({ event, op }) => event ?? op)).toEqual(['orderUpdated', 'submit']);
    sessions.clock.advance(3_540_000);
    expect(connection.take()).toMatchObject([{ event: 'sessionExpiring', data: { expiresAtNs: at(7_200) } }]);
  });

  test('of a renewal may be shorter than the one before it', async () => {
    const sessions = await sampleSessions();
    const connection = await sessions.open(await livingFor(3_600));
    connection.say('auth', { token: await livingFor(100) });
    await connection.answered();
    sessions.clock.advance(100_000);
    expect(connection.closed?.[0]).toBe(4001);
  });

  test('is warned of once for one token, however often it is presented', async () => {
    const sessions = await sampleSessions();
    const token = await livingFor(30);
    const connection = await sessions.open(token);
    for (let times = 0; times < 2; times += 1) {
      connection.say('auth', { token });
      await connection.answered();
    }
    expect(connection.take().filter(({ event }) => event === 'sessionExpiring')).toHaveLength(1);
    connection.say('auth', { token: await tokenOf(FIRST, { exp: START_S + 30, jti: 'another' }) });
    await connection.answered();
    expect(connection.take().map(({ op, event }) => op ?? event)).toEqual(['auth', 'sessionExpiring']);
  });

  test('that is over serves nothing, also where the timer is late', async () => {
    const sessions = await sampleSessions();
    const connection = await sessions.open(await livingFor(3_600));
    connection.take();
    sessions.clock.nowNs = () => BigInt(at(3_600));
    connection.say('subscribe', { topics: ['orders'] });
    expect([connection.sent, connection.closed?.[0]]).toEqual([[], 4001]);
  });
});

describe('op auth is refused, and changes nothing', () => {
  test.each([
    ['another principal', () => tokenOf(SECOND), 'FORBIDDEN_PRINCIPAL'],
    ['a colleague', () => tokenOf({ externalId: 'first', subject: 'colleague' }), 'FORBIDDEN_PRINCIPAL'],
    ['no token', () => 'nonsense', 'INVALID_TOKEN'],
    ['an empty one', () => '', 'INVALID_TOKEN'],
    ['one that has expired', () => livingFor(-1), 'INVALID_TOKEN'],
    ['one for another audience', () => tokenOf(FIRST, { aud: 'elsewhere' }), 'INVALID_TOKEN'],
    ['one that names no user', () => tokenOf(FIRST, { sub: 'é' }), 'FORBIDDEN_PRINCIPAL'],
  ])('%s', async (_name, token, code) => {
    const sessions = await sampleSessions();
    const connection = await sessions.open(await livingFor(3_600));
    connection.take();
    connection.say('auth', { token: await token() }, 'q-1');
    await connection.answered();
    expect(connection.take()).toEqual([
      { op: 'auth', reqId: 'q-1', success: false, code, message: expect.any(String), retryable: false },
    ]);
    sessions.clock.advance(3_540_000);
    expect(connection.take()).toMatchObject([{ event: 'sessionExpiring', data: { expiresAtNs: at(3_600) } }]);
    sessions.clock.advance(60_000);
    expect(connection.closed?.[0]).toBe(4001);
  });

  test.each([
    ['nothing', undefined],
    ['no token', {}],
    ['a token that is no string', { token: 1 }],
    ['a member more', { token: 't', reqId: 'x' }],
    ['a list', []],
    ['null', null],
  ])('params: %s', async (_name, params) => {
    const sessions = await sampleSessions();
    const connection = await sessions.open();
    connection.take();
    connection.hear(JSON.stringify({ op: 'auth', reqId: 'r', params }));
    await connection.answered();
    expect(connection.take()).toMatchObject([{ op: 'auth', reqId: 'r', success: false, code: 'MALFORMED' }]);
  });

  test('a disabled user, whose session goes on till then', async () => {
    const sessions = await sampleSessions();
    const connection = await sessions.open();
    restate(sessions, { status: 'DISABLED' });
    connection.take();
    connection.say('subscribe', { topics: ['orders'] });
    connection.say('auth', { token: await livingFor(7_200) });
    await connection.answered();
    expect(connection.take()).toMatchObject([
      { op: 'subscribe', success: true },
      { op: 'auth', success: false, code: 'FORBIDDEN_PRINCIPAL' },
    ]);
  });
});

test('the grant stays what it was until the next op auth (WSS-15)', async () => {
  const sessions = await sampleSessions();
  const connection = await sessions.open(await livingFor(3_600));
  restate(sessions, { capabilities: ['algos:manage'] });
  connection.take();
  connection.say('submit', order('k1'));
  await connection.answered();
  expect(connection.take()).toMatchObject([{ op: 'submit', success: true }]);
  connection.say('auth', { token: await livingFor(7_200) });
  connection.say('submit', order('k2'));
  await connection.answered();
  expect(connection.take()).toMatchObject([
    { op: 'auth', session: { capabilities: ['algos:manage'] } },
    { op: 'submit', success: false, code: 'FORBIDDEN_CAPABILITY', retryable: false },
  ]);
  expect(sessions.platform.submitted.map(({ key }) => key)).toEqual(['k1']);
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

  test('more of which wait than a session takes are refused at once, each', async () => {
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
  test('says nothing, serves op auth alone, and is a session from then on', async () => {
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

  test('is closed after ten seconds of nobody', async () => {
    const sessions = await sampleSessions({ socketVersion: '1.0.0' });
    const connection = await sessions.open(null);
    connection.say('auth', { token: 'nonsense' });
    await connection.answered();
    sessions.clock.advance(9_999);
    expect(connection.closed).toBeUndefined();
    sessions.clock.advance(1);
    expect(connection.closed?.[0]).toBe(4008);
  });

  test('at 1.0.0 there are no orders', async () => {
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
  test('drained: closed as the member says, and nothing is sent any more', async () => {
    const admitted = Promise.withResolvers<void>();
    const sessions = await sampleSessions({ defects: [UNSIGNED, slowly(admitted.promise)] });
    const connection = await sessions.open();
    connection.say('auth', { token: JSON.stringify({ externalOrgId: 'first', subject: 'trader', expiresAtS: null }) });
    connection.take();
    expect(sessions.services.sessions.count).toBe(1);
    sessions.services.sessions.closeAll(1001, 'away');
    admitted.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    sessions.clock.advance(7_200_000);
    expect([connection.sent, connection.late, connection.closed]).toEqual([[], [], [1001, 'away']]);
    connection.goAway();
    expect([sessions.services.sessions.count, sessions.clock.waiting]).toEqual([0, 0]);
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

  test('slow: told why, then closed', async () => {
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

test('each operation is told to whoever watches: its op, its key, what became of it, and no token', async () => {
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

function slowly(admitted: Promise<void>): Defect {
  return {
    name: 'slowly',
    breaks: [],
    story: 'admits once a test says so',
    session: (good) => ({ ...good, admit: async (...of) => admitted.then(() => good.admit(...of)) }),
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

function order(clientOrderId: string): object {
  return { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '100', qty: '1', clientOrderId };
}

function edge(over: { firstFrame: () => Promise<void> | undefined }) {
  return { handshake: () => undefined, frame: () => undefined, ...over };
}
