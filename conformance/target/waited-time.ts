/** How long the suite itself made a session wait: for its pace, for room under a limit, for time to pass. */
import type { Stopwatch } from '../runner/stopwatch.ts';

export class WaitedTime {
  readonly #stopwatch: Stopwatch;
  #waiting = 0;
  #sinceMs = 0;
  #wholeMs = 0;

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

  /** Real milliseconds so far; a wait that has not ended counts up to now. */
  ms(): number {
    return this.#wholeMs + (this.#waiting === 0 ? 0 : this.#stopwatch.nowMs() - this.#sinceMs);
  }
}
