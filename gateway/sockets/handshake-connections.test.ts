/** The connection of a handshake: bytes behind it, clients that leave before the answer, and faults at its edge. */
import { describe, expect, test } from 'vitest';
import type { ExchangeEvent } from '../http/exchange-event.ts';
import { until } from '../testing/sample-client.ts';
import { answerTo, bearer, handshake, MARKET_DATA, sent, TRADING } from '../testing/sample-handshake.ts';
import { serve } from '../testing/sample-platform.ts';

const OPENED = 'HTTP/1.1 101 Switching Protocols';
const WAITING = { externalId: 'first', subject: 'waiting' };

describe('a connection', () => {
  test('that sends requests behind a refused handshake gets one answer', async () => {
    await using at = await serve();
    const behind = `GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(20);
    const answer = await answerTo(at, handshake(TRADING) + behind);
    expect(answer.split('HTTP/1.1')).toHaveLength(2);
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
  });

  test('that sends a megabyte behind a refused handshake still receives it, and is gone as soon as it closes', async () => {
    await using at = await serve();
    expect(await answerTo(at, handshake(TRADING) + 'x'.repeat(1_048_576))).toMatch(/^HTTP\/1.1 401 .*}}$/s);
    // No cut-off fired: the machine's clock did not move.
    await until(() => at.upgraded.size === 0);
  });

  test('with an unanswered first request gets the answers in order: a handshake behind it is not upgraded', async () => {
    await using at = await serve();
    const first = `GET /docs HTTP/1.1\r\nHost: x\r\n\r\n`;
    const { until } = await sent(at, first + handshake(MARKET_DATA));
    const answer = await until('HTTP/1.1 101');
    expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 101']);
  });

  test('that closes its half behind the handshake receives the refusal', async () => {
    await using at = await serve();
    const asked = await sent(at, handshake(TRADING));
    asked.socket.end();
    expect(await asked.until('}}')).toMatch(/^HTTP\/1.1 401 .*UNAUTHENTICATED/s);
  });

  test('that closes its half behind the handshake opens a session that ends at once', async () => {
    await using at = await serve();
    const asked = await sent(at, handshake(MARKET_DATA));
    asked.socket.end();
    expect(await asked.until('never said')).toContain(OPENED);
    await until(() => at.upgraded.size === 0);
  });

  test('that a refused client never closes is cut off', async () => {
    await using at = await serve();
    const asked = await sent(at, handshake(TRADING));
    asked.socket.removeAllListeners('end');
    await asked.until('}}');
    await until(() => at.machineClock.waiting === 1);
    expect(at.upgraded.size).toBe(1);
    at.machineClock.advance(1_000);
    await until(() => at.upgraded.size === 0);
    asked.socket.destroy();
  });

  test.each(['resetAndDestroy', 'destroy'] as const)(
    'that is gone (%s) before its answer leaves nothing behind',
    async (go) => {
      const held = Promise.withResolvers<{ act: 'go' }>();
      const edge = { handshake: () => held.promise, firstFrame: () => undefined, frame: () => undefined };
      const events: ExchangeEvent[] = [];
      await using at = await serve({ socketEdge: edge, observe: (event) => events.push(event) });
      const asked = await sent(at, handshake(MARKET_DATA));
      await until(() => at.member.inFlight === 1);
      asked.socket[go]();
      if (go === 'resetAndDestroy') await until(() => at.upgraded.size === 0);
      held.resolve({ act: 'go' });
      await at.member.drain();
      await until(() => at.upgraded.size === 0);
      // The sweep of pings finds no connection.
      at.machineClock.advance(30_000);
      expect([at.member.inFlight, at.machineClock.waiting]).toEqual([0, 0]);
    },
  );
});

describe('the edge', () => {
  const places: unknown[] = [];
  const edge = (act: 'go' | 'refuse' | 'drop') => ({
    async handshake(place: unknown) {
      places.push(place);
      return { act };
    },
    firstFrame: () => undefined,
    frame: () => undefined,
  });

  test.each([
    ['go', /^HTTP\/1.1 101 /],
    ['refuse', /^HTTP\/1.1 503 .*NOT_PRIMED/s],
    ['drop', /^$/],
  ] as const)('%s: receives the caller of the handshake, and decides', async (fate, expected) => {
    await using at = await serve({ socketEdge: edge(fate) });
    for (const [target, orgId] of [
      [TRADING, 1],
      [MARKET_DATA, undefined],
    ] as const) {
      places.length = 0;
      expect(await answerTo(at, handshake(target, await bearer()))).toMatch(expected);
      expect(places).toEqual([{ member: 'm', socket: target === TRADING ? 'trading' : 'market-data', orgId }]);
    }
  });

  test('is not consulted for a caller who is not admitted', async () => {
    await using at = await serve({ socketEdge: edge('drop') });
    expect(await answerTo(at, handshake(TRADING, await bearer(WAITING)))).toMatch(/^HTTP\/1.1 403 /);
  });
});

test('a member that has left opens no session: the client must connect again', async () => {
  await using at = await serve();
  at.member.leave();
  const answer = await answerTo(at, handshake(MARKET_DATA));
  expect(answer).toContain(OPENED);
  expect(answer).toContain('\x03\xe9this member is going away');
  expect(answer).not.toContain('sessionOpened');
});
