/** Sends requests to a target: over HTTP, or without sockets to a target in this process. */
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import type { buildConnector, Dispatcher } from 'undici';
import { errors, Pool } from 'undici';
import type { Stopwatch } from '../../runner/stopwatch.ts';
import { type Dial, directly } from '../connection/dial.ts';
import { failureOf } from '../connection/failures.ts';
import { LONGEST_ANSWER_BYTES, TOO_LONG } from '../exchange/answer-limits.ts';
import type { HeaderLines, RecordedResponse } from '../exchange/exchange.ts';
import type { LoadedProfile } from '../profile/read-profile.ts';

export interface WireRequest {
  readonly method: string;
  /** The path below the target's base address. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | null;
  readonly timeoutMs: number;
}

/** The reason why no complete response came: `timeout`, `reset`, `unreachable (ECONNREFUSED)`. */
export interface WireFailure {
  readonly failure: string;
}

export interface Transport {
  /** Never rejects for a network failure; throws where the request cannot be encoded. */
  send(request: WireRequest): Promise<RecordedResponse | WireFailure>;
  close(): Promise<void>;
}

/** Header lines of names and values in turn. */
export function linesOf(raw: readonly (Buffer | string)[]): HeaderLines {
  const lines: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    lines.push([(raw[i] as Buffer | string).toString('latin1'), (raw[i + 1] as Buffer | string).toString('latin1')]);
  }
  return lines;
}

/** Receives one response. The suite's own timer limits it, since undici's timers are a second apart. */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #done: (answer: RecordedResponse | WireFailure) => void;
  readonly #reject: (error: Error) => void;
  readonly #limit: { cancel(): void };
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #controller: Dispatcher.DispatchController | undefined;
  /** Why the suite itself stopped waiting. */
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
    // The request timed out while it waited for a connection, so it must not be sent any more.
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
 * A transport over HTTP/1.1 with persistent connections. Retries and redirects nothing, and adds only Host, Connection
 * and Content-Length. `connectBy` opens in-process connections; `dial` opens network connections.
 */
export function httpTransport(
  baseUrl: string,
  stopwatch: Stopwatch,
  connectBy?: () => Duplex,
  dial: Dial = directly,
): Transport {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, '');
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

/** The transport that a profile states for a base address, or HTTP over its connections. */
export function transportTo(
  { dial, transport }: Pick<LoadedProfile, 'dial' | 'transport'>,
  baseUrl: string,
  stopwatch: Stopwatch,
): Transport {
  return transport?.(baseUrl, stopwatch) ?? httpTransport(baseUrl, stopwatch, undefined, dial);
}

function connectionsOf(connect: () => Promise<Socket>) {
  const connector: buildConnector.connector = (_, done) =>
    callbackify(connect)((error, socket) => (error === null ? done(null, socket) : done(error, null)));
  return { connect: connector, pipelining: 1 };
}

/**
 * Options for undici's dispatchers on in-process connections. undici needs nothing of a socket that a Duplex lacks, but
 * the socket must be passed in a later turn, or the request never begins. Each connection is used once: before reusing
 * one, undici waits for an immediate, which never fires in a test file with fake timers.
 */
export function connectionsOfTheProcess(connect: () => Duplex) {
  const connector: buildConnector.connector = (_, done) => process.nextTick(() => done(null, connect() as Socket));
  return { connect: connector, pipelining: 1, maxRequestsPerClient: 1 };
}
