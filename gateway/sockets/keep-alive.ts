import type { Clock } from '../platform-port.ts';

const PING_MS = 30_000;
/**
 * Unanswered pings before the cut-off: the second is sent 30 s after the first, and the connection is cut off 60 s
 * after the last sign of life.
 */
const UNANSWERED_PINGS = 2;

/** A connection that is kept alive; `bytesRead` grows with every sign of life, so no listener is needed. */
export interface Pinged {
  readonly bytesRead: number;
  ping(): void;
  cutOff(): void;
}

interface Watched {
  bytesRead: number;
  unanswered: number;
}

/**
 * Pings every connection each half minute, and cuts off those that were silent for a minute. One sweep serves all
 * connections of a clock: an idle one costs a map entry and no timer.
 */
export class KeepAlive {
  readonly #clock: Clock;
  readonly #watched: Map<Pinged, Watched> = new Map();
  #sweeping = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  watch(connection: Pinged): void {
    this.#watched.set(connection, { bytesRead: connection.bytesRead, unanswered: 0 });
    this.#arm();
  }

  forget(connection: Pinged): void {
    this.#watched.delete(connection);
  }

  #arm(): void {
    if (this.#sweeping || this.#watched.size === 0) return;
    this.#sweeping = true;
    this.#clock.after(PING_MS, 'sockets pinged', () => {
      this.#sweeping = false;
      this.#sweep();
      this.#arm();
    });
  }

  #sweep(): void {
    for (const [connection, watched] of this.#watched) {
      const { bytesRead } = connection;
      watched.unanswered = bytesRead === watched.bytesRead ? watched.unanswered : 0;
      watched.bytesRead = bytesRead;
      if (watched.unanswered >= UNANSWERED_PINGS) {
        this.#watched.delete(connection);
        connection.cutOff();
      } else {
        watched.unanswered += 1;
        connection.ping();
      }
    }
  }
}

const keptAlive: WeakMap<Clock, KeepAlive> = new WeakMap();

/** The keep-alive sweep of a clock, shared by all its connections. */
export function keepAliveOf(clock: Clock): KeepAlive {
  const kept = keptAlive.get(clock) ?? new KeepAlive(clock);
  keptAlive.set(clock, kept);
  return kept;
}
