/**
 * Hands Node's HTTP parser one request's bytes at a time. The parser makes a request and a response of everything in a chunk
 * before the first is answered: 64 KB of small requests would stop every other client for tens of milliseconds. What a paused
 * connection has not been parsed of stays bytes.
 */
import type { Socket } from 'node:net';

type Parse = (bytes: Buffer) => void;

const HEAD_END = Buffer.from('\r\n\r\n');

interface Fed {
  readonly listener: Parse;
  /** What follows the slice that the parser has at this moment. */
  rest: Buffer | undefined;
}

export class RequestFeed {
  readonly #fed: WeakMap<Socket, Fed> = new WeakMap();
  readonly #isBehind: (socket: Socket) => boolean;

  /** @param isBehind whether a connection has a parsed request in waiting: it gets nothing parsed until it is resumed */
  constructor(isBehind: (socket: Socket) => boolean) {
    this.#isBehind = isBehind;
  }

  /** To be called once the server has taken the connection. */
  begin(socket: Socket): void {
    const [parse] = socket.listeners('data') as Parse[];
    // A listener of one's own makes Node's parser take what the socket emits, in place of reading its handle.
    const fed: Fed = { listener: (bytes) => this.#feed(socket, parse as Parse, fed, bytes), rest: undefined };
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
