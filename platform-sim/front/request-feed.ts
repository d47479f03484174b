/**
 * Hands Node's HTTP parser one request's bytes at a time. The parser makes a request and a response of everything in a chunk
 * before the first is answered: 64 KB of small requests would stop every other client for tens of milliseconds, and so would
 * 64 KB of HTTP chunks of one byte. What a paused connection has not been parsed of stays bytes.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHead } from '../../gateway/http/turn-away.ts';
import { elapsedMs } from '../clock.ts';
import { simpleRequest } from './simple-request.ts';

type Parse = (bytes: Buffer) => void;

/** Refuses requests unparsed. */
export interface Refuse {
  /** Whether any would be refused now on this connection: while there is no need, none is looked at. */
  isDue(socket: Socket): boolean;
  /** The whole answer to a request; undefined: it is parsed. */
  answer(socket: Socket, request: RequestHead): Buffer | undefined;
}

/** What the parser has made of a connection's bytes. */
export interface Parsed {
  /** Whether it has a parsed request in waiting: it gets nothing parsed until it is resumed. */
  isBehind(socket: Socket): boolean;
  /** The request whose body may still be on its way. */
  latest(socket: Socket): IncomingMessage | undefined;
}

/** Of the host, where a test has its timers faked. */
const nextTurn = setImmediate;
const HEAD_END = Buffer.from('\r\n\r\n');
/** Of a head, or of a body in HTTP chunks: those may be a byte each. */
const SLICE_BYTES = 1_024;
/** Of one connection in a turn of the event loop. Node would go on reading one that sends without end. */
const TURN_BYTES = 32_768;
/** For what long reads of all connections cost in a turn; past it each gets a slice. */
const TURN_MS = 1;

/** A turn of the event loop. */
interface Turn {
  /** What its long reads took so far. */
  ms: number;
}

interface Fed {
  readonly listener: Parse;
  /** What follows the slice that the parser has at this moment. */
  rest: Buffer | undefined;
  /** Whether the parser has had whole requests alone. */
  isBetween: boolean;
  /** What is still to come of a body of a stated length. */
  bodyBytes: number;
  /** The turn of its last long read, and what it read then. */
  turn: Turn | undefined;
  turnBytes: number;
  /** Has had what a turn has for it. */
  isStopped: boolean;
}

interface FeedOptions {
  readonly parsed: Parsed;
  /** Absent: every request is parsed. */
  readonly refuse?: Refuse | undefined;
  /** Whether a connection is of this process: how long the machine takes for its bytes decides nothing. */
  isLocal(socket: Socket): boolean;
  /** Called whenever bytes have come, also when they are looked at again in a later turn. */
  arrived(): void;
}

/** Feeds the bytes of one connection to Node's parser, one request at a time. */
export class RequestFeed {
  readonly #fed: WeakMap<Socket, Fed> = new WeakMap();
  readonly #parsed: Parsed;
  readonly #refuse: Refuse | undefined;
  readonly #isLocal: (socket: Socket) => boolean;
  readonly #arrived: () => void;
  #turn: Turn = { ms: 0 };

  constructor({ parsed, refuse, isLocal, arrived }: FeedOptions) {
    this.#parsed = parsed;
    this.#refuse = refuse;
    this.#isLocal = isLocal;
    this.#arrived = arrived;
  }

  /** To be called once the server has taken the connection. */
  begin(socket: Socket): void {
    const [parse] = socket.listeners('data') as Parse[];
    // A listener of one's own makes Node's parser take what the socket emits, in place of reading its handle.
    const fed: Fed = {
      listener: (bytes) => this.#feed(socket, parse as Parse, fed, bytes),
      rest: undefined,
      isBetween: true,
      bodyBytes: 0,
      turn: undefined,
      turnBytes: 0,
      isStopped: false,
    };
    socket.removeListener('data', parse as Parse);
    socket.on('data', fed.listener);
    this.#fed.set(socket, fed);
  }

  /** To be called while a handshake is parsed: the connection is no longer HTTP's. @returns what came behind the handshake */
  end(socket: Socket, head: Buffer): Buffer {
    const fed = this.#fed.get(socket);
    if (fed === undefined) return head;
    this.#fed.delete(socket);
    socket.removeListener('data', fed.listener);
    const { rest } = fed;
    fed.rest = undefined;
    return rest === undefined ? head : Buffer.concat([head, rest]);
  }

  #feed(socket: Socket, parse: Parse, fed: Fed, bytes: Buffer): void {
    this.#arrived();
    // Node resumes a connection with every piece of a body that is taken.
    if (fed.isStopped) {
      socket.pause();
      socket.unshift(bytes);
      return;
    }
    if (fed.isBetween && this.#refuse?.isDue(socket) === true) {
      const request = simpleRequest(bytes);
      const refusal = request && this.#refuse.answer(socket, request);
      if (refusal !== undefined) {
        socket.write(refusal);
        return;
      }
    }
    const isTimed = !this.#isLocal(socket);
    const beganMs = elapsedMs();
    let left: Buffer | undefined = bytes;
    let isHeld = false;
    let isSpent = false;
    while (left !== undefined && !isHeld && !isSpent) {
      left = this.#parse(socket, parse, fed, left);
      // A handshake has taken the rest.
      if (socket.destroyed || !this.#fed.has(socket)) return;
      // Whoever holds it resumes it.
      isHeld = this.#parsed.isBehind(socket) || socket.isPaused();
      isSpent = isTimed && this.#turn.ms + elapsedMs() - beganMs > TURN_MS;
    }
    if (bytes.length > SLICE_BYTES) this.#tally(fed, bytes.length - (left?.length ?? 0), elapsedMs() - beganMs);
    if (left !== undefined) {
      // It came behind a request, and is parsed as that was, however long the machine took for it.
      fed.isBetween = false;
      // Node resumes whatever it has parsed a request of.
      socket.pause();
      socket.unshift(left);
    }
    if ((isSpent && (left !== undefined || bytes.length > SLICE_BYTES)) || fed.turnBytes >= TURN_BYTES) {
      this.#stopForTurn(socket, fed);
    }
  }

  /** @returns what follows the slice that the parser got */
  #parse(socket: Socket, parse: Parse, fed: Fed, bytes: Buffer): Buffer | undefined {
    const headEnd = fed.bodyBytes > 0 ? -1 : headBytes(bytes);
    const sliceBytes = headEnd < 0 ? Math.min(fed.bodyBytes || SLICE_BYTES, bytes.length) : headEnd;
    if (sliceBytes === bytes.length) parse.call(socket, bytes);
    else {
      fed.rest = bytes.subarray(sliceBytes);
      parse.call(socket, bytes.subarray(0, sliceBytes));
    }
    // A slice ends with the head at the latest: of a body that has a length, all is still to come then.
    const latest = this.#parsed.latest(socket);
    const isBody = fed.bodyBytes > 0;
    fed.bodyBytes = isBody ? fed.bodyBytes - sliceBytes : statedBytes(latest);
    fed.isBetween = (isBody || headEnd >= 0) && latest?.complete !== false;
    const { rest } = fed;
    fed.rest = undefined;
    return rest;
  }

  #tally(fed: Fed, bytes: number, ms: number): void {
    if (this.#turn.ms === 0) {
      nextTurn(() => {
        this.#turn = { ms: 0 };
      });
    }
    this.#turn.ms += ms;
    fed.turnBytes = (fed.turn === this.#turn ? fed.turnBytes : 0) + bytes;
    fed.turn = this.#turn;
  }

  #stopForTurn(socket: Socket, fed: Fed): void {
    fed.isStopped = true;
    socket.pause();
    nextTurn(() => {
      fed.isStopped = false;
      fed.turnBytes = 0;
      if (!this.#fed.has(socket) || this.#parsed.isBehind(socket)) return;
      if (!isFull(this.#parsed.latest(socket))) socket.resume();
    });
  }
}

/** Up to the end of a head; below 0: it does not end within a slice. */
function headBytes(bytes: Buffer): number {
  const ahead = bytes.length > SLICE_BYTES ? bytes.subarray(0, SLICE_BYTES) : bytes;
  const headEnd = ahead.indexOf(HEAD_END);
  return headEnd < 0 ? headEnd : headEnd + HEAD_END.length;
}

/** Whether Node waits for the reader of a body, and resumes the connection when that has read. */
function isFull(request: IncomingMessage | undefined): boolean {
  return request !== undefined && !request.complete && request.readableLength >= request.readableHighWaterMark;
}

function statedBytes(request: IncomingMessage | undefined): number {
  if (request === undefined || request.complete || request.headers['transfer-encoding'] !== undefined) return 0;
  return Number(request.headers['content-length'] ?? 0);
}
