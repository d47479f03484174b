/** How requests reach a target: over HTTP, or without sockets where the target runs in this process. */
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { buildConnector, Dispatcher } from 'undici';
import { errors, Pool } from 'undici';
import type { Stopwatch } from '../runner/stopwatch.ts';
import { HEAD_TOO_LONG, LONGEST_ANSWER_BYTES, TOO_LONG } from './answer-limits.ts';
import type { HeaderLines, RecordedResponse } from './exchange.ts';

export interface WireRequest {
  readonly method: string;
  /** Below the target's base address. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | null;
  readonly timeoutMs: number;
}

/** No whole answer came, in a word: `timeout`, `reset`, `unreachable (ECONNREFUSED)`. */
export interface WireFailure {
  readonly failure: string;
}

export interface Transport {
  /** Never rejects for what the wire does; throws where the request cannot be put on a wire at all. */
  send(request: WireRequest): Promise<RecordedResponse | WireFailure>;
  close(): Promise<void>;
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);
const HEADS_TOO_LONG = new Set(['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW']);
const RESETS = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED']);

/** Why OpenSSL did not take a certificate, by what is to be mended: https://docs.openssl.org/master/man1/openssl-verification-options */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);
const NOT_VALID = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID', 'CERT_REVOKED']);

/** Whether a failure is about the certificate of the other side. */
export function isOfCertificate(failure: string): boolean {
  return failure.startsWith('certificate ');
}

/** One word for an error of the wire. */
export function failureOf(error: Error & { readonly code?: string }): string {
  const code = error.code ?? error.name;
  if (TIMEOUTS.has(code)) return 'timeout';
  if (RESETS.has(code)) return 'reset';
  if (HEADS_TOO_LONG.has(code)) return HEAD_TOO_LONG;
  if (UNREACHABLE.has(code)) return `unreachable (${code})`;
  if (UNTRUSTED.has(code)) return `certificate not trusted (${code}); name its authority in tls.ca of the profile`;
  if (NOT_VALID.has(code)) return `certificate not valid (${code})`;
  return `no HTTP answer (${code})`;
}

function linesOf(raw: readonly (Buffer | string)[]): HeaderLines {
  const lines: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    lines.push([(raw[i] as Buffer | string).toString('latin1'), (raw[i + 1] as Buffer | string).toString('latin1')]);
  }
  return lines;
}

/** One request's way back. The suite's own timer ends it: undici's are a second apart. */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #done: (answer: RecordedResponse | WireFailure) => void;
  readonly #reject: (error: Error) => void;
  readonly #limit: { cancel(): void };
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #controller: Dispatcher.DispatchController | undefined;
  /** Why the suite itself gave the answer up. */
  #givenUp: string | undefined;
  #status = 0;
  #headers: HeaderLines = [];

  constructor(
    done: (answer: RecordedResponse | WireFailure) => void,
    reject: (error: Error) => void,
    timeoutMs: number,
    stopwatch: Stopwatch,
  ) {
    this.#done = done;
    this.#reject = reject;
    this.#limit = stopwatch.after(timeoutMs, () => this.#giveUp('timeout'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It waited for a connection until nobody waited for it: it must not be sent after all.
    if (this.#givenUp !== undefined) controller.abort(new Error(this.#givenUp));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = linesOf(controller.rawHeaders as Buffer[]);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > LONGEST_ANSWER_BYTES) this.#giveUp(TOO_LONG);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#limit.cancel();
    const body = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    this.#done({ status: this.#status, headers: this.#headers, body: body.toString('utf8') });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#limit.cancel();
    if (error instanceof errors.InvalidArgumentError) this.#reject(error);
    else this.#done({ failure: this.#givenUp ?? failureOf(error) });
  }

  #giveUp(why: string): void {
    this.#limit.cancel();
    this.#givenUp = why;
    this.#chunks.length = 0;
    this.#controller?.abort(new Error(why));
    this.#done({ failure: why });
  }
}

/** The option of node's TLS, undici's and ws's connections. */
export function trusting(authorities: readonly string[] | undefined): { readonly ca?: string[] } {
  return authorities === undefined ? {} : { ca: [...authorities] };
}

/**
 * Over HTTP/1.1, connections kept; nothing is retried, redirected or added but Host, Connection and Content-Length.
 * `connectBy` makes each connection where it is not to be one of the network. `authorities`: PEM texts, instead of those
 * that this machine trusts.
 */
export function httpTransport(
  baseUrl: string,
  stopwatch: Stopwatch,
  connectBy?: () => Duplex,
  authorities?: readonly string[],
): Transport {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const way =
    connectBy === undefined
      ? { connect: { timeout: 5_000, ...trusting(authorities) }, pipelining: 1 }
      : connectionsOfTheProcess(connectBy);
  const pool = new Pool(base.origin, { connections: 64, ...way, headersTimeout: 0, bodyTimeout: 0 });
  return {
    send({ method, path, headers, body, timeoutMs }) {
      return new Promise((settle, reject) => {
        pool.dispatch(
          { method: method as Dispatcher.HttpMethod, path: prefix + path, headers: headers as string[], body },
          new Receiver(settle, reject, timeoutMs, stopwatch),
        );
      });
    },
    close: () => pool.destroy(),
  };
}

/**
 * Options of undici's dispatchers. It asks nothing of a socket that a Duplex has not, but to be given it in a later turn: it
 * would never begin. A connection is used once: before it uses one again undici waits for an immediate, which never comes in
 * a test file that has its timers faked.
 */
export function connectionsOfTheProcess(connect: () => Duplex) {
  const connector: buildConnector.connector = (_, done) => process.nextTick(() => done(null, connect() as Socket));
  return { connect: connector, pipelining: 1, maxRequestsPerClient: 1 };
}
