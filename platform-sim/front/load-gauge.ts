/**
 * Which requests are more than this process gets through. All that has come is read in one turn of the event loop: a turn
 * that has many requests, and a long time of work behind it, is one in which a queue has grown before the port. What comes
 * later in that turn is refused, and the queue is gone with it.
 *
 * A refusal costs about a tenth of a millisecond: of requests that cost little more, refusing all would leave nothing for
 * those that are served. So a turn spends a tenth of its work on refusals, and serves with the rest.
 *
 * Work is this thread's own: a process that was stopped, or that others leave little of the machine, refuses nothing for it.
 * A client alone, or a few dozen of them, are never refused.
 */

/** Of the host, where a test has its timers faked. */
const nextTurn = setImmediate;

export interface LoadLimits {
  /** Requests that every turn serves, whatever they cost. */
  readonly requests: number;
  /** What a turn may have worked when another is served beyond those. */
  readonly workMs: number;
}

export const LOAD_LIMITS: LoadLimits = { requests: 128, workMs: 400 };

/** Of a turn's work. */
const PART_OF_REFUSALS = 0.1;
/** The work is looked at once in so many requests. */
const LOOK_EVERY = 8;

export class LoadGauge {
  /** What this thread has worked so far. */
  readonly #workedMs: () => number;
  readonly #limits: LoadLimits;
  /** Of this turn. */
  #requests = 0;
  #beganMs = 0;
  #lookedMs = 0;
  #refusingMs = 0;
  #isOver = false;

  /** @param workedMs what this thread has worked since any moment */
  constructor(workedMs: () => number, limits: LoadLimits = LOAD_LIMITS) {
    this.#workedMs = workedMs;
    this.#limits = limits;
  }

  /** To be called once for each request, when it comes. */
  isTooMany(): boolean {
    if (this.#requests === 0) this.#begin();
    this.#requests += 1;
    if (this.#requests > this.#limits.requests && this.#requests % LOOK_EVERY === 0) this.#look();
    return this.#isOver;
  }

  #look(): void {
    const nowMs = this.#workedMs();
    if (this.#isOver) this.#refusingMs += nowMs - this.#lookedMs;
    this.#lookedMs = nowMs;
    const workMs = nowMs - this.#beganMs;
    this.#isOver = workMs >= this.#limits.workMs && this.#refusingMs <= workMs * PART_OF_REFUSALS;
  }

  #begin(): void {
    this.#beganMs = this.#workedMs();
    nextTurn(() => {
      this.#requests = 0;
      this.#refusingMs = 0;
      this.#isOver = false;
    });
  }
}
