import { describe, expect, test } from 'vitest';
import { FIRST, SECOND, tokenOf } from '../testing/sample-platform.ts';
import { at, livingFor, order, restate, START_S, sampleSessions } from '../testing/sample-session.ts';

describe('the lease', () => {
  test('ends with the token, and the client is warned once, a minute before', async () => {
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

  test('shorter than the lead is warned of at once', async () => {
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

  test('is warned of once for one token, for any number of renewals with it', async () => {
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

  test('has one timer after any renewal', async () => {
    const sessions = await sampleSessions();
    const connection = await sessions.open(await livingFor(3_600));
    connection.say('auth', { token: await livingFor(7_200) });
    await connection.answered();
    expect(sessions.clock.waiting).toBe(1);
  });

  test.each([
    ['the warning', async () => undefined],
    ['the answer to a renewal', async () => livingFor(7_200)],
  ])('has no timer where %s is more than the client reads', async (_name, renewed) => {
    const sessions = await sampleSessions({ limits: { unsentBytes: 1_000 } });
    const connection = await sessions.open(await livingFor(3_600));
    connection.bufferedBytes = 1_001;
    const token = await renewed();
    if (token === undefined) sessions.clock.advance(3_540_000);
    else connection.say('auth', { token });
    await connection.answered();
    expect([connection.closed?.[0], sessions.clock.waiting]).toEqual([1013, 0]);
  });

  test('that is over serves nothing, also before its timer fires', async () => {
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
    ['an expired token', () => livingFor(-1), 'INVALID_TOKEN'],
    ['one for another audience', () => tokenOf(FIRST, { aud: 'elsewhere' }), 'INVALID_TOKEN'],
    ['a token without a user', () => tokenOf(FIRST, { sub: 'é' }), 'FORBIDDEN_PRINCIPAL'],
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
    ['none', undefined],
    ['no token', {}],
    ['a token that is not a string', { token: 1 }],
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

  test('a disabled user, whose session continues until then', async () => {
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

test('the grant stays the same until the next op auth (WSS-15)', async () => {
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
