/**
 * When a check has to end: the run was interrupted, its time budget is spent, or the check itself has taken too long. Time
 * for which the suite held the check back (pace, waits) is no time of the check's.
 */
import type { Session } from '../client/target.ts';
import type { Stopwatch } from './stopwatch.ts';

export interface WatchOptions {
  readonly stopwatch: Stopwatch;
  /** The check's own time. */
  readonly limitMs: number;
  /** What is left of the run's time budget; absent: no budget. */
  readonly budgetMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Why it had to end, in words for its row. */
export type Ended = { readonly why: string; readonly byLimit: boolean };

/** Whoever stops a run for a reason aborts with it, in words. */
function whyAborted({ reason }: AbortSignal): string {
  return typeof reason === 'string' ? `the run was stopped: ${reason}` : 'the run was interrupted';
}

/** A timer that ends this much early still ended by its limit. */
const EARLY_MS = 1;

export class CheckWatch {
  readonly #options: WatchOptions;
  readonly #begunMs: number;
  /** Of the trials that are done. */
  #waitedMs = 0;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#begunMs = options.stopwatch.nowMs();
  }

  /** A trial is done: what it waited for was not the check's own time. */
  done(session: Session): void {
    this.#waitedMs += session.waitedMs();
  }

  /** undefined: it may go on. */
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
