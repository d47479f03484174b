/**
 * For how long a session was held back by something else than the member: the suite's own pace, room under a limit, time
 * that has to pass, the line.
 */
import type { Stopwatch } from '../runner/stopwatch.ts';

export class WaitedTime {
  readonly #stopwatch: Stopwatch;
  #waiting = 0;
  #sinceMs = 0;
  #wholeMs = 0;
  /** Up to here the line's own time is counted. */
  #lineUntilMs = 0;

  constructor(stopwatch: Stopwatch) {
    this.#stopwatch = stopwatch;
  }

  /** Waits side by side count once. */
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

  /** Of an exchange sent at `sentAtMs`, `lineMs` were the line's: exchanges side by side count once. */
  onTheLine(sentAtMs: number, lineMs: number): void {
    const untilMs = sentAtMs + lineMs;
    this.#wholeMs += Math.max(0, untilMs - Math.max(sentAtMs, this.#lineUntilMs));
    this.#lineUntilMs = Math.max(untilMs, this.#lineUntilMs);
  }

  /** Real milliseconds so far; a wait that has not ended counts up to now. */
  ms(): number {
    return this.#wholeMs + (this.#waiting === 0 ? 0 : this.#stopwatch.nowMs() - this.#sinceMs);
  }
}
