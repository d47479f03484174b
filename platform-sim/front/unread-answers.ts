/** Answers that were sent and not read: what they hold of this process is bounded over all connections. */
import type { ServerResponse } from 'node:http';

/** The most bytes of sent and unread answers over all connections. */
export const UNREAD_BYTES = 67_108_864;
/** Less than this is what an answer takes in passing. */
const SMALLEST_BYTES = 4_096;

/** Counts unread answers; past the limit it cuts the connections whose answers have waited longest. */
export class UnreadAnswers {
  readonly #limitBytes: number;
  /** The bytes of each, the oldest first. */
  readonly #held: Map<ServerResponse, number> = new Map();
  #bytes = 0;

  constructor(limitBytes: number = UNREAD_BYTES) {
    this.#limitBytes = limitBytes;
  }

  /** To be called once an answer was ended. Past the limit the connections are cut whose answers have waited longest. */
  add(response: ServerResponse): void {
    const bytes = response.writableLength;
    if (bytes < SMALLEST_BYTES) return;
    this.#held.set(response, bytes);
    this.#bytes += bytes;
    response.once('close', () => this.#release(response));
    for (const [oldest] of this.#held) {
      // The newest is let through, whatever its size.
      if (this.#bytes <= this.#limitBytes || oldest === response) return;
      this.#release(oldest);
      oldest.req.socket.destroy();
    }
  }

  #release(response: ServerResponse): void {
    this.#bytes -= this.#held.get(response) ?? 0;
    this.#held.delete(response);
  }
}
