/**
 * Decides when a check has to end: the run was interrupted, its time budget is spent, or the check itself has taken
 * too long. Time for which the suite held the check back (pace, waits) is not counted.
 */
import type { Session } from '../../member/session.ts';
import type { Stopwatch } from '../stopwatch.ts';

export interface WatchOptions {
  readonly stopwatch: Stopwatch;
  /** Limit of the check's own time, in milliseconds. */
  readonly limitMs: number;
  /** What is left of the run's time budget, in milliseconds; absent: no budget. */
  readonly budgetMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Why the check had to end, for its row in the record. */
export type Ended = { readonly why: string; readonly byLimit: boolean };

/** The signal's abort reason, in words, where it has one. */
function whyAborted({ reason }: AbortSignal): string {
  return typeof reason === 'string' ? `the run was stopped: ${reason}` : 'the run was interrupted';
}

/** A timer that fires this much early still counts as the limit. */
const EARLY_MS = 1;

/** Measures one check's time over its trials, and says why it has to end. */
export class CheckWatch {
  readonly #options: WatchOptions;
  readonly #begunMs: number;
  /** Waiting time of the trials that are done, in milliseconds. */
  #waitedMs = 0;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#begunMs = options.stopwatch.nowMs();
  }

  /** Ends a trial: the time that it waited is not counted as the check's own. */
  done(session: Session): void {
    this.#waitedMs += session.waitedMs();
  }

  /** undefined: the check may continue. */
  ended(current?: Session): Ended | undefined {
    const { limitMs, signal } = this.#options;
    if (signal?.aborted === true) return { why: whyAborted(signal), byLimit: false };
    if (this.#leftMs(current) > EARLY_MS) return undefined;
    return { why: `stopped by the time limit of ${Math.round(Math.min(limitMs, this.#budgetMs))} ms`, byLimit: true };
  }

  /** Settles with `work`, or with undefined as soon as the check has to end. */
  async within<T>(work: Promise<T>, session: Session): Promise<T | undefined> {
    const { stopwatch, signal } = this.#options;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const end = () => resolve(undefined);
    let timer: { cancel(): void } | undefined;
    const arm = () => {
      const leftMs = this.#leftMs(session);
      if (leftMs <= EARLY_MS) end();
      else if (Number.isFinite(leftMs)) timer = stopwatch.after(leftMs, arm);
    };
    if (this.ended(session) !== undefined) end();
    else arm();
    signal?.addEventListener('abort', end, { once: true });
    try {
      return await Promise.race([work, promise]);
    } finally {
      timer?.cancel();
      signal?.removeEventListener('abort', end);
    }
  }

  get #budgetMs(): number {
    return this.#options.budgetMs ?? Number.POSITIVE_INFINITY;
  }

  #leftMs(session: Session | undefined): number {
    const spentMs = this.#options.stopwatch.nowMs() - this.#begunMs;
    const ownMs = spentMs - this.#waitedMs - (session?.waitedMs() ?? 0);
    return Math.min(this.#options.limitMs - ownMs, this.#budgetMs - spentMs);
  }
}
