/**
 * Stops a run that has lost its target. It counts, over all requests of a run, failures of the wire, answers that did not
 * come from the member, and answers of a member that is busy. Where they mount up all sending pauses and the member is
 * probed. An answer to a probe lets the run go on: one route that hangs, a restart or a rate limiter do not end it.
 */
import type { Stopwatch } from '../runner/stopwatch.ts';

/** What became of one request. `what` names it in a few words. */
export type Outcome =
  | { readonly kind: 'answer' }
  | { readonly kind: 'failure' | 'foreign' | 'busy'; readonly what: string; readonly sentAtMs: number };

/** Settles with undefined where the member answers, else with what came instead. */
export type Probe = () => Promise<string | undefined>;

const MOST_FAILURES = 3;
/** Requests that fail for so long are enough, however few: a member that hangs keeps each for its whole timeout. */
const FAILING_MS = 15_000;
const WINDOW = 100;
const MOST_FOREIGN = 10;
const MOST_BUSY = 10;
/** Before each probe. Together they outlast the restart of a proxy's upstream, which takes ten seconds or so. */
const WAITS_MS = [0, 1_000, 2_000, 4_000, 5_000, 5_000];
/** No further probe after so long: each may take seconds where nothing answers. */
const PROBING_MS = 15_000;

export class CircuitBreaker {
  readonly #stopwatch: Stopwatch;
  readonly #abort = new AbortController();
  /** Of the last answers, whether they were foreign. */
  #window: boolean[] = [];
  #failures = 0;
  #failingSinceMs = 0;
  #busy = 0;
  #probing: Promise<void> | undefined;
  #cause: string | undefined;

  constructor(stopwatch: Stopwatch) {
    this.#stopwatch = stopwatch;
  }

  /** Why the run was stopped, in one line; undefined: it was not. */
  get cause(): string | undefined {
    return this.#cause;
  }

  /** Aborts with the cause as its reason. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Settles when requests may be sent, or the run was stopped; undefined: at once. */
  turn(): Promise<void> | undefined {
    return this.#probing;
  }

  /** `probe`: asks the side that this request was sent to. */
  saw(outcome: Outcome, probe: Probe): void {
    if (outcome.kind === 'failure') {
      if (this.#failures === 0) this.#failingSinceMs = outcome.sentAtMs;
      this.#failures += 1;
    } else {
      this.#failures = 0;
      this.#busy = outcome.kind === 'busy' ? this.#busy + 1 : 0;
      this.#window = [...this.#window.slice(1 - WINDOW), outcome.kind === 'foreign'];
    }
    const why = outcome.kind === 'answer' ? undefined : this.#suspicion(outcome.what);
    if (why !== undefined) void this.ascertain(why, probe);
  }

  /** Pauses all sending and probes, if that is not under way. Settles once the run goes on, or is stopped. */
  ascertain(why: string, probe: Probe): Promise<void> {
    if (this.#cause !== undefined) return Promise.resolve();
    this.#probing ??= this.#ascertain(why, probe).finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  /** Stops the run at once. */
  stop(cause: string): void {
    if (this.#cause !== undefined) return;
    this.#cause = cause;
    this.#abort.abort(cause);
  }

  /** The last `count` answers were counted as foreign, and turned out to be the member's own. */
  takeBack(count: number): void {
    this.#window = [...this.#window.slice(0, -count), ...this.#window.slice(-count).map(() => false)];
  }

  #suspicion(what: string): string | undefined {
    const nowMs = this.#stopwatch.nowMs();
    if (this.#failures >= MOST_FAILURES || (this.#failures > 0 && nowMs - this.#failingSinceMs >= FAILING_MS)) {
      return `${this.#failures === 1 ? 'a request' : `${this.#failures} requests in a row`} got no answer (${what})`;
    }
    const foreign = this.#window.filter((isForeign) => isForeign).length;
    if (foreign >= MOST_FOREIGN) {
      return `${foreign} of the last ${this.#window.length} answers did not come from the member, the last of them: ${what}`;
    }
    return this.#busy >= MOST_BUSY ? `the last ${this.#busy} answers were ${what}` : undefined;
  }

  async #ascertain(why: string, probe: Probe): Promise<void> {
    const sinceMs = this.#stopwatch.nowMs();
    let last: string | undefined;
    for (const waitMs of WAITS_MS) {
      if (this.#stopwatch.nowMs() - sinceMs > PROBING_MS) break;
      if (waitMs > 0) await this.#stopwatch.sleep(waitMs);
      last = await probe();
      if (last === undefined) return this.#forget();
    }
    const seconds = Math.round((this.#stopwatch.nowMs() - sinceMs) / 1_000);
    this.stop(`${why}; nothing better came in ${seconds} s of probing: ${last}`);
  }

  #forget(): void {
    this.#window = [];
    this.#failures = 0;
    this.#busy = 0;
  }
}
