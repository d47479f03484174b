import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  /** Requests without a flushed answer, the waiting ones included. */
  unanswered: number;
  /** Resolves after the answer to its last request is flushed. */
  flushed: Promise<void> | undefined;
  /** Whether it is not read because requests wait. */
  isPaused: boolean;
}

/** The host's own, because a test file may fake its timers. */
const nextTurn = setImmediate;

/**
 * Serves the requests of each connection one after another: a client that pipelines and does not read has one computed
 * answer in memory, not hundreds. While requests wait, their connection is not read. The next one is served in a later
 * turn of the event loop, so that others are served in between.
 */
export class OneAtATime {
  readonly #connections: WeakMap<Socket, Connection> = new WeakMap();
  /** Unanswered requests of all connections. */
  count = 0;

  /** Unanswered requests of one connection. */
  on(socket: Socket): number {
    return this.#connections.get(socket)?.unanswered ?? 0;
  }

  /** @returns a promise of its turn; undefined: serve it at once. It never settles if the connection is gone before. */
  add({ socket }: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const connection = this.#connections.get(socket) ?? this.#begin(socket);
    const before = connection.unanswered > 0 ? connection.flushed : undefined;
    connection.unanswered += 1;
    this.count += 1;
    connection.flushed = new Promise((resolve) => {
      response.once('close', () => {
        if (connection.unanswered === 0) return;
        connection.unanswered -= 1;
        this.count -= 1;
        if (connection.unanswered > 0) nextTurn(resolve);
        // The body of the last waiting request may still have to be read.
        if (connection.unanswered === 1) this.#resume(socket, connection);
      });
    });
    if (before !== undefined) {
      connection.isPaused = true;
      socket.pause();
    }
    return before;
  }

  #resume(socket: Socket, connection: Connection): void {
    if (!connection.isPaused) return;
    connection.isPaused = false;
    socket.resume();
  }

  #begin(socket: Socket): Connection {
    const connection: Connection = { unanswered: 0, flushed: undefined, isPaused: false };
    this.#connections.set(socket, connection);
    // Node reads on when an answer is flushed, and when it discards the rest of a request.
    socket.on('resume', () => {
      if (connection.isPaused) socket.pause();
    });
    // Responses that wait for their turn do not close with their connection.
    socket.once('close', () => {
      this.count -= connection.unanswered;
      connection.unanswered = 0;
    });
    return connection;
  }
}
