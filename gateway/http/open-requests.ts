import type { Socket } from 'node:net';
import type { HostWork } from '../host-work.ts';

/** Counts unanswered requests, handshakes and operations, so that a member can shut down without dropping one. */
export class OpenRequests {
  readonly #hostWork: HostWork | undefined;
  /** One entry for each, with the connection of an HTTP request. */
  readonly #open: Set<{ readonly socket: Socket | undefined }> = new Set();
  #waiting: (() => void)[] = [];

  constructor(hostWork?: HostWork) {
    this.#hostWork = hostWork;
  }

  get count(): number {
    return this.#open.size;
  }

  /** @returns a function that ends the request; call it once. */
  begin(socket?: Socket): () => void {
    const entry = { socket };
    this.#open.add(entry);
    this.#hostWork?.stir();
    return () => {
      this.#open.delete(entry);
      this.#hostWork?.stir();
      if (this.count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    };
  }

  /** Ends the connections of all HTTP requests, without an answer. */
  cut(): void {
    for (const { socket } of this.#open) socket?.destroy();
  }

  async none(): Promise<void> {
    if (this.count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
