/** Estimates the network latency to a target, so that a distant member does not count as a slow one. */

/** Latency above this is attributed to the member, however constant it is. */
const LONGEST_LINE_MS = 1_000;

/** The latency estimate of one run. */
export class Line {
  #shortestMs = LONGEST_LINE_MS;

  /** The share of an exchange of `durationMs` that counts as latency: the shortest duration so far. */
  took(durationMs: number): number {
    this.#shortestMs = Math.min(this.#shortestMs, durationMs);
    return this.#shortestMs;
  }
}
