/**
 * The time for which something other than the member delayed a session: the suite's pace, room under a limit, time that
 * must pass, latency.
 */
import type { Stopwatch } from '../../runner/stopwatch.ts';
import type { Manners } from './manners.ts';

type Rest = NonNullable<Manners['rest']>;

/** The waited time of one session. */
export class WaitedTime {
  readonly #stopwatch: Stopwatch;
  readonly #rest: Rest;
  #isResting = false;
  #waiting = 0;
  #sinceMs = 0;
  #wholeMs = 0;
  /** Latency is counted up to this time. */
  #lineUntilMs = 0;

  constructor(stopwatch: Stopwatch, rest: Rest = (wait) => wait) {
    this.#stopwatch = stopwatch;
    this.#rest = rest;
  }

  /** A wait in which the session sends nothing, so another check may have its lane. */
  resting<T>(wait: Promise<T>): Promise<T> {
    return this.during(this.#rested(wait));
  }

  /** Like `resting`, for a wait that is the target's own time: what counts is how long the session waits for its lane. */
  async restingFor<T>(wait: Promise<T>): Promise<T> {
    const { promise: hasLane, resolve } = Promise.withResolvers<void>();
    const count = () => void this.during(hasLane);
    wait.then(count, count);
    return this.#rested(wait).finally(resolve);
  }

  async #rested<T>(wait: Promise<T>): Promise<T> {
    if (this.#isResting) return wait;
    this.#isResting = true;
    try {
      return await this.#rest(wait);
    } finally {
      this.#isResting = false;
    }
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

/** Latency above this is attributed to the member, however constant it is. */
const LONGEST_LINE_MS = 1_000;

/** Estimates the network latency of one run, so that a distant member does not count as a slow one. */
export class Line {
  #shortestMs = LONGEST_LINE_MS;

  /** The share of an exchange of `durationMs` that counts as latency: the shortest duration so far. */
  took(durationMs: number): number {
    this.#shortestMs = Math.min(this.#shortestMs, durationMs);
    return this.#shortestMs;
  }
}
