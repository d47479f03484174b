/** One WebSocket connection of the suite: the handshake, and a log of every message. */
import type { ClientRequest, ClientRequestArgs, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import type { ClientOptions, RawData, WebSocket } from 'ws';
import type { Stopwatch } from '../../runner/stopwatch.ts';
import type { Dial } from '../connection/dial.ts';
import { failureOf } from '../connection/failures.ts';
import { ProxyProblem } from '../connection/proxy-problem.ts';
import { LONGEST_ANSWER_BYTES, TOO_LONG } from '../exchange/answer-limits.ts';
import type { Closed, Conversation, Frame, SocketName } from '../exchange/conversation.ts';
import type { Exchange, HeaderLines, RecordedResponse } from '../exchange/exchange.ts';
import type { FrameMatch } from './open-socket.ts';
import { linesOf, type WireFailure } from './transport.ts';

/** Limit on all frames of one connection together, in bytes: a peer that exceeds it is cut off. */
const MOST_RECEIVED = LONGEST_ANSWER_BYTES;
/** What an empty frame counts for: each is kept with its time. */
const FRAME_COST = 64;
/** How long, in real time, a peer may take to answer a close frame before it is cut off. */
const CLOSING_MS = 1_000;
/** A wait for a message or a close is one in which the session rests once it has lasted this long. */
const SHORT_WAIT_MS = 200;

export interface SocketLog {
  /** The next number in the run's sequence, and the time. */
  stamp(): { readonly n: number; readonly atMs: number };
  clean(text: string): string;
  /** Called with a wait that has lasted a while already. */
  rest<T>(wait: Promise<T>): Promise<T>;
  /** Receives each message in clear text. */
  receive(text: string): void;
}

interface Waiter {
  readonly match: FrameMatch;
  readonly settle: (frame: Frame | undefined) => void;
}

async function answerOf(response: IncomingMessage): Promise<RecordedResponse | WireFailure> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > LONGEST_ANSWER_BYTES) return { failure: TOO_LONG };
      chunks.push(chunk);
    }
  } catch {
    // The body was cut off: return what arrived.
  }
  return {
    status: response.statusCode ?? 0,
    headers: linesOf(response.rawHeaders),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

function textOf(data: RawData): string {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : data;
  return Buffer.from(bytes as Buffer).toString('utf8');
}

/** A name that occurs twice is sent twice. */
function headersOf(lines: HeaderLines): Record<string, string | string[]> {
  const byName = Map.groupBy(lines, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, same]) => {
      const values = same.map(([, value]) => value);
      return [name, values.length === 1 ? (values[0] as string) : values];
    }),
  );
}

function isOfWire(error: Error & { readonly code?: string }): boolean {
  return error.code !== undefined || error instanceof ProxyProblem;
}

/** The common type of node's requests and of ws, which declare it differently. */
type CreateConnection = NonNullable<(ClientRequestArgs & ClientOptions)['createConnection']>;

/** Adapts an asynchronous connection to the `createConnection` option of node's requests. */
function connectionOf(connect: () => Promise<Socket>): CreateConnection {
  const make = (_: unknown, done: (error: Error | null, socket: Socket) => void) => callbackify(connect)(done);
  return make as unknown as CreateConnection;
}

/** One connection: performs the handshake, sends, and hands out received messages. */
export class SocketClient {
  readonly frames: Frame[] = [];
  closed: Closed | null = null;
  /** As far as it is known; undefined: not sent yet. */
  handshaking: Exchange | undefined;
  readonly #name: SocketName;
  readonly #log: SocketLog;
  readonly #stopwatch: Stopwatch;
  readonly #dial: Dial;
  readonly #handedOut = new Set<number>();
  readonly #waiters = new Set<Waiter>();
  readonly #closing = Promise.withResolvers<void>();
  #socket: WebSocket | undefined;
  #closedByUs = false;
  #received = 0;
  #failure: string | null = null;

  constructor(name: SocketName, log: SocketLog, stopwatch: Stopwatch, dial: Dial) {
    this.#name = name;
    this.#log = log;
    this.#stopwatch = stopwatch;
    this.#dial = dial;
  }

  /** Settles with the response to the handshake: 101, a refusal, or the reason why none came. */
  async handshake(url: URL, lines: HeaderLines, timeoutMs: number): Promise<RecordedResponse | WireFailure> {
    const { WebSocket } = await import('ws');
    const socket = new WebSocket(url, {
      headers: headersOf(lines),
      perMessageDeflate: false,
      maxPayload: LONGEST_ANSWER_BYTES,
      createConnection: connectionOf(() => this.#dial(url)),
    });
    this.#socket = socket;
    const { promise, resolve } = Promise.withResolvers<RecordedResponse | WireFailure>();
    let upgraded: HeaderLines = [];
    let isLate = false;
    let hasOpened = false;
    const limit = this.#stopwatch.after(timeoutMs, () => {
      isLate = true;
      socket.terminate();
    });
    socket.on('upgrade', (response) => {
      upgraded = linesOf(response.rawHeaders);
    });
    socket.on('open', () => {
      hasOpened = true;
      resolve({ status: 101, headers: upgraded, body: '' });
    });
    socket.on('unexpected-response', (request: ClientRequest, response: IncomingMessage) => {
      void answerOf(response).then((answer) => {
        resolve(isLate ? { failure: 'timeout' } : answer);
        request.destroy();
      });
    });
    socket.on('error', (error: Error & { code?: string }) => {
      this.#failure = error.message;
      resolve({ failure: isLate ? 'timeout' : isOfWire(error) ? failureOf(error) : error.message });
    });
    socket.on('message', (data, isBinary) => {
      this.#received += (data as Buffer).length + FRAME_COST;
      if (this.#received <= MOST_RECEIVED) this.#receive(isBinary ? null : textOf(data));
      else if (this.#failure === null) {
        this.#failure = `more than ${MOST_RECEIVED / 1024 / 1024} MB of frames`;
        socket.terminate();
      }
    });
    socket.on('close', (code, reason) => {
      // Before the socket opened there is no close to record: the handshake has the outcome.
      resolve({ failure: 'reset' });
      if (hasOpened) this.#ended(code, reason.toString('utf8'));
    });
    const answer = await promise;
    limit.cancel();
    return answer;
  }

  /** The record so far. */
  conversation(): Conversation {
    if (this.handshaking === undefined) throw new Error('the handshake is not sent yet');
    const { n, label, actor, request, sentAtMs, answeredAtMs, ...received } = this.handshaking;
    const { frames, closed } = this;
    const head = { n, label, actor, socket: this.#name, request, sentAtMs, answeredAtMs };
    return { ...head, ...received, frames: [...frames], closed };
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === 1;
  }

  /** Sends a message. `recorded` is its text in the log. */
  send(message: string | Uint8Array, recorded: string | null): void {
    if (!this.isOpen) return;
    this.frames.push({ ...this.#log.stamp(), direction: 'sent', text: recorded });
    this.#socket?.send(message);
  }

  async next(match: FrameMatch, timeoutMs: number): Promise<Frame | undefined> {
    const there = this.frames.find((frame) => this.#isNew(frame) && match(frame));
    if (there !== undefined) {
      this.#handedOut.add(there.n);
      return there;
    }
    // A close frame has arrived but is not processed yet: wait for it, so that the caller sees the close.
    if (this.closed === null && this.#socket?.readyState === 2) await this.untilClosed(CLOSING_MS);
    if (this.closed !== null || !this.isOpen) return undefined;
    const { promise, resolve } = Promise.withResolvers<Frame | undefined>();
    const waiter = { match, settle: resolve };
    this.#waiters.add(waiter);
    const limit = this.#stopwatch.after(timeoutMs, () => resolve(undefined));
    const frame = await this.#resting(promise);
    limit.cancel();
    this.#waiters.delete(waiter);
    return frame;
  }

  async untilClosed(timeoutMs: number): Promise<Closed | undefined> {
    if (this.closed !== null) return this.closed;
    const { promise, resolve } = Promise.withResolvers<void>();
    const limit = this.#stopwatch.after(timeoutMs, resolve);
    await this.#resting(Promise.race([promise, this.#closing.promise]));
    limit.cancel();
    return this.closed ?? undefined;
  }

  async #resting<T>(wait: Promise<T>): Promise<T> {
    const { promise: isLong, resolve } = Promise.withResolvers<'long'>();
    const limit = this.#stopwatch.after(SHORT_WAIT_MS, () => resolve('long'));
    const first = await Promise.race([wait, isLong]);
    limit.cancel();
    return first === 'long' ? this.#log.rest(wait) : (first as T);
  }

  async close(code: number, reason: string): Promise<void> {
    if (this.#socket === undefined || this.closed !== null || this.#socket.readyState === 3) return;
    if (this.#socket.readyState === 0) {
      // Refused or not answered yet: there is no session to close.
      this.#socket.terminate();
      return;
    }
    this.#closedByUs = true;
    this.#socket.close(code, reason);
    if ((await this.untilClosed(CLOSING_MS)) === undefined) {
      this.#socket.terminate();
      await this.untilClosed(CLOSING_MS);
    }
  }

  #isNew({ direction, n }: Frame): boolean {
    return direction === 'received' && !this.#handedOut.has(n);
  }

  #receive(text: string | null): void {
    if (text !== null) this.#log.receive(text);
    const frame: Frame = {
      ...this.#log.stamp(),
      direction: 'received',
      text: text === null ? null : this.#log.clean(text),
    };
    this.frames.push(frame);
    for (const waiter of this.#waiters) {
      if (!waiter.match(frame)) continue;
      this.#handedOut.add(frame.n);
      this.#waiters.delete(waiter);
      waiter.settle(frame);
      return;
    }
  }

  #ended(code: number, reason: string): void {
    this.closed = {
      ...this.#log.stamp(),
      code,
      reason: this.#log.clean(reason),
      by: this.#closedByUs ? 'suite' : 'target',
      failure: this.#failure === null ? null : this.#log.clean(this.#failure),
    };
    this.#closing.resolve();
    for (const { settle } of this.#waiters) settle(undefined);
    this.#waiters.clear();
  }
}
