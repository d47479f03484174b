/**
 * Requests of each connection, served one after another: the next one once the answer before it has left this process. A
 * client that pipelines and does not read costs one answer, whatever it sends; its connection is not read meanwhile.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { LoadLimits } from './load-gauge.ts';
import { type Standing, TurnQueue } from './turn-queue.ts';

/** @param isOneTooMany the process does not get through what comes: it is to be refused */
type Serve = (request: IncomingMessage, response: ServerResponse, isOneTooMany: boolean) => void;
type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

interface Connection {
  readonly socket: Socket;
  /** Without an answer yet, the waiting ones with them. */
  unanswered: number;
  /** Parsed, behind one that is not answered: one or two, since the connection is paused at the first. */
  readonly waiting: Exchange[];
  isWatched: boolean;
  /** The one that was parsed last, until it is whole and answered. */
  latest: IncomingMessage | undefined;
  /** It has had an answer, and had sent nothing more by then. */
  isProven: boolean;
}

/** Serves the requests of each connection one after another. */
export class ConnectionTurns {
  readonly #serve: Serve;
  readonly #connections: WeakMap<Socket, Connection> = new WeakMap();
  readonly #queue: TurnQueue;
  /** Requests without an answer yet. */
  count = 0;

  /** @param load absent: nothing is too many */
  constructor(serve: Serve, load?: LoadLimits) {
    this.#serve = serve;
    this.#queue = new TurnQueue(load);
  }

  /** Requests of one connection without an answer yet. */
  on(socket: Socket): number {
    return this.#connections.get(socket)?.unanswered ?? 0;
  }

  /** Whether it has a parsed request that waits for the answer before it. */
  isBehind(socket: Socket): boolean {
    return (this.#connections.get(socket)?.waiting.length ?? 0) > 0;
  }

  /** The request whose body may still be on its way. */
  latest(socket: Socket): IncomingMessage | undefined {
    return this.#connections.get(socket)?.latest;
  }

  /** Whether a request that comes now on this connection is one too many. Never behind an unanswered one. */
  refuses(socket: Socket): boolean {
    const known = this.#connections.get(socket);
    return (known?.unanswered ?? 0) === 0 && this.#queue.isOver(known?.isProven === true ? 'prompt' : 'other');
  }

  /** @param ended called when the answer has left, or its connection is gone */
  add(request: IncomingMessage, response: ServerResponse, ended: () => void): void {
    const connection = this.#of(request.socket);
    connection.unanswered += 1;
    connection.latest = request;
    this.count += 1;
    response.on('close', () => {
      this.#end(connection);
      ended();
    });
    if (connection.unanswered === 1) this.#enter([request, response], connection.isProven ? 'prompt' : 'other');
    else this.#wait(connection, [request, response]);
  }

  #of(socket: Socket): Connection {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = {
      socket,
      unanswered: 0,
      waiting: [],
      isWatched: false,
      latest: undefined,
      isProven: false,
    };
    this.#connections.set(socket, connection);
    return connection;
  }

  #enter([request, response]: Exchange, standing: Standing): void {
    this.#queue.push(standing, (isTooMany) => {
      if (!response.closed) this.#serve(request, response, isTooMany);
    });
  }

  #wait(connection: Connection, exchange: Exchange): void {
    const { socket } = connection;
    connection.waiting.push(exchange);
    connection.isProven = false;
    socket.pause();
    if (connection.isWatched) return;
    connection.isWatched = true;
    // Node reads on when an answer has left, and whenever it lets go of a request.
    socket.on('resume', () => {
      if (connection.waiting.length > 0) socket.pause();
    });
    socket.once('close', () => connection.waiting.splice(0));
  }

  #end(connection: Connection): void {
    this.count -= 1;
    connection.unanswered -= 1;
    if (connection.unanswered === 0 && connection.latest?.complete === true) connection.latest = undefined;
    const next = connection.waiting.shift();
    if (next === undefined) {
      connection.isProven = true;
      return;
    }
    // The last one's body may be on its way still.
    if (connection.waiting.length === 0) connection.socket.resume();
    this.#enter(next, 'other');
  }
}
