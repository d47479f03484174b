import { describe, expect, test } from 'vitest';
import { FIRST, SECOND, stated, tokenOf } from '../testing/sample-platform.ts';
import { livingFor, type SampleConnection, type SampleSessions, sampleSessions } from '../testing/sample-session.ts';

async function authenticated(sessions: SampleSessions, token?: string): Promise<SampleConnection> {
  const connection = sessions.openMarketData();
  connection.say('auth', { token: token ?? (await tokenOf(FIRST)) });
  await connection.answered();
  expect(connection.take()).toEqual([{ op: 'auth', reqId: 'r', success: true }]);
  return connection;
}

const TOPIC = { topics: ['quotes:BTC-USD'] };

test('sends nothing unasked, and serves only auth before the acknowledgement', async () => {
  const sessions = await sampleSessions();
  sessions.platform.quote(1, '99', '101');
  const connection = sessions.openMarketData();
  connection.say('subscribe', TOPIC);
  connection.say('fly');
  connection.hear('{');
  expect(connection.take()).toMatchObject([
    { op: 'subscribe', success: false, code: 'UNAUTHENTICATED', error: 'unauthenticated' },
    { op: 'fly', success: false, code: 'UNAUTHENTICATED' },
    { op: 'error', reqId: null, success: false, code: 'MALFORMED' },
  ]);
  expect(sessions.platform.quoteFollowers).toBe(0);
});

describe('op auth', () => {
  test.each([
    ['nonsense', () => 'nonsense'],
    ['of another audience', () => tokenOf(FIRST, { aud: 'elsewhere' })],
    ['of another issuer', () => tokenOf(FIRST, { iss: 'elsewhere' })],
    ['that has expired', () => livingFor(-1)],
    ['that is not valid yet', () => tokenOf(FIRST, { nbf: 1_800_000_600 })],
    ['that somebody changed', async () => `${(await tokenOf(FIRST)).slice(0, -4)}AAAA`],
  ])('with a token %s is refused, and may be tried again', async (_name, token) => {
    const sessions = await sampleSessions();
    const connection = sessions.openMarketData();
    connection.say('auth', { token: await token() });
    connection.say('auth', { token: await tokenOf(FIRST) });
    await connection.answered();
    expect(connection.take()).toEqual([
      { op: 'auth', reqId: 'r', success: false, error: 'invalid_token', message: expect.any(String) },
      { op: 'auth', reqId: 'r', success: true },
    ]);
  });

  test.each([
    ['a suspended organisation', { externalId: 'asleep', subject: 'sleeper' }, 'org_not_active'],
    ['a disabled user', { externalId: 'first', subject: 'gone' }, 'forbidden_principal'],
    ['a user who awaits admission', { externalId: 'first', subject: 'waiting' }, 'awaiting_admission'],
  ])('of %s', async (_name, who, error) => {
    const sessions = await sampleSessions();
    const connection = sessions.openMarketData();
    connection.say('auth', { token: await tokenOf(who) });
    await connection.answered();
    expect(connection.take()).toMatchObject([{ op: 'auth', success: false, error, code: error.toUpperCase() }]);
  });

  test('of another principal is refused on a session that has one', async () => {
    const sessions = await sampleSessions();
    const connection = await authenticated(sessions);
    connection.say('auth', { token: await tokenOf(SECOND) });
    await connection.answered();
    expect(connection.take()).toMatchObject([{ op: 'auth', success: false, code: 'FORBIDDEN_PRINCIPAL' }]);
  });
});

test('is closed after ten seconds without a caller, and when its token lapses, without a hint', async () => {
  const sessions = await sampleSessions();
  const nobody = sessions.openMarketData();
  const connection = await authenticated(sessions, await livingFor(3_600));
  sessions.clock.advance(10_000);
  expect([nobody.closed?.[0], connection.closed]).toEqual([4008, undefined]);
  connection.say('auth', { token: await livingFor(7_200) });
  await connection.answered();
  connection.take();
  sessions.clock.advance(7_189_000);
  expect([connection.sent, connection.closed]).toEqual([[], undefined]);
  sessions.clock.advance(1_000);
  expect([connection.sent, connection.closed?.[0]]).toEqual([[], 4001]);
});

describe('quotes', () => {
  const event = (bid: string) => ({
    event: 'quote',
    msgType: 'quote',
    data: { instrumentId: 1, instrument: 'BTC-USD', bid, ask: '101', venueTsNs: expect.any(String) },
  });

  test('come after the answer, the last one first, then each new one of the venue, until the topic is unsubscribed', async () => {
    const sessions = await sampleSessions();
    const { platform } = sessions;
    platform.quote(1, '98', '101');
    const connection = await authenticated(sessions);
    connection.say('subscribe', TOPIC);
    connection.say('subscribe', TOPIC);
    platform.quote(1, '99', '101');
    const answer = { op: 'subscribe', reqId: 'r', success: true, topics: ['quotes:BTC-USD'] };
    expect(connection.take()).toEqual([answer, event('98'), answer, event('99')]);
    connection.say('unsubscribe', TOPIC);
    platform.quote(1, '97', '101');
    expect(connection.take()).toEqual([{ op: 'unsubscribe', reqId: 'r', success: true, topics: [] }]);
    expect(platform.quoteFollowers).toBe(0);
  });

  test('are not followed after the session ends', async () => {
    const sessions = await sampleSessions();
    sessions.platform.quote(1, '98', '101');
    const connection = await authenticated(sessions);
    connection.say('subscribe', TOPIC);
    expect(sessions.platform.quoteFollowers).toBe(1);
    connection.goAway();
    expect(sessions.platform.quoteFollowers).toBe(0);
  });

  test.each([
    ['an unknown instrument', ['quotes:MOON'], 'UNKNOWN_TOPIC', 0],
    ['a topic of the other socket', ['quotes:BTC-USD', 'orders'], 'UNKNOWN_TOPIC', 1],
    ['an instrument that no venue quotes', ['quotes:BTC-USD', 'quotes:QUIET'], 'TOPIC_NOT_ACTIVE', 1],
    ['an instrument that is halted', ['quotes:HALTED'], 'TOPIC_NOT_ACTIVE', 0],
  ])('of %s are refused, with the whole request', async (_name, topics, code, failedTopicIndex) => {
    const sessions = await sampleSessions();
    const { platform } = sessions;
    platform.quote(1, '98', '101');
    platform.quote(3, '98', '101');
    list(sessions, 2, 'QUIET', 'LIVE');
    list(sessions, 3, 'HALTED', 'HALTED');
    const connection = await authenticated(sessions);
    connection.say('subscribe', { topics });
    expect(connection.take()).toMatchObject([{ op: 'subscribe', success: false, code, failedTopicIndex }]);
    expect(platform.quoteFollowers).toBe(0);
  });
});

function list({ platform }: SampleSessions, instrumentId: number, symbol: string, status: 'LIVE' | 'HALTED'): void {
  const grid = { tick: '0.01', step: '0.0001', workingScale: 8 };
  const instrument = { instrumentId, symbol, status, exchangeId: 1, baseAssetId: 1, quoteAssetId: 2, ...grid };
  platform.record(stated([]), { facts: [{ kind: 'InstrumentRecorded', instrument }] });
}
