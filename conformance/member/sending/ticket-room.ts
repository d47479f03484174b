/**
 * The room that the suite leaves under the limit on tickets: sixty a minute and user, for all callers. A check that
 * mints starts only with room for its tickets, so that none receives a 429 that another check caused.
 */

import type { Stopwatch } from '../../runner/stopwatch.ts';
import { largest } from '../extremes.ts';

const MINUTE_MS = 60_000;
/** Maximum of tickets of each user in the last minute before a check begins: it may then mint as many again. */
const MOST_BEFORE = 25;

/** Counts the tickets of one run. */
export class TicketRoom {
  readonly #stopwatch: Stopwatch;
  /** The target's seconds for one real second; 0: its time passes only when moved. */
  readonly #rate: number;
  /** By user, the minting times in the target's milliseconds. */
  readonly #askedAtMs = new Map<string, number[]>();
  #movedMs = 0;

  constructor(stopwatch: Stopwatch, rate: number) {
    this.#stopwatch = stopwatch;
    this.#rate = rate;
  }

  asked(user: string): void {
    this.#askedAtMs.set(user, [...this.#recent(user), this.#nowMs()]);
  }

  /** The target's clock was advanced. */
  moved(ms: number): void {
    this.#movedMs += ms;
  }

  /** The world was reset to its seed, which removed all tickets. */
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
    return largest([0, ...waits]);
  }

  #nowMs(): number {
    return this.#movedMs + this.#stopwatch.nowMs() * this.#rate;
  }

  #recent(user: string): readonly number[] {
    const sinceMs = this.#nowMs() - MINUTE_MS;
    return (this.#askedAtMs.get(user) ?? []).filter((atMs) => atMs >= sinceMs);
  }
}
