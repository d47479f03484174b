/** An actor that sends requests to the target and records all requests and responses, redacted. */
import type {
  Actor,
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
import type { Exchange } from '../exchange/exchange.ts';
import { textAt } from '../exchange/exchange.ts';
import { LEFT_OUT } from '../exchange/left-out.ts';
import type { OrderBody } from '../exchange/order.ts';
import type { PrincipalName } from '../profile/principals.ts';
import { Caller } from './caller.ts';
import type { Outgoing, Sender } from './flight.ts';
import type { OpenSocket, OpenSocketOptions } from './open-socket.ts';
import { SocketClient } from './socket-client.ts';
import { socketInHand } from './socket-in-hand.ts';
import { extraLines } from './spelling.ts';
import { through } from './stages.ts';
import { TICKET_ROUTE } from './ticket-room.ts';

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

/** Creates an actor of a session. `own`: the principal whose token it sends; undefined: anonymous. */
export function httpActor(session: Sender, name: string, own?: PrincipalName): Actor {
  const { run, log, manners } = session;
  const caller = new Caller(session, name, own);

  async function request(stated: RequestOptions): Promise<Exchange> {
    const fitted = fittedTo(manners.fitsBodies === true ? run.bodies : undefined, stated);
    if (fitted?.lacking !== undefined) return leftOut(stated, fitted.lacking);
    const options = fitted === undefined ? stated : { ...stated, body: fitted.body };
    return (await through(session, outgoingOf(options))).exchange;
  }

  /** The history has the reason in place of the request; `drive` gets an exchange without an answer. */
  function leftOut({ method, path, label }: RequestOptions, why: string): Exchange {
    log.note(LEFT_OUT, why);
    const { n, atMs } = log.latest();
    const of = { n, label: label ?? null, actor: name, request: { method, path, headers: [], body: null } };
    return { ...of, sentAtMs: atMs, answeredAtMs: atMs, response: null, failure: `not sent: ${why}` };
  }

  function outgoingOf(options: RequestOptions): Outgoing {
    const { label = null, timeoutMs, departure, key, settle, token, authorization } = options;
    const same = { ...(token !== undefined && { token }), ...(authorization !== undefined && { authorization }) };
    return {
      ...{ way: 'request', actor: name, label, timeoutMs, departure, key, settle },
      spelled: () => caller.request(options),
      reading: (path) => outgoingOf({ ...same, method: 'GET', path }),
    };
  }

  async function raw(given: readonly string[] | Uint8Array, options: RawOptions = {}): Promise<Exchange> {
    const { label = null, timeoutMs } = options;
    const spelled = () => caller.bytes(given, options);
    return (await through(session, { way: 'bytes', actor: name, label, timeoutMs, spelled })).exchange;
  }

  async function openSocket(socket: SocketName, options: OpenSocketOptions = {}): Promise<OpenSocket> {
    const { label = null, timeoutMs } = options;
    const client = new SocketClient(
      socket,
      {
        stamp: () => log.stamp(),
        clean: (text) => log.clean(text),
        rest: (wait) => session.waited.restingFor(wait),
        receive: (text) => run.effects?.receive(text),
      },
      run.stopwatch,
      run.dial,
    );
    const spelled = () => caller.handshake(socket, options, client);
    await through(session, { way: 'handshake', actor: name, label, timeoutMs, socket: client, spelled });
    return socketInHand(session, caller, client, timeoutMs ?? run.timeoutMs);
  }

  async function mintTicket({ body, ...options }: MintTicketOptions = {}): Promise<MintedTicket> {
    const stated = body === undefined ? { stream: 'trading' } : body;
    const exchange = await request({ ...options, method: 'POST', path: TICKET_ROUTE, body: stated });
    const mark = textAt(exchange, 'ticket');
    return { exchange, ticket: mark === undefined ? undefined : log.ticketOf(mark) };
  }

  function write(method: string, path: string, body: unknown, { ifMatch, ...options }: ConditionalOptions) {
    const key = options.key ?? run.freshKey();
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
    token: () => caller.token(),
    async freshToken(kind) {
      if (own === undefined) throw new Error(`${name} has no token`);
      return run.tokens.fresh(own, kind);
    },
    get: (path: string, options: GetOptions = {}) => request({ ...options, method: 'GET', path }),
    post: (path: string, body?: unknown, options: ConditionalOptions = {}) => write('POST', path, body, options),
    put: (path: string, body: unknown, options: ConditionalOptions = {}) => write('PUT', path, body, options),
    submit(order: OrderBody, options: WriteOptions = {}) {
      const key = options.key ?? run.freshKey();
      const body = 'clientOrderId' in order ? order : { clientOrderId: key, ...order };
      return request({ ...options, method: 'POST', path: '/orders', key, body });
    },
    cancel: (orderId: string, { body, ...options }: WriteOptions & { readonly body?: unknown } = {}) =>
      write('POST', `/orders/${encodeURIComponent(orderId)}/cancel`, body ?? {}, options),
  };
}
