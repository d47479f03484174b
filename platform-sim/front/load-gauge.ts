/**
 * Which requests are more than this process gets through: those that come while many wait for their turn, and the next of these
 * has waited long. Refusing them keeps the wait of whoever is served near that age, at any load. A client alone, or a few dozen
 * of them, are never refused: each waits for its own answer before it sends more.
 */
export interface LoadLimits {
  /** As many may always wait. */
  readonly waiting: number;
  /** How long the next may have waited when another is let in behind more than those. */
  readonly ageMs: number;
}

export const LOAD_LIMITS: LoadLimits = { waiting: 128, ageMs: 100 };

export function isTooMany(waiting: number, ageMs: () => number, limits: LoadLimits): boolean {
  return waiting >= limits.waiting && ageMs() > limits.ageMs;
}
