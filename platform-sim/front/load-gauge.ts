/**
 * When more comes than this process gets through: many wait for their turn, the next of them has waited long, and it has been
 * so for a while. Then the newest are served first, whose clients still wait for the answer, those that waited longest are
 * refused, and so is what comes then. Clients that wait for their answers before they send more are not refused after a pause
 * of this process, such as a collection of garbage: what has gathered meanwhile is served sooner than that.
 */
export interface LoadLimits {
  /** As many may always wait. */
  readonly waiting: number;
  /** How long the next may have waited where more than those wait. */
  readonly ageMs: number;
  /** Past both for as long, nothing is refused yet. */
  readonly patienceMs: number;
}

/** Past all of them a new request is refused: requests waiting, the age of the oldest, and how long that has been so. */
export const LOAD_LIMITS: LoadLimits = { waiting: 128, ageMs: 100, patienceMs: 300 };

/** Of requests that wait in one line, noted turn by turn: whether they are past the limits, and for how long they have been. */
export class LoadGauge {
  readonly #limits: LoadLimits;
  readonly #nowMs: () => number;
  #pastSinceMs: number | undefined;
  #lastPastMs = 0;

  constructor(limits: LoadLimits, nowMs: () => number) {
    this.#limits = limits;
    this.#nowMs = nowMs;
  }

  /** To be called whenever a turn begins, and when nothing waits any more. */
  note(waiting: number, oldestMs: number | undefined): void {
    if (this.#isPast(waiting, oldestMs)) {
      this.#lastPastMs = this.#nowMs();
      this.#pastSinceMs ??= this.#lastPastMs;
      return;
    }
    if (this.#pastSinceMs === undefined) return;
    // Refusing is what brings it within the limits: it has to stay there for as long.
    const { patienceMs } = this.#limits;
    const wasOver = this.#lastPastMs - this.#pastSinceMs >= patienceMs;
    if (!wasOver || this.#nowMs() - this.#lastPastMs >= patienceMs) this.#pastSinceMs = undefined;
  }

  /** Whether the next one is to be refused. */
  isOver(waiting: number, oldestMs: number | undefined): boolean {
    if (!this.#isPast(waiting, oldestMs)) return false;
    const nowMs = this.#nowMs();
    return nowMs - (this.#pastSinceMs ?? nowMs) >= this.#limits.patienceMs;
  }

  /** Asked for each request: the clock is read only where many wait. */
  #isPast(waiting: number, oldestMs: number | undefined): boolean {
    if (waiting < this.#limits.waiting) return false;
    const nowMs = this.#nowMs();
    return nowMs - (oldestMs ?? nowMs) > this.#limits.ageMs;
  }
}
