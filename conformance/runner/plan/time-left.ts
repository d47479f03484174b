/** How long the rest of a run will take, from what each check costs in a sandbox and how fast this run was so far. */
import type { Check } from '../check.ts';
import { EXPECTED_COSTS } from './expected-costs.gen.ts';

const USUAL_MS = 1_000;
/** Before so much of the expected work is done the speed says little. */
const LEAST_SHARE = 0.05;

function expectedMs(id: string): number {
  return EXPECTED_COSTS[id]?.[0] ?? USUAL_MS;
}

/** Measures the work of one run in milliseconds of a sandbox. */
export class TimeLeft {
  #leftMs: number;
  readonly #allMs: number;
  readonly #done = new Set<string>();

  constructor(checks: readonly Pick<Check, 'id'>[]) {
    this.#allMs = checks.reduce((sum, { id }) => sum + expectedMs(id), 0);
    this.#leftMs = this.#allMs;
  }

  /** A check that is tried again counts once. */
  done(id: string): void {
    if (this.#done.has(id)) return;
    this.#done.add(id);
    this.#leftMs = Math.max(0, this.#leftMs - expectedMs(id));
  }

  /** undefined: too little is done to say. */
  afterMs(spentMs: number): number | undefined {
    const doneMs = this.#allMs - this.#leftMs;
    if (doneMs <= 0 || doneMs < this.#allMs * LEAST_SHARE) return undefined;
    return (spentMs / doneMs) * this.#leftMs;
  }
}
