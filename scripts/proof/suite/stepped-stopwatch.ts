/**
 * A stopwatch for the suite that shows the virtual time of a sandbox. Waits of the suite advance the clock and end at once, and
 * any single step can be delayed.
 */
import type { Stopwatch } from '../../../conformance/runner/stopwatch.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { ControllableClock } from '../../../platform-sim/clock.ts';

const NS_PER_MS = 1_000_000n;
/** A smaller advance would be rounded to 0. */
const LEAST_MOVE_MS = 0.001;

export interface Delay {
  /** From 1. */
  readonly step: number;
  readonly ms: number;
}

export class SteppedStopwatch implements Stopwatch {
  readonly startedAtMs: number;
  readonly #clock: ControllableClock;
  readonly #startNs: bigint;
  readonly #machine = startStopwatch();
  readonly #wakeAtMs = new Set<number>();
  #moving = false;
  #steps = 0;
  #delay: Delay | undefined;

  constructor(clock: ControllableClock) {
    this.#clock = clock;
    this.#startNs = clock.nowNs();
    this.startedAtMs = Number(this.#startNs / NS_PER_MS);
  }

  nowMs(): number {
    return Number(this.#clock.nowNs() - this.#startNs) / 1e6;
  }

  /** Each wait is a step: before a request or a frame, or by the check itself. */
  sleep(ms: number): Promise<void> {
    this.#steps += 1;
    const forMs = ms + (this.#delay?.step === this.#steps ? this.#delay.ms : 0);
    const atMs = this.nowMs() + forMs;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wakeAtMs.add(atMs);
    this.#clock.after(forMs, 'the suite waits', () => {
      this.#wakeAtMs.delete(atMs);
      resolve();
    });
    void this.#move();
    return promise;
  }

  /** Time limits for answers are in real time, so that no answer is late because the clock was advanced. */
  after(ms: number, run: () => void): { cancel(): void } {
    return this.#machine.after(ms, run);
  }

  /** Counts the steps from 1 again, and delays one of them. */
  begin(delay?: Delay): void {
    this.#steps = 0;
    this.#delay = delay;
  }

  get steps(): number {
    return this.#steps;
  }

  /** Advances the clock to the next waiting step. Steps that wait for the same time pass together. */
  async #move(): Promise<void> {
    if (this.#moving) return;
    this.#moving = true;
    while (this.#wakeAtMs.size > 0) {
      await this.#clock.advance(Math.max(LEAST_MOVE_MS, Math.min(...this.#wakeAtMs) - this.nowMs()));
    }
    this.#moving = false;
  }
}
