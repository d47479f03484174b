/**
 * Hands Node's HTTP parser one request's bytes at a time. The parser makes a request and a response of everything in a chunk
 * before the first is answered: 64 KB of small requests would stop every other client for tens of milliseconds. What a paused
 * connection has not been parsed of stays bytes.
 */
import type { Socket } from 'node:net';
import type { RequestHead } from '../../gateway/http/turn-away.ts';
import { simpleRequest } from './simple-request.ts';

type Parse = (bytes: Buffer) => void;

/** The whole answer to a request that is refused unparsed; undefined: it is parsed. */
export type Refuse = (socket: Socket, request: RequestHead) => Buffer | undefined;

const HEAD_END = Buffer.from('\r\n\r\n');

interface Fed {
  readonly listener: Parse;
  /** What follows the slice that the parser has at this moment. */
  rest: Buffer | undefined;
  /** Whether the parser is between two requests, as far as can be told without it. */
  isBetween: boolean;
}

export class RequestFeed {
  readonly #fed: WeakMap<Socket, Fed> = new WeakMap();
  readonly #isBehind: (socket: Socket) => boolean;
  readonly #refuse: Refuse | undefined;

  /**
   * @param isBehind whether a connection has a parsed request in waiting: it gets nothing parsed until it is resumed
   * @param refuse asked about each simple request before it is parsed; absent: none is looked at
   */
  constructor(isBehind: (socket: Socket) => boolean, refuse?: Refuse) {
    this.#isBehind = isBehind;
    this.#refuse = refuse;
  }

  /** To be called once the server has taken the connection. */
  begin(socket: Socket): void {
    const [parse] = socket.listeners('data') as Parse[];
    // A listener of one's own makes Node's parser take what the socket emits, in place of reading its handle.
    const fed: Fed = {
      listener: (bytes) => this.#feed(socket, parse as Parse, fed, bytes),
      rest: undefined,
      isBetween: true,
    };
    socket.removeListener('data', parse as Parse);
    socket.on('data', fed.listener);
    this.#fed.set(socket, fed);
  }

  /** To be called while a handshake is parsed: the connection is no longer HTTP's. @returns what came behind the handshake */
  end(socket: Socket, head: Buffer): Buffer {
    const fed = this.#fed.get(socket);
    if (fed === undefined) return head;
    socket.removeListener('data', fed.listener);
    const { rest } = fed;
    fed.rest = undefined;
    return rest === undefined ? head : Buffer.concat([head, rest]);
  }

  #feed(socket: Socket, parse: Parse, fed: Fed, bytes: Buffer): void {
    if (this.#refuse !== undefined && fed.isBetween) {
      const request = simpleRequest(bytes);
      const refusal = request && this.#refuse(socket, request);
      if (refusal !== undefined) {
        socket.write(refusal);
        return;
      }
      fed.isBetween = request !== undefined;
    }
    let left = bytes;
    for (;;) {
      const headEnd = left.indexOf(HEAD_END);
      const end = headEnd < 0 ? left.length : headEnd + HEAD_END.length;
      if (end === left.length) {
        parse.call(socket, left);
        return;
      }
      fed.rest = left.subarray(end);
      parse.call(socket, left.subarray(0, end));
      // A handshake has taken it.
      if (fed.rest === undefined) return;
      left = fed.rest;
      fed.rest = undefined;
      if (socket.destroyed) return;
      if (this.#isBehind(socket) || socket.isPaused()) {
        // Node resumes whatever it has parsed a request of.
        socket.pause();
        socket.unshift(left);
        return;
      }
    }
  }
}
