/**
 * When more comes than this process gets through: many wait for their turn, and the next of them has waited long. Then the
 * newest are served first, whose clients still wait for the answer, those that waited longest are refused, and so is what comes
 * then. A client alone, or a few dozen of them, are never refused: each waits for its own answer before it sends more.
 */
export interface LoadLimits {
  /** As many may always wait. */
  readonly waiting: number;
  /** How long the next may have waited where more than those wait. */
  readonly ageMs: number;
}

/** Past either limit a new request is refused: requests waiting, and the age of the oldest. */
export const LOAD_LIMITS: LoadLimits = { waiting: 128, ageMs: 100 };

/** Whether so many waiting requests, the oldest of this age, are past the limits. */
export function isTooMany(waiting: number, ageMs: () => number, limits: LoadLimits): boolean {
  return waiting >= limits.waiting && ageMs() > limits.ageMs;
}
