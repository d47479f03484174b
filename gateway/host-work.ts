import type { Clock } from './platform-port.ts';

/**
 * Work outside the turns of the event loop: a signature check, a file sync, a module load. A clock that is moved by
 * hand waits for it. All other work finishes within a turn, or waits for the clock, a fault or the client.
 */
export class HostWork {
  readonly #inProgress: Map<object, string> = new Map();
  #waiting: (() => void)[] = [];
  #lastInOrder: Promise<unknown> = Promise.resolve();
  #stirs = 0;

  /** Counts the messages to clients, which may cause further requests. */
  get stirs(): number {
    return this.#stirs;
  }

  stir(): void {
    this.#stirs += 1;
  }

  get isDone(): boolean {
    return this.#inProgress.size === 0;
  }

  /** The names of all work in progress, in the order of its start. */
  list(): readonly string[] {
    return [...this.#inProgress.values()];
  }

  /** Settles as `doing` does. */
  async during<Value>(what: string, doing: Promise<Value>): Promise<Value> {
    const entry = {};
    this.#inProgress.set(entry, what);
    this.stir();
    try {
      return await doing;
    } finally {
      this.#inProgress.delete(entry);
      if (this.isDone) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  /**
   * Settles as `doing` does, and not before what was begun earlier has settled: threads of the machine end in any order, and
   * a run of a seed must be like the next. What is begun here may not wait for more of the kind.
   */
  inOrder<Value>(what: string, doing: Promise<Value>): Promise<Value> {
    const before = this.#lastInOrder;
    const both = this.during(what, Promise.allSettled([doing, before]));
    this.#lastInOrder = both;
    return both.then(() => doing);
  }

  async none(): Promise<void> {
    if (!this.isDone) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** As `holdingTime`, for work of the machine's threads that two requests may use at once. */
export function inOrder<Value>(clock: Clock, what: string, doing: Promise<Value>): Promise<Value> {
  return clock.hostWork?.inOrder(what, doing) ?? doing;
}

/** Runs `doing`; a clock that is moved by hand waits for it. `what` names it in the error when it takes too long. */
export function holdingTime<Value>(clock: Clock, what: string, doing: Promise<Value>): Promise<Value> {
  return clock.hostWork?.during(what, doing) ?? doing;
}
