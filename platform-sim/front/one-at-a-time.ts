import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  /** Requests without a flushed answer, the waiting ones included. */
  unanswered: number;
  /** Resolves when the answer to its last request is flushed. */
  flushed: Promise<void>;
  /** Whether it is not read until its waiting requests are served. */
  isPaused: boolean;
}

/**
 * Serves the requests of each connection one after another: a client that pipelines and does not read has one computed
 * answer in memory, not hundreds. While requests wait their connection is not read.
 */
export class OneAtATime {
  readonly #connections: Map<Socket, Connection> = new Map();

  /** Unanswered requests of all connections. */
  get count(): number {
    let count = 0;
    for (const { unanswered } of this.#connections.values()) count += unanswered;
    return count;
  }

  /** Unanswered requests of one connection. */
  on(socket: Socket): number {
    return this.#connections.get(socket)?.unanswered ?? 0;
  }

  /** @returns a promise of its turn; undefined: serve it at once. It never settles if the connection is gone before. */
  add({ socket }: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const known = this.#connections.get(socket);
    const connection = known ?? this.#begin(socket);
    const before = known?.flushed;
    connection.unanswered += 1;
    connection.flushed = new Promise((resolve) => {
      response.once('close', () => {
        connection.unanswered -= 1;
        if (connection.unanswered === 0) this.#connections.delete(socket);
        else if (!socket.destroyed) resolve();
        // The body of the last waiting request may still have to be read.
        if (connection.unanswered === 1 && connection.isPaused) {
          connection.isPaused = false;
          socket.resume();
        }
      });
    });
    if (before !== undefined) this.#pause(socket, connection);
    return before;
  }

  #begin(socket: Socket): Connection {
    const connection: Connection = { unanswered: 0, flushed: Promise.resolve(), isPaused: false };
    this.#connections.set(socket, connection);
    return connection;
  }

  #pause(socket: Socket, connection: Connection): void {
    socket.pause();
    if (connection.isPaused) return;
    connection.isPaused = true;
    // Node reads on when an answer is flushed, and when it discards the rest of a request.
    const stay = () => void (connection.isPaused ? socket.pause() : socket.off('resume', stay));
    socket.on('resume', stay);
    // A response that waits for its turn does not close with its connection.
    socket.once('close', () => this.#connections.delete(socket));
  }
}
