/**
 * The suite's time is that of a sandbox whose clock is moved by hand: whatever the suite waits for passes at once, and any
 * one of its steps can be delayed.
 */
import type { Stopwatch } from '../../../conformance/runner/stopwatch.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { ControllableClock } from '../../../platform-sim/clock.ts';

const NS_PER_MS = 1_000_000n;
/** A move of less would be rounded to none. */
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

  /** Each wait is a step: of the pace, before a request or a frame, or of the check itself. */
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

  /** Limits of waits for an answer are of the machine's time, so that no answer is late because the clock was moved. */
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

  /** Moves the clock from one waiting step to the next; those that wait at the same time pass together. */
  async #move(): Promise<void> {
    if (this.#moving) return;
    this.#moving = true;
    while (this.#wakeAtMs.size > 0) {
      await this.#clock.advance(Math.max(LEAST_MOVE_MS, Math.min(...this.#wakeAtMs) - this.nowMs()));
    }
    this.#moving = false;
  }
}
