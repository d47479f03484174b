import type { Clock } from './platform-port.ts';

/**
 * Work outside the turns of the event loop: a signature check, a file sync, a module load. A clock that is moved by
 * hand waits for it. All other work finishes within a turn, or waits for the clock, a fault or the client.
 */
export class HostWork {
  readonly #underWay: Map<object, string> = new Map();
  #waiting: (() => void)[] = [];
  #stirs = 0;

  /** Counts the messages to clients, which may cause further requests. */
  get stirs(): number {
    return this.#stirs;
  }

  stir(): void {
    this.#stirs += 1;
  }

  /** The names of all work in progress, in the order of its start. */
  list(): readonly string[] {
    return [...this.#underWay.values()];
  }

  /** Settles as `doing` does. */
  async during<Value>(what: string, doing: Promise<Value>): Promise<Value> {
    const entry = {};
    this.#underWay.set(entry, what);
    this.stir();
    try {
      return await doing;
    } finally {
      this.#underWay.delete(entry);
      if (this.#underWay.size === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  async none(): Promise<void> {
    if (this.#underWay.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** Runs `doing`; a clock that is moved by hand waits for it. `what` names it in the error when it takes too long. */
export function holdingTime<Value>(clock: Clock, what: string, doing: Promise<Value>): Promise<Value> {
  return clock.hostWork?.during(what, doing) ?? doing;
}
