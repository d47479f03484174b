/** An actor that sends requests to the target and records all requests and responses, redacted. */
import type {
  Actor,
  CommonOptions,
  ConditionalOptions,
  GetOptions,
  MintedTicket,
  MintTicketOptions,
  RawOptions,
  RequestOptions,
  WriteOptions,
} from '../actor.ts';
import type { Bodies, Body } from '../bodies/bodies.ts';
import type { SocketName } from '../exchange/conversation.ts';
import type { Exchange, HeaderLines } from '../exchange/exchange.ts';
import { textAt } from '../exchange/exchange.ts';
import { LEFT_OUT } from '../exchange/left-out.ts';
import type { OrderBody } from '../exchange/order.ts';
import { NO_VALUE } from '../exchange/secret-names.ts';
import type { SettlingBound } from '../exchange/settling.ts';
import { asFirstAnswer, follow, isPromise, isRetryOf, isUnsettled } from '../exchange/settling.ts';
import type { TokenKind } from '../tokens/token-grant.ts';
import type { FreshToken } from '../tokens/tokens.ts';
import type { OpenSocketOptions } from './open-socket.ts';
import type { Recorder } from './recorder.ts';
import type { RepeatedRequests } from './repeated-requests.ts';
import type { Resending } from './resending.ts';
import { insistently } from './resending.ts';
import { socketInHand } from './socket-in-hand.ts';
import { Unreached } from './unreached.ts';

/** What an actor needs from its session. */
export interface ActorSetting {
  readonly name: string;
  /** undefined: anonymous. */
  readonly ownToken?: (() => string | Promise<string>) | undefined;
  readonly freshToken?: ((kind?: TokenKind) => Promise<FreshToken>) | undefined;
  readonly recorder: Recorder;
  readonly freshKey: () => string;
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** The target's base address: its authority, and the path prefix of all routes. */
  readonly base: URL;
  /** The addresses of the sockets as the profile states them. */
  readonly sockets: Readonly<Partial<Record<SocketName, string | undefined>>>;
  /** Fits the bodies of writes to the member; undefined: bodies are sent as the check states them. */
  readonly bodies: Bodies | undefined;
  /** The session's repetition rules; undefined: every request is sent once. */
  readonly repeated: () => RepeatedRequests | undefined;
  readonly settling: Settling;
  readonly resending: Resending;
}

/** How writes that are answered 202 are followed to their outcome. */
export interface Settling {
  readonly bound: SettlingBound;
  /** Whether the session itself holds the outcome of this key back: the 202 is then expected. */
  readonly isHeldBack: (key: string) => boolean;
  /** Waits before the next poll of an operation. `polls`: the number of polls so far. */
  readonly wait: (ms: number, polls: number) => Promise<void>;
  readonly nowMs: () => number;
}

/** undefined: none is sent. */
type Authorization = { readonly sent: string; readonly recorded: string } | undefined;

function queryOf(query: RequestOptions['query']): string {
  if (query === undefined) return '';
  if (typeof query === 'string') return `?${query}`;
  const pairs = Object.entries(query).map(([k, v]) => `${encodeURIComponent(k)}=${encodeURIComponent(v)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** An id of the member may have in it what no request target has: it is percent-encoded (RFC 3986, 2.1). */
function spelled(target: string): string {
  return target.replaceAll(UNSENDABLE, (character) => encodeURIComponent(character.toWellFormed()));
}

const UNSENDABLE = /[^!-~]/gu;

function extraLines(headers: CommonOptions['headers']): HeaderLines {
  if (headers === undefined) return [];
  return Array.isArray(headers) ? (headers as HeaderLines) : Object.entries(headers);
}

function isBody(value: unknown): value is Body | undefined {
  return value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value));
}

/**
 * The body to send. A check that sends an object wants a body that the member accepts, so the assumed properties are
 * fitted to the member; those that the interface names are kept. undefined: it is sent as stated.
 */
function fittedTo(bodies: Bodies | undefined, { method, path, key, body, rawBody, about }: RequestOptions) {
  const isFitted = bodies !== undefined && method !== 'GET' && rawBody === undefined && isBody(body);
  return isFitted ? bodies.fit({ method, path, key }, body, about) : undefined;
}

/** The header and footer lines of a PEM are public, so they are no secret. */
const FRAME = /^-----|^$/;

/**
 * Every string inside `material`, so that key material never enters a record. Each line of a PEM is included too, since
 * JSON texts and headers do not keep its line breaks.
 */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.split(/\r?\n/).filter((line) => !FRAME.test(line))];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

function materialOf(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || !('material' in body)) return [];
  return leavesOf(body.material);
}

/** Creates an actor with these settings. */
export function httpActor(setting: ActorSetting): Actor {
  const { name, recorder } = setting;
  const mark = `<token of ${name}>`;

  /** Without a promise where the token is at hand, as for nearly every request. */
  function authorizationOf({ authorization, token }: CommonOptions): Authorization | Promise<Authorization> {
    if (authorization !== undefined) {
      const spelled = (own: string) => ({
        sent: authorization.replaceAll('<token>', own),
        recorded: authorization.replaceAll('<token>', mark),
      });
      return authorization.includes('<token>') ? ownToken().then(spelled) : spelled('');
    }
    if (token !== undefined)
      return token === null ? undefined : { sent: `Bearer ${token}`, recorded: `Bearer ${token}` };
    const bearer = (own: string) => ({ sent: `Bearer ${own}`, recorded: `Bearer ${mark}` });
    const own = setting.ownToken?.();
    if (own === undefined) return undefined;
    return typeof own === 'string' ? bearer(own) : own.then(bearer);
  }

  async function ownToken(): Promise<string> {
    if (setting.ownToken === undefined) throw new Error('anonymous has no token');
    return setting.ownToken();
  }

  async function request(stated: RequestOptions): Promise<Exchange> {
    const fitted = fittedTo(setting.bodies, stated);
    if (fitted?.lacking !== undefined) return leftOut(stated, fitted.lacking);
    const options = fitted === undefined ? stated : { ...stated, body: fitted.body };
    const first = await upToDate(options);
    const { isHeldBack, bound, wait, nowMs } = setting.settling;
    const isKept = options.settle === false || isHeldBack(options.key ?? '');
    if (isKept && isUnsettled(first)) return recorder.replace({ ...asItsOwn(first), unfollowed: true });
    if (isKept || !isPromise(first)) return asItsOwn(first);
    const { label: _, departure: __, ...unlabelled } = options;
    const { token, authorization } = options;
    const caller = { ...(token !== undefined && { token }), ...(authorization !== undefined && { authorization }) };
    const settled = await follow(first, {
      poll: (path) => answered({ ...caller, method: 'GET', path }, true),
      sendAgain: () => answered(unlabelled, true),
      wait,
      nowMs,
      boundMs: bound.ms(options.timeoutMs ?? setting.timeoutMs),
      base: setting.base,
    });
    if (isUnsettled(settled)) bound.givenUp();
    else bound.settled();
    const answer = isUnsettled(settled) ? recorder.replace(settled) : asItsOwn(settled);
    setting.repeated()?.saw(answer);
    return answer;
  }

  /** The history has the reason in place of the request; `drive` gets an exchange without an answer. */
  function leftOut({ method, path, label }: RequestOptions, why: string): Exchange {
    recorder.note(LEFT_OUT, why);
    const { n, atMs } = recorder.latest();
    const request = { method, path, headers: [], body: null };
    return {
      n,
      label: label ?? null,
      actor: name,
      request,
      sentAtMs: atMs,
      answeredAtMs: atMs,
      response: null,
      failure: `not sent: ${why}`,
    };
  }

  /** A response that was obtained by resending is recorded as the response to the first request. */
  function asItsOwn(e: Exchange): Exchange {
    if (e.settling === undefined) return e;
    const isRetry = recorder.exchanges().some((earlier) => isRetryOf(e, earlier));
    return recorder.replace(isRetry ? e : asFirstAnswer(e));
  }

  /** The response of a member that is neither busy nor behind a write of the session, if the session waits for one. */
  async function upToDate(first: RequestOptions): Promise<Exchange> {
    const repeated = setting.repeated();
    if (repeated === undefined) return answered(first);
    const { departure: _, ...options } = first;
    const last = await repeated.last((isRepeat) => (isRepeat ? answered(options, true) : answered(first)));
    repeated.saw(last);
    return last.earlier === undefined ? last : recorder.replace(last);
  }

  /** Resends within a time limit until the member itself responds. */
  async function answered(options: RequestOptions, hidden = false): Promise<Exchange> {
    const first = await sent(options, hidden);
    const sendAgain = () => {
      const { label: _, departure: __, ...unlabelled } = options;
      return sent(unlabelled, true);
    };
    const e = await insistently(first, sendAgain, setting.resending, options.timeoutMs);
    return hidden || e === first ? e : recorder.replace(e);
  }

  async function sent(options: RequestOptions, hidden = false): Promise<Exchange> {
    const owned = authorizationOf(options);
    const authorization = owned instanceof Promise ? await owned : owned;
    const stated = options.body;
    const body = options.rawBody ?? (stated === undefined ? null : JSON.stringify(stated));
    const contentType = options.contentType === undefined ? 'application/json' : options.contentType;
    const recorded: [string, string][] = [];
    if (authorization !== undefined) recorded.push(['Authorization', authorization.recorded]);
    recorded.push(['Accept', 'application/json'], ['User-Agent', setting.userAgent]);
    if (body !== null && contentType !== null) recorded.push(['Content-Type', contentType]);
    if (options.key !== undefined) recorded.push(['Idempotency-Key', options.key]);
    for (const [field, value] of extraLines(options.headers)) recorded.push([field, value]);
    for (const leaf of materialOf(stated)) recorder.learn(leaf, 'material');
    const headers: string[] = [];
    for (const [field, value] of recorded) headers.push(field, value);
    if (authorization !== undefined) headers[1] = authorization.sent;
    return recorder.exchange({
      actor: name,
      label: options.label ?? null,
      method: options.method,
      path: spelled(options.path + queryOf(options.query)),
      headers,
      recordedHeaders: recorded,
      body,
      timeoutMs: options.timeoutMs ?? setting.timeoutMs,
      departure: options.departure,
      hidden,
    });
  }

  function addressOf(socket: SocketName): URL {
    const address = setting.sockets[socket];
    if (address === undefined) throw new Unreached(`the profile names no address of the socket ${socket}`);
    return new URL(address);
  }

  /** Secrets that the suite's own issuers did not create are learned when they are sent. */
  function learn(secret: unknown, what: string): void {
    if (typeof secret === 'string' && recorder.clean(secret) === secret) recorder.learn(secret, `${what} of ${name}`);
  }

  async function openSocket(socket: SocketName, options: OpenSocketOptions = {}) {
    const isTicketAlone =
      options.ticket !== undefined && options.token === undefined && options.authorization === undefined;
    const authorization = isTicketAlone ? undefined : await authorizationOf(options);
    if (options.token !== undefined) learn(options.token, 'token sent');
    const url = addressOf(socket);
    const ticket = options.ticket === undefined ? undefined : recorder.ticketOf(options.ticket);
    learn(ticket, 'ticket sent');
    for (const [, spelling = ''] of queryOf(options.query).matchAll(/[?&]ticket=([^&]*)/g))
      if (!NO_VALUE.test(spelling)) learn(spelling, 'ticket sent');
    const ticketPair = ticket === undefined ? [] : [`ticket=${encodeURIComponent(ticket)}`];
    url.search = [url.search.slice(1), ...ticketPair, queryOf(options.query).slice(1)].filter(Boolean).join('&');
    const lines: HeaderLines = [['User-Agent', setting.userAgent], ...extraLines(options.headers)];
    const timeoutMs = options.timeoutMs ?? setting.timeoutMs;
    const underway = await recorder.openSocket({
      actor: name,
      label: options.label ?? null,
      socket,
      url,
      headers: authorization === undefined ? lines : [['Authorization', authorization.sent], ...lines],
      recordedHeaders: [
        ...(authorization === undefined ? [] : [['Authorization', authorization.recorded] as const]),
        ...lines,
        ['Connection', 'Upgrade'],
        ['Upgrade', 'websocket'],
        ['Sec-WebSocket-Version', '13'],
      ],
      timeoutMs,
    });
    return socketInHand({ underway, timeoutMs, recorder, learnToken: (token) => learn(token, 'token sent') });
  }

  async function mintTicket({ body, ...options }: MintTicketOptions = {}): Promise<MintedTicket> {
    const stated = body === undefined ? { stream: 'trading' } : body;
    const exchange = await request({ ...options, method: 'POST', path: '/v1/ws-tickets', body: stated });
    const mark = textAt(exchange, 'ticket');
    return { exchange, ticket: mark === undefined ? undefined : recorder.ticketOf(mark) };
  }

  async function raw(given: readonly string[] | Uint8Array, options: RawOptions = {}): Promise<Exchange> {
    const tail = options.body === undefined ? Buffer.alloc(0) : Buffer.from(options.body as string);
    const base = options.socket === undefined ? setting.base : addressOf(options.socket);
    const where = options.socket === undefined ? {} : { base };
    if (given instanceof Uint8Array) {
      return recorder.rawExchange({
        ...where,
        actor: name,
        userAgent: setting.userAgent,
        label: options.label ?? null,
        bytes: Buffer.concat([given, tail]),
        lines: Buffer.from(given).toString('latin1').split('\r\n\r\n', 1)[0]?.split('\r\n') ?? [],
        body: tail.length === 0 ? null : tail.toString('utf8'),
        timeoutMs: options.timeoutMs ?? setting.timeoutMs,
      });
    }
    const needsToken = given.some((line) => line.includes('<token>'));
    const token = needsToken ? await ownToken() : '';
    // A socket's address is already the whole path.
    const prefix = options.socket === undefined ? base.pathname.replace(/(?<!\/)\/+$/, '') : '';
    const below = given.map((line, i) => (i === 0 ? line.replace(/^(\S+ )\//, `$1${prefix}/`) : line));
    const sent = below.map((line) => line.replaceAll('<host>', base.host).replaceAll('<token>', token));
    return recorder.rawExchange({
      ...where,
      actor: name,
      userAgent: setting.userAgent,
      label: options.label ?? null,
      bytes: Buffer.concat([Buffer.from(`${sent.join('\r\n')}\r\n\r\n`, 'latin1'), tail]),
      lines: given.map((line) => line.replaceAll('<host>', base.host).replaceAll('<token>', mark)),
      body: tail.length === 0 ? null : tail.toString('utf8'),
      timeoutMs: options.timeoutMs ?? setting.timeoutMs,
    });
  }

  function write(method: string, path: string, body: unknown, { ifMatch, ...options }: ConditionalOptions) {
    const key = options.key ?? setting.freshKey();
    const headers =
      ifMatch === undefined ? options.headers : [...extraLines(options.headers), ['If-Match', ifMatch] as const];
    return request({ ...options, method, path, key, body, ...(headers !== undefined && { headers }) });
  }

  return {
    name,
    request,
    raw,
    mintTicket,
    openSocket,
    token: ownToken,
    async freshToken(kind) {
      if (setting.freshToken === undefined) throw new Error(`${name} has no token`);
      return setting.freshToken(kind);
    },
    get: (path: string, options: GetOptions = {}) => request({ ...options, method: 'GET', path }),
    post: (path: string, body?: unknown, options: ConditionalOptions = {}) => write('POST', path, body, options),
    put: (path: string, body: unknown, options: ConditionalOptions = {}) => write('PUT', path, body, options),
    submit(order: OrderBody, options: WriteOptions = {}) {
      const key = options.key ?? setting.freshKey();
      const body = 'clientOrderId' in order ? order : { clientOrderId: key, ...order };
      return request({ ...options, method: 'POST', path: '/orders', key, body });
    },
    cancel: (orderId: string, { body, ...options }: WriteOptions & { readonly body?: unknown } = {}) =>
      write('POST', `/orders/${encodeURIComponent(orderId)}/cancel`, body ?? {}, options),
  };
}
