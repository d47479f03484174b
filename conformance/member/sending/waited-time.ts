/**
 * The time for which something other than the member delayed a session: the suite's pace, room under a limit, time that
 * must pass, latency.
 */
import type { Stopwatch } from '../../runner/stopwatch.ts';

/** The waited time of one session. */
export class WaitedTime {
  readonly #stopwatch: Stopwatch;
  #waiting = 0;
  #sinceMs = 0;
  #wholeMs = 0;
  /** Latency is counted up to this time. */
  #lineUntilMs = 0;

  constructor(stopwatch: Stopwatch) {
    this.#stopwatch = stopwatch;
  }

  /** Simultaneous waits count once. */
  async during<T>(wait: Promise<T>): Promise<T> {
    if (this.#waiting === 0) this.#sinceMs = this.#stopwatch.nowMs();
    this.#waiting += 1;
    try {
      return await wait;
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#wholeMs += this.#stopwatch.nowMs() - this.#sinceMs;
    }
  }

  /** Counts `lineMs` of latency for an exchange sent at `sentAtMs`; simultaneous exchanges count once. */
  onTheLine(sentAtMs: number, lineMs: number): void {
    const untilMs = sentAtMs + lineMs;
    this.#wholeMs += Math.max(0, untilMs - Math.max(sentAtMs, this.#lineUntilMs));
    this.#lineUntilMs = Math.max(untilMs, this.#lineUntilMs);
  }

  /** Real milliseconds so far; an unfinished wait counts up to now. */
  ms(): number {
    return this.#wholeMs + (this.#waiting === 0 ? 0 : this.#stopwatch.nowMs() - this.#sinceMs);
  }
}
