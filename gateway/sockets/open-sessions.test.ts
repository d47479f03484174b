/** Sessions as their member's operator sees and ends them. */
import { describe, expect, test } from 'vitest';
import { at, livingFor, type SampleSessions, sampleSessions } from '../testing/sample-session.ts';
import type { OpenSession } from './open-sessions.ts';

function only({ services }: SampleSessions): OpenSession {
  const [session, ...others] = services.sessions.list().values();
  if (session === undefined || others.length > 0) throw new Error('one session is expected');
  return session;
}

test('nobody’s session has no lease that ends, and no access', async () => {
  const sessions = await sampleSessions();
  sessions.openMarketData();
  const session = only(sessions);
  expect(session.facts()).toMatchObject({ state: 'unauthenticated', principal: null, expiresAtNs: null });
  expect([session.expire(0n), session.revoke()]).toEqual([false, false]);
});

describe('an operator', () => {
  test('expires it: 4001, as at the end of its token', async () => {
    const sessions = await sampleSessions();
    const [expired, lapsed] = [await sessions.open(await livingFor(7_200)), await sessions.open(await livingFor(1))];
    expect([...sessions.services.sessions.list().values()][0]?.expire(sessions.clock.nowNs())).toBe(true);
    sessions.clock.advance(1_000);
    expect(lapsed.closed).toEqual([4001, expect.any(String)]);
    expect(expired.closed).toEqual(lapsed.closed);
  });

  test('ends its lease earlier: it is warned of that end, then closed at it', async () => {
    const sessions = await sampleSessions();
    const connection = await sessions.open(await livingFor(7_200));
    connection.take();
    only(sessions).expire(BigInt(at(30)));
    expect(connection.take()).toMatchObject([
      { event: 'sessionExpiring', data: { expiresAtNs: at(30), inMs: 30_000 } },
    ]);
    sessions.clock.advance(29_999);
    expect(connection.closed).toBeUndefined();
    sessions.clock.advance(1);
    expect(connection.closed?.[0]).toBe(4001);
    expect(only(sessions).expire(sessions.clock.nowNs())).toBe(false);
  });

  test('revokes it: sessionClosing and 4003, and nothing later', async () => {
    const sessions = await sampleSessions();
    const connection = await sessions.open(await livingFor(7_200));
    connection.take();
    const session = only(sessions);
    expect(session.revoke()).toBe(true);
    expect(connection.sent).toMatchObject([
      { event: 'sessionClosing', data: { code: 'PRINCIPAL_REVOKED', closeCode: 4003, retryable: false } },
    ]);
    expect(connection.closed).toEqual([4003, 'PRINCIPAL_REVOKED']);
    expect([session.facts().state, session.revoke(), connection.late]).toEqual(['closing', false, []]);
  });

  test('revokes one of the market data socket, which has no frame for it', async () => {
    const sessions = await sampleSessions();
    const connection = sessions.openMarketData();
    connection.say('auth', { token: await livingFor(7_200) });
    await connection.answered();
    connection.take();
    expect(only(sessions).revoke()).toBe(true);
    expect([connection.sent, connection.closed]).toEqual([[], [4003, 'PRINCIPAL_REVOKED']]);
  });
});
