/** How long the rest of a run will take: its forecast, corrected by how fast the run was so far. Pure. */
import type { Planned, RunPlan } from './run-plan.ts';

/** Before so much of the work is done the speed says little. */
const LEAST_SHARE = 0.05;

/** Counts the requests of the checks that are done. */
export class TimeLeft {
  readonly #requests: ReadonlyMap<string, number>;
  readonly #all: number;
  readonly #forecastMs: number;
  readonly #waitsMs: number;
  readonly #done = new Set<string>();
  readonly #beganMs: number;
  #doneRequests = 0;

  constructor({ checks, seconds, waitsMs }: Pick<RunPlan, 'checks' | 'seconds' | 'waitsMs'>, beganMs: number) {
    const requestsOf = ({ sent }: Planned) => Math.max(1, sent.requests);
    this.#requests = new Map(checks.map((one) => [one.check.id, requestsOf(one)]));
    this.#all = checks.reduce((sum, one) => sum + requestsOf(one), 0);
    this.#forecastMs = seconds * 1_000;
    this.#waitsMs = waitsMs;
    this.#beganMs = beganMs;
  }

  /** A check that is tried again counts once. */
  done(id: string): void {
    if (this.#done.has(id)) return;
    this.#done.add(id);
    this.#doneRequests += this.#requests.get(id) ?? 0;
  }

  /** What is left at this time: the longest wait, or what there is to send, by the speed so far once that says more. */
  atMs(nowMs: number): number {
    const spentMs = nowMs - this.#beganMs;
    const share = this.#doneRequests / this.#all;
    const sendingMs = share < LEAST_SHARE ? this.#forecastMs - spentMs : (spentMs / share) * (1 - share);
    return Math.max(0, this.#waitsMs - spentMs, sendingMs);
  }
}
