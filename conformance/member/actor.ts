/**
 * Sends requests to the target: one actor for each principal, and `anonymous`. Every request is recorded in order of
 * sending. An actor never throws for a failure of the network: a timeout or a reset is an exchange whose `response` is
 * null. A write that is answered 202 is followed to its outcome, unless a fault of the session holds the outcome back.
 */
import type { SocketName } from './exchange/conversation.ts';
import type { Exchange } from './exchange/exchange.ts';
import type { OrderBody } from './exchange/order.ts';
import type { OpenSocket, OpenSocketOptions } from './sending/open-socket.ts';
import type { Departure } from './sending/together.ts';
import type { TokenKind } from './tokens/token-grant.ts';
import type { FreshToken } from './tokens/tokens.ts';

export interface CommonOptions {
  /** The name by which a judge finds this exchange. */
  readonly label?: string;
  /** Further request headers, in this order; a name may occur twice. They do not replace the actor's own headers. */
  readonly headers?: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  /** Replaces the actor's own token; null: no Authorization header. */
  readonly token?: string | null;
  /**
   * The whole value of Authorization, for a spelling that `token` cannot produce. `<token>` in it stands for the
   * actor's token.
   */
  readonly authorization?: string;
  /** Overrides the profile's `limits.timeoutMs`. */
  readonly timeoutMs?: number;
  /** Awaited once the pace lets the request go: `together(2)` sends two requests at once. */
  readonly departure?: Departure;
}

export interface RequestOptions extends CommonOptions {
  readonly method: string;
  /** The path below the base address, percent-encoded by the caller: `/orders/17`. */
  readonly path: string;
  /** An object is percent-encoded; a string is appended after the `?` unchanged. */
  readonly query?: Readonly<Record<string, string | number>> | string;
  /**
   * Sent as JSON under `Content-Type: application/json`, fitted to the target (`Bodies`). Where the target's document does
   * not list a property that the interface does not name either, the request is not sent at all, unless the property is
   * incidental: then it is sent without.
   */
  readonly body?: unknown;
  /** Sent unchanged, under `contentType`. */
  readonly rawBody?: string | Uint8Array;
  /** null: no Content-Type header. Default `application/json` where there is a body. */
  readonly contentType?: string | null;
  /** The Idempotency-Key. */
  readonly key?: string;
  /** false: the check wants the 202 itself. Otherwise a write with a key is followed to its outcome (stages/settle.ts). */
  readonly settle?: boolean;
  /** Properties of the body that the request is about, stated or absent, although they are incidental elsewhere. */
  readonly about?: readonly string[];
}

export interface GetOptions extends CommonOptions {
  readonly query?: Readonly<Record<string, string | number>> | string;
}

export interface WriteOptions extends CommonOptions {
  /** Default: a fresh one. */
  readonly key?: string;
  /** false: the check wants the 202 itself. Otherwise a write is followed to its outcome (stages/settle.ts). */
  readonly settle?: boolean;
  /** As of `RequestOptions`. */
  readonly about?: readonly string[];
  readonly query?: Readonly<Record<string, string | number>> | string;
}

export interface ConditionalOptions extends WriteOptions {
  /** The exact value of If-Match, including quotes: the result of `etagOf`, `*` or `W/"3"`. Absent: no If-Match. */
  readonly ifMatch?: string | undefined;
}

export interface RawOptions {
  readonly label?: string;
  /** Sent after the head and its empty line. */
  readonly body?: string | Uint8Array;
  readonly timeoutMs?: number;
  /** Sends to this socket's address instead of the target's base address; the response is then a 101. */
  readonly socket?: SocketName;
}

export interface MintTicketOptions extends CommonOptions {
  /** Default: `{ "stream": "trading" }`. */
  readonly body?: unknown;
}

export interface MintedTicket {
  readonly exchange: Exchange;
  /** In clear text, in memory only; undefined where none was minted. */
  readonly ticket: string | undefined;
}

export interface Actor {
  readonly name: string;
  request(options: RequestOptions): Promise<Exchange>;
  get(path: string, options?: GetOptions): Promise<Exchange>;
  /** A write with a JSON body; `body` undefined: no body. */
  post(path: string, body?: unknown, options?: ConditionalOptions): Promise<Exchange>;
  put(path: string, body: unknown, options?: ConditionalOptions): Promise<Exchange>;
  /** POST /orders. `clientOrderId` is the key unless `order` states it (undefined leaves it out). */
  submit(order: OrderBody, options?: WriteOptions): Promise<Exchange>;
  /** POST /orders/{id}/cancel with `body`; `{}` where absent. */
  cancel(orderId: string, options?: WriteOptions & { readonly body?: unknown }): Promise<Exchange>;
  /**
   * Sends bytes on a new connection, for a request that no HTTP client would send. Lines are joined by CRLF and closed
   * by an empty line; `<token>` in a line stands for the actor's token, `<host>` for the target's authority. Bytes are
   * sent unchanged. The exchange's `response` is null where the received bytes are no HTTP response.
   */
  raw(request: readonly string[] | Uint8Array, options?: RawOptions): Promise<Exchange>;
  /** POST /v1/ws-tickets, without a key. */
  mintTicket(options?: MintTicketOptions): Promise<MintedTicket>;
  /**
   * Sends the handshake, by default with the actor's own bearer token. Settles once the handshake is answered or has
   * failed.
   */
  openSocket(socket: SocketName, options?: OpenSocketOptions): Promise<OpenSocket>;
  /** A token that no other request uses, and its lifetime. Never recorded, never printed. */
  freshToken(kind?: TokenKind): Promise<FreshToken>;
  /** The actor's own token, for a spelling derived from it. Never recorded, never printed. */
  token(): Promise<string>;
}
