/**
 * Who sends requests to the target: one actor a principal, and `anonymous`. Every request is recorded in order of
 * sending. An actor never throws for what the wire does: a timeout or a reset is an exchange whose `response` is null. A
 * write that is answered 202 is followed to its outcome, unless the session holds outcomes back by faults of its own.
 */
import type { SocketName } from './conversation.ts';
import type { Exchange } from './exchange.ts';
import type { OpenSocket, OpenSocketOptions } from './open-socket.ts';
import type { OrderBody } from './order.ts';
import type { Departure } from './together.ts';
import type { FreshToken } from './tokens.ts';

export interface CommonOptions {
  /** The name by which the judge finds this exchange. */
  readonly label?: string;
  /** Further request headers, one line each, in this order; a name may come twice. They do not replace the actor's own. */
  readonly headers?: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  /** Instead of the actor's own token; null: no Authorization header. */
  readonly token?: string | null;
  /** The whole value of Authorization, for a spelling that `token` cannot make. `<token>` in it is the actor's token. */
  readonly authorization?: string;
  /** Instead of the profile's `limits.timeoutMs`. */
  readonly timeoutMs?: number;
  /** Awaited once the request has its turn: `together(2)` sends two at once. */
  readonly departure?: Departure;
}

export interface RequestOptions extends CommonOptions {
  readonly method: string;
  /** From the root, percent-encoded by the caller: `/orders/17`. */
  readonly path: string;
  /** An object is percent-encoded; a string stands after the `?` as it is. */
  readonly query?: Readonly<Record<string, string | number>> | string;
  /** Sent as JSON under `Content-Type: application/json`. */
  readonly body?: unknown;
  /** Sent as it is, under `contentType`. */
  readonly rawBody?: string | Uint8Array;
  /** null: no Content-Type header. Default `application/json` where there is a body. */
  readonly contentType?: string | null;
  /** The Idempotency-Key. */
  readonly key?: string;
  /** false: a 202 is the answer; a write with a key is otherwise followed to its outcome (settling.ts). */
  readonly settle?: boolean;
}

export interface GetOptions extends CommonOptions {
  readonly query?: Readonly<Record<string, string | number>> | string;
}

export interface WriteOptions extends CommonOptions {
  /** Default: a fresh one. */
  readonly key?: string;
  /** false: a 202 is the answer; a write is otherwise followed to its outcome (settling.ts). */
  readonly settle?: boolean;
  readonly query?: Readonly<Record<string, string | number>> | string;
}

export interface ConditionalOptions extends WriteOptions {
  /** The value of If-Match as it goes over the wire, quotes and all: what `etagOf` read, `*`, `W/"3"`. Absent: no If-Match. */
  readonly ifMatch?: string | undefined;
}

export interface RawOptions {
  readonly label?: string;
  /** After the head and its empty line. */
  readonly body?: string | Uint8Array;
  readonly timeoutMs?: number;
  /** To this socket's address instead of the target's; a 101 is then the answer. */
  readonly socket?: SocketName;
}

export interface MintTicketOptions extends CommonOptions {
  /** Instead of `{ "stream": "trading" }`. */
  readonly body?: unknown;
}

export interface MintedTicket {
  readonly exchange: Exchange;
  /** In the clear, in memory alone; undefined where none was minted. */
  readonly ticket: string | undefined;
}

export interface Actor {
  readonly name: string;
  request(options: RequestOptions): Promise<Exchange>;
  get(path: string, options?: GetOptions): Promise<Exchange>;
  /** A write of JSON; `body` undefined: none. */
  post(path: string, body?: unknown, options?: ConditionalOptions): Promise<Exchange>;
  put(path: string, body: unknown, options?: ConditionalOptions): Promise<Exchange>;
  /** POST /orders. `clientOrderId` is the key unless `order` states it (undefined: left out). */
  submit(order: OrderBody, options?: WriteOptions): Promise<Exchange>;
  /** POST /orders/{id}/cancel with `body`, `{}` where absent. */
  cancel(orderId: string, options?: WriteOptions & { readonly body?: unknown }): Promise<Exchange>;
  /**
   * Bytes on a connection of their own, for a request that no HTTP client would send. Lines are joined by CRLF and
   * closed by an empty line; `<token>` in a line is the actor's token, `<host>` the target's authority. Bytes go as
   * they are. The exchange's `response` is null where what came back is no HTTP answer.
   */
  raw(request: readonly string[] | Uint8Array, options?: RawOptions): Promise<Exchange>;
  /** POST /v1/ws-tickets, without a key. */
  mintTicket(options?: MintTicketOptions): Promise<MintedTicket>;
  /** Sends the handshake, with the actor's own bearer token unless told otherwise; settles once it is answered or not. */
  openSocket(socket: SocketName, options?: OpenSocketOptions): Promise<OpenSocket>;
  /** A token of its own that nothing else uses, and how long it lives. Never recorded, never printed. */
  freshToken(): Promise<FreshToken>;
  /** The actor's own token, for a spelling that must be derived from it. Never recorded, never printed. */
  token(): Promise<string>;
}
