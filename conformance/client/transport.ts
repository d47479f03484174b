/** How requests reach a target: over HTTP, or without sockets where the target runs in this process. */
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import type { buildConnector, Dispatcher } from 'undici';
import { errors, Pool } from 'undici';
import type { Stopwatch } from '../runner/stopwatch.ts';
import { LONGEST_ANSWER_BYTES, TOO_LONG } from './answer-limits.ts';
import { type Dial, directly } from './connection/dial.ts';
import { failureOf } from './connection/failures.ts';
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

/**
 * Over HTTP/1.1, connections kept; nothing is retried, redirected or added but Host, Connection and Content-Length.
 * `connectBy` makes each connection where it is not to be one of the network, which `dial` makes.
 */
export function httpTransport(
  baseUrl: string,
  stopwatch: Stopwatch,
  connectBy?: () => Duplex,
  dial: Dial = directly,
): Transport {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const way = connectBy === undefined ? connectionsOf(() => dial(base)) : connectionsOfTheProcess(connectBy);
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

function connectionsOf(connect: () => Promise<Socket>) {
  const connector: buildConnector.connector = (_, done) =>
    callbackify(connect)((error, socket) => (error === null ? done(null, socket) : done(error, null)));
  return { connect: connector, pipelining: 1 };
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
