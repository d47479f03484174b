/** What the way to a target takes whoever answers: a distant member is no slow one. */

/** A longer time is the member's own, however steady it is. */
const LONGEST_LINE_MS = 1_000;

export class Line {
  #shortestMs = LONGEST_LINE_MS;

  /** Of an exchange that took `durationMs`, the part that is the line's: the shortest one so far. */
  took(durationMs: number): number {
    this.#shortestMs = Math.min(this.#shortestMs, durationMs);
    return this.#shortestMs;
  }
}
