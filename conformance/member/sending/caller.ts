/** Spells the requests of one caller: with its token as they are sent, without it as they may be recorded. */
import type { CommonOptions, RawOptions, RequestOptions } from '../actor.ts';
import type { SocketName } from '../exchange/conversation.ts';
import type { HeaderLines } from '../exchange/exchange.ts';
import { NO_VALUE } from '../exchange/secret-names.ts';
import type { PrincipalName } from '../profile/principals.ts';
import type { Sender, Spelled } from './flight.ts';
import { sentAlone, sentTo } from './hanging.ts';
import type { OpenSocketOptions } from './open-socket.ts';
import { sendBytes } from './raw-connection.ts';
import type { SocketClient } from './socket-client.ts';
import { extraLines, linesOf, materialOf, percentEncoded, queryOf, splitLine, withHeaders } from './spelling.ts';
import { Unreached } from './unreached.ts';

/** undefined: none is sent. */
type Authorization = { readonly sent: string; readonly recorded: string } | undefined;

const UPGRADE: HeaderLines = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
];

export class Caller {
  readonly name: string;
  readonly #session: Sender;
  readonly #own: PrincipalName | undefined;
  readonly #mark: string;
  readonly #userAgent: string;

  /** @param own the principal whose token it sends; undefined: anonymous. */
  constructor(session: Sender, name: string, own: PrincipalName | undefined) {
    this.name = name;
    this.#session = session;
    this.#own = own;
    this.#mark = `<token of ${name}>`;
    this.#userAgent = session.run.identity.userAgent(session.manners.check);
  }

  async token(): Promise<string> {
    if (this.#own === undefined) throw new Error('anonymous has no token');
    return this.#session.run.tokens.of(this.#own);
  }

  /** Without a promise where the token is at hand, as for nearly every request. */
  #authorizationOf({ authorization, token }: CommonOptions): Authorization | Promise<Authorization> {
    const [mark, own] = [this.#mark, this.#own];
    if (authorization !== undefined) {
      const spelled = (secret: string) => ({
        sent: authorization.replaceAll('<token>', secret),
        recorded: authorization.replaceAll('<token>', mark),
      });
      return authorization.includes('<token>') ? this.token().then(spelled) : spelled('');
    }
    if (token !== undefined)
      return token === null ? undefined : { sent: `Bearer ${token}`, recorded: `Bearer ${token}` };
    const bearer = (secret: string) => ({ sent: `Bearer ${secret}`, recorded: `Bearer ${mark}` });
    if (own === undefined) return undefined;
    const held = this.#session.run.tokens.of(own);
    return typeof held === 'string' ? bearer(held) : held.then(bearer);
  }

  request(options: RequestOptions): Spelled | Promise<Spelled> {
    const given = this.#authorizationOf(options);
    return given instanceof Promise ? given.then((it) => this.#request(options, it)) : this.#request(options, given);
  }

  #request(options: RequestOptions, authorization: Authorization): Spelled {
    const { log, run } = this.#session;
    const { method, body: stated, timeoutMs = run.timeoutMs } = options;
    const body = options.rawBody ?? (stated === undefined ? null : JSON.stringify(stated));
    const contentType = options.contentType === undefined ? 'application/json' : options.contentType;
    const lines: [string, string][] = [];
    if (authorization !== undefined) lines.push(['Authorization', authorization.recorded]);
    lines.push(['Accept', 'application/json'], ['User-Agent', this.#userAgent]);
    if (body !== null && contentType !== null) lines.push(['Content-Type', contentType]);
    if (options.key !== undefined) lines.push(['Idempotency-Key', options.key]);
    for (const [field, value] of extraLines(options.headers)) lines.push([field, value]);
    for (const leaf of materialOf(stated)) log.learn(leaf, 'material');
    const headers = lines.flat();
    if (authorization !== undefined) headers[1] = authorization.sent;
    const path = percentEncoded(options.path + queryOf(options.query));
    const text = body === null || typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
    const request = {
      method,
      path: log.clean(path),
      headers: log.cleanLines(lines),
      body: text === null ? null : log.clean(text),
    };
    return {
      request,
      kind: sentTo(method, request.path),
      isHttp: true,
      put: (added) => run.transport.send({ method, path, headers: [...headers, ...added.flat()], body, timeoutMs }),
    };
  }

  async handshake(socket: SocketName, options: OpenSocketOptions, client: SocketClient): Promise<Spelled> {
    const { log, run } = this.#session;
    const isTicketAlone =
      options.ticket !== undefined && options.token === undefined && options.authorization === undefined;
    const authorization = isTicketAlone ? undefined : await this.#authorizationOf(options);
    if (options.token !== undefined) this.learn(options.token, 'token sent');
    const url = this.#addressOf(socket);
    const ticket = options.ticket === undefined ? undefined : log.ticketOf(options.ticket);
    this.learn(ticket, 'ticket sent');
    for (const [, spelling = ''] of queryOf(options.query).matchAll(/[?&]ticket=([^&]*)/g))
      if (!NO_VALUE.test(spelling)) this.learn(spelling, 'ticket sent');
    const ticketPair = ticket === undefined ? [] : [`ticket=${encodeURIComponent(ticket)}`];
    url.search = [url.search.slice(1), ...ticketPair, queryOf(options.query).slice(1)].filter(Boolean).join('&');
    const lines: HeaderLines = [['User-Agent', this.#userAgent], ...extraLines(options.headers)];
    const lineOf = (value: 'sent' | 'recorded'): HeaderLines =>
      authorization === undefined ? [] : [['Authorization', authorization[value]]];
    return {
      request: {
        method: 'GET',
        path: log.clean(url.pathname + url.search),
        headers: log.cleanLines([...lineOf('recorded'), ...lines, ...UPGRADE]),
        body: null,
      },
      kind: { route: `handshakes of the ${socket === 'trading' ? 'trading' : 'market data'} socket` },
      isHttp: true,
      put: (added) =>
        client.handshake(url, [...lineOf('sent'), ...lines, ...added], options.timeoutMs ?? run.timeoutMs),
    };
  }

  async bytes(given: readonly string[] | Uint8Array, options: RawOptions): Promise<Spelled> {
    const { log, run } = this.#session;
    const { socket, timeoutMs = run.timeoutMs } = options;
    const tail = options.body === undefined ? Buffer.alloc(0) : Buffer.from(options.body as string);
    const base = socket === undefined ? run.base : this.#addressOf(socket);
    // A socket's address is already the whole path.
    const prefix = socket === undefined ? base.pathname.replace(/(?<!\/)\/+$/, '') : '';
    const head =
      given instanceof Uint8Array
        ? { bytes: given, lines: linesOf(given) }
        : await this.#head(given, base.host, prefix);
    const plain = { bytes: Buffer.concat([head.bytes, tail]), lines: head.lines };
    const stated = withHeaders(plain, [['User-Agent', this.#userAgent]]);
    const [first = '', ...lines] = stated.lines.map((line) => log.clean(line));
    const [method = '', path = ''] = first.split(' ');
    const headers = lines.filter((line) => line !== '').map(splitLine);
    return {
      request: { method, path, headers, body: tail.length === 0 ? null : log.clean(tail.toString('utf8')) },
      kind: sentAlone(method),
      isHttp: stated.bytes !== plain.bytes,
      put: (added) => sendBytes(base, withHeaders(stated, added).bytes, timeoutMs, run.stopwatch, run.dial),
    };
  }

  /** The head as it is sent, and its lines as they may be recorded. */
  async #head(given: readonly string[], host: string, prefix: string) {
    const token = given.some((line) => line.includes('<token>')) ? await this.token() : '';
    const below = given.map((line, i) => (i === 0 ? line.replace(/^(\S+ )\//, `$1${prefix}/`) : line));
    const sent = below.map((line) => line.replaceAll('<host>', host).replaceAll('<token>', token));
    return {
      bytes: Buffer.from(`${sent.join('\r\n')}\r\n\r\n`, 'latin1'),
      lines: given.map((line) => line.replaceAll('<host>', host).replaceAll('<token>', this.#mark)),
    };
  }

  /** Secrets that the suite's own issuers did not create are learned when they are sent. */
  learn(secret: unknown, what: string): void {
    const { log } = this.#session;
    if (typeof secret === 'string' && log.clean(secret) === secret) log.learn(secret, `${what} of ${this.name}`);
  }

  #addressOf(socket: SocketName): URL {
    const address = this.#session.run.profile.sockets?.[socket];
    if (address === undefined) throw new Unreached(`the profile names no address of the socket ${socket}`);
    return new URL(address);
  }
}
