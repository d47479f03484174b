/**
 * Stops a run that has lost its target. It counts network failures, foreign responses and busy responses over all
 * requests of a run. When they accumulate, all sending pauses and the member is probed. A response to a probe lets the
 * run continue: one hanging route, a restart or a rate limiter does not end it.
 */
import type { Stopwatch } from '../../runner/stopwatch.ts';

/** The fate of one request, described in a few words by `what`. */
export type Outcome =
  | { readonly kind: 'answer' }
  | { readonly kind: 'failure' | 'foreign' | 'busy'; readonly what: string; readonly sentAtMs: number };

/** Settles with undefined if the member responds, otherwise with a description of what came instead. */
export type Probe = () => Promise<string | undefined>;

const MOST_FAILURES = 3;
/** Failures over this time are enough, however few: each request to a hanging member takes its whole timeout. */
const FAILING_MS = 15_000;
const WINDOW = 100;
const MOST_FOREIGN = 10;
const MOST_BUSY = 10;
/**
 * The waits before the probes. Together they outlast the restart of a proxy's upstream, which takes about ten seconds.
 */
const WAITS_MS = [0, 1_000, 2_000, 4_000, 5_000, 5_000];
/** No further probe after this time: each may take seconds if nothing responds. */
const PROBING_MS = 15_000;

/** Counts the outcomes of one run. */
export class CircuitBreaker {
  readonly #stopwatch: Stopwatch;
  readonly #abort = new AbortController();
  /** For each of the last responses, whether it was foreign. */
  #window: boolean[] = [];
  #failures = 0;
  #failingSinceMs = 0;
  #busy = 0;
  #probing: Promise<void> | undefined;
  #cause: string | undefined;

  constructor(stopwatch: Stopwatch) {
    this.#stopwatch = stopwatch;
  }

  /** Why the run was stopped, in one line; undefined: it was not stopped. */
  get cause(): string | undefined {
    return this.#cause;
  }

  /** Aborts with the cause as its reason. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Settles when requests may be sent or the run is stopped; undefined: at once. */
  turn(): Promise<void> | undefined {
    return this.#probing;
  }

  /** Counts an outcome. `probe` checks the endpoint that received this request. */
  saw(outcome: Outcome, probe: Probe): void {
    if (outcome.kind === 'failure') {
      if (this.#failures === 0) this.#failingSinceMs = outcome.sentAtMs;
      this.#failures += 1;
    } else {
      this.#failures = 0;
      this.#busy = outcome.kind === 'busy' ? this.#busy + 1 : 0;
      this.#window.push(outcome.kind === 'foreign');
      if (this.#window.length > WINDOW) this.#window.shift();
    }
    const why = outcome.kind === 'answer' ? undefined : this.#suspicion(outcome.what);
    if (why !== undefined) void this.ascertain(why, probe);
  }

  /** Pauses all sending and probes, unless it already does. Settles once the run continues or is stopped. */
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

  /** Corrects the count: the last `count` foreign responses were the member's own. */
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
