/** The target's time as far as it is known: the control plane's, read once and extrapolated; otherwise this machine's. */
import type { Stopwatch } from '../../runner/stopwatch.ts';

/** The estimated clock of one target. */
export class TargetClock {
  readonly #stopwatch: Stopwatch;
  readonly #rate: number;
  /** The clock's value at the start of the stopwatch. */
  #zeroMs: number;

  /** `rate`: the target's seconds for one real second, 0 if the clock is moved by hand. `nowMs`: epoch milliseconds. */
  constructor(stopwatch: Stopwatch, rate: number, nowMs: number) {
    this.#stopwatch = stopwatch;
    this.#rate = rate;
    this.#zeroMs = nowMs - stopwatch.nowMs() * rate;
  }

  /** Epoch milliseconds. */
  nowMs(): number {
    return this.#zeroMs + this.#stopwatch.nowMs() * this.#rate;
  }

  /** Moves only where a request advances it: no time passes for what is cached. */
  get isMovedByHand(): boolean {
    return this.#rate === 0;
  }

  /** The control plane stated its time. */
  isAt(nowMs: number): void {
    this.#zeroMs = nowMs - this.#stopwatch.nowMs() * this.#rate;
  }
}
