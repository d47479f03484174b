import type { Clock } from './platform-port.ts';

/**
 * What is under way outside the turns of the event loop: a signature's check, a file's sync, a module's loading. A clock
 * that is moved by hand waits for it. Whatever else is under way comes to rest within a turn, or waits itself: for the
 * clock, for a fault to let go, or for bytes of its client.
 */
export class HostWork {
  readonly #underWay: Map<object, string> = new Map();
  #waiting: (() => void)[] = [];
  #stirs = 0;

  /** Grows whenever clients were told something, or asked something: they may have more to say. */
  get stirs(): number {
    return this.#stirs;
  }

  stir(): void {
    this.#stirs += 1;
  }

  /** What it all is, in the order in which it was begun. */
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

/** `doing`, which a clock that is moved by hand waits for; `what` is said of it where it takes too long. */
export function holdingTime<Value>(clock: Clock, what: string, doing: Promise<Value>): Promise<Value> {
  return clock.hostWork?.during(what, doing) ?? doing;
}
