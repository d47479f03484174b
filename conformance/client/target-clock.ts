/** The time of the target, as far as it is known: its control plane's, read once and carried on; else this machine's. */
import type { Stopwatch } from '../runner/stopwatch.ts';

export class TargetClock {
  readonly #stopwatch: Stopwatch;
  readonly #rate: number;
  /** What it would show had the stopwatch just been started. */
  #zeroMs: number;

  /** `rate`: how many of its seconds pass in one of ours, 0 where it is moved by hand. `nowMs`: epoch milliseconds. */
  constructor(stopwatch: Stopwatch, rate: number, nowMs: number) {
    this.#stopwatch = stopwatch;
    this.#rate = rate;
    this.#zeroMs = nowMs - stopwatch.nowMs() * rate;
  }

  /** Epoch milliseconds. */
  nowMs(): number {
    return this.#zeroMs + this.#stopwatch.nowMs() * this.#rate;
  }

  moved(byMs: number): void {
    this.#zeroMs += byMs;
  }
}
