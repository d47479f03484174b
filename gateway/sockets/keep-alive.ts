import type { Clock } from '../platform-port.ts';

const PING_MS = 30_000;
/** Pings in a row that nothing came back for: the second is sent 30 s after the first, and 60 s without a sign are up. */
const UNANSWERED_PINGS = 2;

/** What is kept alive; `bytesRead` grows with every sign of life, so nothing has to be listened for. */
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
 * Pings every connection each half minute, and cuts off those that have been silent for a minute. One sweep serves all
 * connections of a clock: an idle one costs an entry of a map, and no timer.
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

export function keepAliveOf(clock: Clock): KeepAlive {
  const kept = keptAlive.get(clock) ?? new KeepAlive(clock);
  keptAlive.set(clock, kept);
  return kept;
}
