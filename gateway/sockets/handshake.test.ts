/** Handshakes on the wire: which open a session, how others are refused, and what spends a ticket. */
import { describe, expect, test } from 'vitest';
import type { SocketVersion } from '../contract/sockets.ts';
import type { ExchangeEvent } from '../http/exchange-event.ts';
import type { MemberOptions } from '../member.ts';
import { EVERY_SURFACE } from '../services.ts';
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
import { FIRST, SECOND, type Serving, SILENT, serve, stated, user } from '../testing/sample-platform.ts';

const OPENED = 'HTTP/1.1 101 Switching Protocols';
const NO_TICKETS = { surfaces: { ...EVERY_SURFACE, tickets: false } };
/** Origins of pages on this machine, and of the gateway itself. */
const LOCAL = [
  'http://gateway.test',
  'http://localhost:5173',
  'http://app.localhost',
  'http://127.0.0.1:1',
  'http://[::1]:2',
  'null',
];
const twoBearers = Promise.all([bearer(), bearer(SECOND)]).then((two) => ({
  authorization: two.map((one) => String(one['authorization'])),
}));
const WAITING = { externalId: 'first', subject: 'waiting' };
/** A handshake with one fault; `target` is called with its ticket. */
interface Case {
  readonly member?: Partial<MemberOptions>;
  readonly target?: (ticket: string) => string;
  readonly fields?: Fields | Promise<Fields>;
}

async function asked(at: Serving, { target, fields = {} }: Case): Promise<string> {
  const ticket = target === undefined ? '' : await mint(at);
  const own = target === undefined ? await bearer() : {};
  return answerTo(at, handshake(target?.(ticket) ?? TRADING, { ...own, ...(await fields) }));
}

describe('opens', () => {
  // biome-ignore format: an aligned table
  test.each<[string, Case]>([
    ['with a bearer header (WSS-02)', {}],
    ['with a token that never expires (A93)', { fields: bearer(FIRST, { exp: undefined }) }],
    ['with a ticket', { target: byTicket }],
    ['with a ticket in escapes, which is the same', { target: (ticket) => `${TRADING}?ticket=%${ticket.charCodeAt(0).toString(16)}${ticket.slice(1)}` }],
    ['with fields in any case', { fields: { upgrade: 'WebSocket', connection: 'keep-alive, UPGRADE' } }],
    ['though it offers sub-protocols', { fields: { 'sec-websocket-protocol': 'one, two' } }],
    ['though it offers extensions', { fields: { 'sec-websocket-extensions': 'permessage-deflate; client_max_window_bits' } }],
    ['from any page with a bearer header', { fields: { origin: 'https://elsewhere.test' } }],
    ...LOCAL.map((origin): [string, Case] => [`with a ticket from ${origin}`, { target: byTicket, fields: { origin } }]),
    ['with a ticket from its own origin and port', { target: byTicket, fields: { host: 'Gateway.test:443', origin: 'https://gateway.test' } }],
  ])('the trading socket %s', async (_, given) => {
    await using at = await serve(given.member);
    const answer = await asked(at, given);
    expect(answer).toContain(OPENED);
    expect(answer).toMatch(/^x-request-id: [A-Za-z0-9._-]{8,128}\r$/im);
    expect(answer).not.toMatch(/sec-websocket-(protocol|extensions)/i);
  });

  test.each<[string, string, Fields | Promise<Fields>]>([
    ['no credential', MARKET_DATA, {}],
    ['a valid bearer header', MARKET_DATA, bearer()],
    ['an invalid one', MARKET_DATA, { authorization: 'Bearer made-up' }],
    ['a ticket', `${MARKET_DATA}?ticket=made-up`, {}],
    ['any origin', MARKET_DATA, { origin: 'https://elsewhere.test' }],
  ])('the market data socket with %s: op auth identifies the caller (MKT-01)', async (_, target, fields) => {
    await using at = await serve();
    expect(await answerTo(at, handshake(target, await fields))).toContain(OPENED);
  });

  test.each<[SocketVersion, number]>([
    ['1.0.0', 101],
    ['1.1.0', 101],
    ['1.4.0', 401],
  ])('the trading socket of contract %s without a credential: %i (WSS-01, WSS-20)', async (socketVersion, status) => {
    await using at = await serve({ socketVersion });
    expect(await answerTo(at, handshake(TRADING))).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test('under the id that the client sent', async () => {
    await using at = await serve();
    const answer = await answerTo(at, handshake(MARKET_DATA, { 'x-request-id': 'handshake-1' }));
    expect(answer).toMatch(/^x-request-id: handshake-1\r$/im);
  });
});

test('a handshake of HTTP/1.0 is not upgraded', async () => {
  await using at = await serve();
  const old = handshake(MARKET_DATA).replace('HTTP/1.1', 'HTTP/1.0');
  expect(await answerTo(at, old)).toMatch(/^HTTP\/1.1 426 .*UPGRADE_REQUIRED/s);
});

describe('refuses', () => {
  // biome-ignore format: an aligned table
  test.each<[string, number, string, Case]>([
    ['another version of the protocol', 426, 'UPGRADE_REQUIRED', { fields: { 'sec-websocket-version': '8' } }],
    ['no version', 426, 'UPGRADE_REQUIRED', { fields: { 'sec-websocket-version': undefined } }],
    ['two versions', 426, 'UPGRADE_REQUIRED', { fields: { 'sec-websocket-version': ['13', '13'] } }],
    ['no key', 400, 'MALFORMED_REQUEST', { fields: { 'sec-websocket-key': undefined } }],
    ['a key of too few bytes', 400, 'MALFORMED_REQUEST', { fields: { 'sec-websocket-key': 'c2hvcnQ=' } }],
    ['two keys', 400, 'MALFORMED_REQUEST', { fields: { 'sec-websocket-key': ['dGhlIHNhbXBsZSBub25jZQ==', 'dGhlIHNhbXBsZSBub25jZQ=='] } }],
    ['sub-protocols that are no names', 400, 'MALFORMED_REQUEST', { fields: { 'sec-websocket-protocol': 'a,,b' } }],
    ['a sub-protocol twice', 400, 'MALFORMED_REQUEST', { fields: { 'sec-websocket-protocol': ['a', 'a'] } }],
    ['a body', 400, 'MALFORMED_REQUEST', { fields: { 'content-length': '2' } }],
    ['a body in chunks', 400, 'MALFORMED_REQUEST', { fields: { 'transfer-encoding': 'chunked' } }],
    ['no host', 400, 'MALFORMED_REQUEST', { fields: { host: undefined } }],
    ['two hosts', 400, 'MALFORMED_REQUEST', { fields: { host: ['a', 'b'] } }],
    ['no credential', 401, 'UNAUTHENTICATED', { fields: { authorization: undefined } }],
    ['two bearers', 401, 'UNAUTHENTICATED', { fields: twoBearers }],
    ['a bearer that does not verify', 401, 'UNAUTHENTICATED', { fields: { authorization: 'Bearer a.b.c' } }],
    ['a basic credential', 401, 'UNAUTHENTICATED', { fields: { authorization: 'Basic dXNlcjpwYXNz' } }],
    ['a token that has expired', 401, 'UNAUTHENTICATED', { fields: bearer(FIRST, { exp: 1_700_000_000 }) }],
    ['a token without an organisation', 403, 'FORBIDDEN_PRINCIPAL', { fields: bearer(FIRST, { org_id: undefined }) }],
    ['a disabled user', 403, 'FORBIDDEN_PRINCIPAL', { fields: bearer({ externalId: 'first', subject: 'gone' }) }],
    ['a suspended organisation', 403, 'ORG_NOT_ACTIVE', { fields: bearer({ externalId: 'asleep', subject: 'sleeper' }) }],
    ['a user who awaits admission', 403, 'AWAITING_ADMISSION', { fields: bearer(WAITING) }],
    ['everybody while it catches up', 503, 'NOT_PRIMED', { member: { port: SILENT } }],
    ['a ticket and a bearer (WSS-02)', 400, 'MALFORMED_REQUEST', { target: byTicket, fields: bearer() }],
    ['a made-up ticket and a bearer', 400, 'MALFORMED_REQUEST', { target: () => byTicket('made-up'), fields: bearer() }],
    ['a ticket twice', 400, 'MALFORMED_REQUEST', { target: (t) => `${byTicket(t)}&ticket=${t}` }],
    ['a ticket that is empty', 400, 'MALFORMED_REQUEST', { target: () => byTicket('') }],
    ['a ticket without a value', 400, 'MALFORMED_REQUEST', { target: () => `${TRADING}?ticket` }],
    ['a ticket that does not decode', 400, 'MALFORMED_REQUEST', { target: (t) => byTicket(`${t}%zz`) }],
    ['a query that does not decode', 400, 'MALFORMED_REQUEST', { target: (t) => `${byTicket(t)}&%ff` }],
    ['another parameter', 400, 'MALFORMED_REQUEST', { target: (t) => `${byTicket(t)}&stream=trading` }],
    ['a made-up ticket (TKT-10)', 401, 'UNAUTHENTICATED', { target: () => byTicket('bWFkZSB1cCBvZiBub3RoaW5nIGF0IGFsbCBhbmQgbG9uZyBlbm91Z2g') }],
    ['a ticket with an additional letter', 401, 'UNAUTHENTICATED', { target: (t) => byTicket(`${t}A`) }],
    ['a parameter of another name', 401, 'UNAUTHENTICATED', { target: (t) => `${TRADING}?Ticket=${t}` }],
    ['a ticket on a member without a ticket key', 401, 'UNAUTHENTICATED', { target: () => byTicket('bWFkZSB1cCBvZiBub3RoaW5nIGF0IGFsbA'), member: NO_TICKETS }],
    ['a page of another origin', 403, 'FORBIDDEN_PRINCIPAL', { target: byTicket, fields: { origin: 'https://elsewhere.test' } }],
    ['a page of the same host by another port', 403, 'FORBIDDEN_PRINCIPAL', { target: byTicket, fields: { origin: 'http://gateway.test:81' } }],
    ['a page that only looks local', 403, 'FORBIDDEN_PRINCIPAL', { target: byTicket, fields: { origin: 'http://localhost.elsewhere.test' } }],
    ['two origins', 403, 'FORBIDDEN_PRINCIPAL', { target: byTicket, fields: { origin: ['http://gateway.test', 'http://gateway.test'] } }],
    ['no origin, and another behind it', 403, 'FORBIDDEN_PRINCIPAL', { target: byTicket, fields: { origin: ['null', 'https://elsewhere.test'] } }],
    ['an invalid origin', 403, 'FORBIDDEN_PRINCIPAL', { target: byTicket, fields: { origin: 'elsewhere' } }],
  ])('%s: %i %s, in the envelope, and closes', async (_, status, code, given) => {
    await using at = await serve(given.member);
    const answer = await asked(at, given);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/^connection: (Upgrade, )?close\r?$/im);
    const requestId = /^x-request-id: (.*?)\r?$/im.exec(head)?.[1];
    const retryable = status === 503;
    expect(JSON.parse(body)).toEqual({ error: { code, message: expect.any(String), requestId, retryable } });
    expect(Buffer.byteLength(body)).toBe(Number(/^content-length: (\d+)\r?$/im.exec(head)?.[1]));
    if (status === 426) expect(head).toMatch(/^upgrade: websocket\r?$/im);
    if (status === 426) expect(head).toMatch(/^sec-websocket-version: 13\r?$/im);
    if (status === 401) expect(head).toMatch(/^www-authenticate: Bearer/im);
    if (retryable) expect(head).toMatch(/^retry-after: \d+\r?$/im);
  });

  test.each([
    ['a plain GET', 'GET', { upgrade: undefined, connection: 'close' }, 426],
    ['an upgrade that its Connection does not name', 'GET', { connection: 'close' }, 426],
    ['an upgrade to another protocol', 'GET', { upgrade: 'h2c', connection: 'upgrade, close' }, 426],
    ['a POST', 'POST', { connection: 'upgrade, close', 'content-length': '0' }, 405],
    ['HEAD', 'HEAD', { connection: 'upgrade, close' }, 405],
  ] as const)('%s of a socket’s path', async (_, method, fields, status) => {
    await using at = await serve();
    for (const path of [TRADING, MARKET_DATA]) {
      const answer = await answerTo(at, handshake(path, fields, method));
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      if (status === 405) expect(answer).toMatch(/^Allow: GET\r$/m);
    }
  });

  test.each(['/me', '/v1/ws/tradings', '/v1/ws/trading/', '//v1/ws/trading', '/V1/ws/trading', '/v1/ws/%74rading'])(
    '%s is not a handshake: it stays a plain request',
    async (path) => {
      await using at = await serve();
      const answer = await answerTo(at, handshake(path, { connection: 'upgrade, close' }));
      expect(answer).toMatch(path === '/me' ? /^HTTP\/1.1 401 / : /^HTTP\/1.1 404 .*ROUTE_NOT_FOUND/s);
    },
  );
});

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

  test('of a user who was disabled since opens nothing', async () => {
    await using at = await serve();
    const target = byTicket(await mint(at, SECOND));
    at.platform.record(stated([]), { facts: [user(21, 2, SECOND.subject, 'DISABLED')] });
    expect(await answerTo(at, handshake(target))).toMatch(/^HTTP\/1.1 403 .*FORBIDDEN_PRINCIPAL/s);
  });

  test('and a token are in no exchange event of the member', async () => {
    const events: ExchangeEvent[] = [];
    await using at = await serve({ observe: (event) => events.push(event) });
    const ticket = await mint(at);
    for (const target of [byTicket(ticket), byTicket(ticket), `${byTicket(ticket)}&${ticket}`]) {
      await answerTo(at, handshake(target));
    }
    const exchanges = events.filter(({ closed }) => closed === undefined);
    expect(exchanges.map(({ path, status }) => [path, status])).toEqual([
      ['/v1/ws-tickets', 200],
      [TRADING, 101],
      [TRADING, 401],
      [TRADING, 400],
    ]);
    expect(JSON.stringify(events)).not.toContain(ticket.slice(0, 12));
    const refused = await answerTo(at, handshake(`${TRADING}?${ticket}=1`, await bearer()));
    expect(refused).toMatch(/^HTTP\/1.1 400 /);
    expect(refused).not.toContain(ticket.slice(0, 12));
  });
});
