/**
 * Requests of each connection, served one after another: the next one once the answer before it has left this process. A
 * client that pipelines and does not read costs one answer, whatever it sends; reading its connection stops meanwhile.
 * Connections with requests in waiting take turns, one request a turn of the event loop, behind whoever asks afresh.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Of the host, where a test has its timers faked. */
const nextTurn = setImmediate;

export interface WaitingLimits {
  /** Parsed requests in waiting, of all connections: past it a connection that holds more than its share is cut. */
  readonly inAll: number;
  /** What every connection may hold in waiting, whatever the others hold. */
  readonly perConnection: number;
}

/** A parsed request takes 3 to 5 KB: 20 MB in all. */
export const WAITING_LIMITS: WaitingLimits = { inAll: 4_096, perConnection: 4 };

type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

interface Connection {
  readonly socket: Socket;
  /** Without an answer yet, the waiting ones with them. */
  unanswered: number;
  readonly waiting: Exchange[];
  isWatched: boolean;
}

export class ConnectionTurns {
  readonly #serve: (request: IncomingMessage, response: ServerResponse) => void;
  readonly #limits: WaitingLimits;
  readonly #connections: WeakMap<Socket, Connection> = new WeakMap();
  /** Whose turn it is next. */
  #turns: Connection[] = [];
  #waiting = 0;
  /** Requests without an answer yet. */
  count = 0;

  constructor(serve: (request: IncomingMessage, response: ServerResponse) => void, limits = WAITING_LIMITS) {
    this.#serve = serve;
    this.#limits = limits;
  }

  /** Requests of one connection without an answer yet. */
  on(socket: Socket): number {
    return this.#connections.get(socket)?.unanswered ?? 0;
  }

  /** @param ended called when the answer has left, or its connection is gone */
  add(request: IncomingMessage, response: ServerResponse, ended: () => void): void {
    const connection = this.#of(request.socket);
    if (connection.unanswered > 0 && !this.#hasRoom(connection)) {
      connection.socket.destroy();
      return;
    }
    connection.unanswered += 1;
    this.count += 1;
    response.once('close', () => {
      this.#end(connection);
      ended();
    });
    if (connection.unanswered === 1) {
      this.#serve(request, response);
      return;
    }
    this.#wait(connection, [request, response]);
  }

  #hasRoom({ waiting }: Connection): boolean {
    return waiting.length < this.#limits.perConnection || this.#waiting < this.#limits.inAll;
  }

  #of(socket: Socket): Connection {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = { socket, unanswered: 0, waiting: [], isWatched: false };
    this.#connections.set(socket, connection);
    return connection;
  }

  #wait(connection: Connection, exchange: Exchange): void {
    const { socket } = connection;
    connection.waiting.push(exchange);
    this.#waiting += 1;
    socket.pause();
    if (connection.isWatched) return;
    connection.isWatched = true;
    // Node reads on when an answer has left, and whenever it lets go of a request.
    socket.on('resume', () => {
      if (connection.waiting.length > 0) socket.pause();
    });
    socket.once('close', () => {
      this.#waiting -= connection.waiting.splice(0).length;
    });
  }

  #end(connection: Connection): void {
    this.count -= 1;
    connection.unanswered -= 1;
    if (connection.waiting.length === 0) return;
    if (this.#turns.push(connection) === 1) nextTurn(() => this.#takeTurn());
  }

  #takeTurn(): void {
    const connection = this.#turns.shift();
    if (this.#turns.length > 0) nextTurn(() => this.#takeTurn());
    const next = connection?.waiting.shift();
    if (connection === undefined || next === undefined) return;
    this.#waiting -= 1;
    // The last one's body may be on its way still.
    if (connection.waiting.length === 0) connection.socket.resume();
    this.#serve(...next);
  }
}
