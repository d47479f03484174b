/**
 * How much room the suite leaves itself under the limit of tickets: sixty a minute and user, whoever asks. A check that
 * mints begins with room for its own, so that none meets a 429 that another has brought about.
 */
import type { Stopwatch } from '../runner/stopwatch.ts';

const MINUTE_MS = 60_000;
/** Of each user in any minute, before a check begins: it may then mint as many again. */
const MOST_BEFORE = 25;

export class TicketRoom {
  readonly #stopwatch: Stopwatch;
  /** The target's seconds in one of ours; 0: its time passes only when moved. */
  readonly #rate: number;
  /** By user, when each was asked for, in the target's milliseconds. */
  readonly #askedAtMs = new Map<string, number[]>();
  #movedMs = 0;

  constructor(stopwatch: Stopwatch, rate: number) {
    this.#stopwatch = stopwatch;
    this.#rate = rate;
  }

  asked(user: string): void {
    this.#askedAtMs.set(user, [...this.#recent(user), this.#nowMs()]);
  }

  /** The target's clock was moved on. */
  moved(ms: number): void {
    this.#movedMs += ms;
  }

  /** The world went back to its seed, and with it what was minted. */
  forget(): void {
    this.#askedAtMs.clear();
  }

  /** How many of the target's milliseconds must pass until there is room; 0: none. */
  missingMs(): number {
    const waits = [...this.#askedAtMs.keys()].map((user) => {
      const recent = this.#recent(user);
      const last = recent[recent.length - MOST_BEFORE - 1];
      return last === undefined ? 0 : last + MINUTE_MS + 1 - this.#nowMs();
    });
    return Math.max(0, ...waits);
  }

  #nowMs(): number {
    return this.#movedMs + this.#stopwatch.nowMs() * this.#rate;
  }

  #recent(user: string): readonly number[] {
    const sinceMs = this.#nowMs() - MINUTE_MS;
    return (this.#askedAtMs.get(user) ?? []).filter((atMs) => atMs >= sinceMs);
  }
}
