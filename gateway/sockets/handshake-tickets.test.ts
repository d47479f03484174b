/** A ticket at the handshake: it opens one session once, and some refusals also spend it. */
import { describe, expect, test } from 'vitest';
import type { ExchangeEvent } from '../http/exchange-event.ts';
import {
  answerTo,
  bearer,
  byTicket,
  type Fields,
  handshake,
  MARKET_DATA,
  mint,
  TRADING,
} from '../testing/sample-handshake.ts';
import { SECOND, serve, stated } from '../testing/sample-platform.ts';

const OPENED = 'HTTP/1.1 101 Switching Protocols';

describe('a ticket', () => {
  const spent = /presented before.*POST \/v1\/ws-tickets/s;

  test('opens one session of fifty simultaneous requests (TKT-08)', async () => {
    await using at = await serve();
    const target = byTicket(await mint(at));
    const answers = await Promise.all(Array.from({ length: 50 }, () => answerTo(at, handshake(target))));
    expect(answers.filter((answer) => answer.includes(OPENED))).toHaveLength(1);
    expect(answers.filter((answer) => spent.test(answer))).toHaveLength(49);
  });

  test('is spent by a handshake that is refused for another reason (A90)', async () => {
    await using at = await serve();
    const target = byTicket(await mint(at));
    const elsewhere = await answerTo(at, handshake(target, { origin: 'https://elsewhere.test' }));
    expect(elsewhere).toMatch(/^HTTP\/1.1 403 /);
    expect(await answerTo(at, handshake(target))).toMatch(spent);
  });

  test.each<[string, (ticket: string) => string, Fields | Promise<Fields>]>([
    ['an unreadable query', (ticket) => `${byTicket(ticket)}&ticket=`, {}],
    ['a bearer next to it', byTicket, bearer()],
    ['another version of the protocol', byTicket, { 'sec-websocket-version': '8' }],
    ['the market data socket, which looks at none', (ticket) => `${MARKET_DATA}?ticket=${ticket}`, {}],
  ])('is not presented by %s', async (_, target, fields) => {
    await using at = await serve();
    const ticket = await mint(at);
    await answerTo(at, handshake(target(ticket), await fields));
    expect(await answerTo(at, handshake(byTicket(ticket)))).toContain(OPENED);
  });

  test('has expired after ten seconds (TKT-09)', async () => {
    await using at = await serve();
    const target = byTicket(await mint(at));
    at.clock.advance(10_000);
    expect(await answerTo(at, handshake(target))).toMatch(/^HTTP\/1.1 401 .*expired: mint one with POST/s);
  });

  test('of a user who was disabled since opens nothing', async () => {
    await using at = await serve();
    const target = byTicket(await mint(at, SECOND));
    const gone = {
      userId: 21,
      orgId: 2,
      subject: SECOND.subject,
      displayName: '',
      status: 'DISABLED',
      capabilities: [],
      version: 2,
    } as const;
    const facts = [{ kind: 'RegisterRecorded', family: 'users', row: gone }] as const;
    at.platform.record(stated(facts), { facts });
    expect(await answerTo(at, handshake(target))).toMatch(/^HTTP\/1.1 403 .*FORBIDDEN_PRINCIPAL/s);
  });

  test('and a token are in no exchange event of the member', async () => {
    const told: ExchangeEvent[] = [];
    await using at = await serve({ observe: (event) => told.push(event) });
    const ticket = await mint(at);
    for (const target of [byTicket(ticket), byTicket(ticket), `${byTicket(ticket)}&${ticket}`]) {
      await answerTo(at, handshake(target));
    }
    const exchanges = told.filter(({ closed }) => closed === undefined);
    expect(exchanges.map(({ path, status }) => [path, status])).toEqual([
      ['/v1/ws-tickets', 200],
      [TRADING, 101],
      [TRADING, 401],
      [TRADING, 400],
    ]);
    expect(JSON.stringify(told)).not.toContain(ticket.slice(0, 12));
    const refused = await answerTo(at, handshake(`${TRADING}?${ticket}=1`, await bearer()));
    expect(refused).toMatch(/^HTTP\/1.1 400 /);
    expect(refused).not.toContain(ticket.slice(0, 12));
  });
});
