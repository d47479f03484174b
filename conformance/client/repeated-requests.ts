/**
 * Requests that are sent again before a judge sees their answer. A read that a member answers from before a write of the
 * session (nothing promises that it shows one's own writes at once, decision A41), and a request that a busy member turns
 * away with the time to wait, say nothing yet. The judge sees the last answer; the earlier ones are its `earlier`.
 */
import { isBusy } from './busy.ts';
import type { Exchange } from './exchange.ts';
import { header, isFactual, isReplay, isWrite, position, status } from './exchange.ts';
import { secondsToWait } from './retry-after.ts';

export interface Repeating {
  readonly nowMs: () => number;
  /** Lets the target's time pass. */
  readonly wait: (ms: number) => Promise<void>;
  /** How long after a write its effect may stay unseen. */
  readonly readLagMs: number;
  /** The check is about such an answer: it is the one to judge. */
  readonly keepsBusyAnswers: boolean;
  readonly keepsStaleReads: boolean;
}

const FIRST_WAIT_MS = 25;
const LONGEST_WAIT_MS = 400;
const MOST_BUSY_REPEATS = 2;
/** The interface bounds no Retry-After; no longer is waited for one answer. */
const LONGEST_BUSY_WAIT_MS = 60_000;
const USUAL_BUSY_WAIT_MS = 1_000;

export class RepeatedRequests {
  readonly #setting: Repeating;
  /** The highest position of a fact that answered a write of the session. */
  #written: bigint | undefined;
  /** A read stayed behind for the whole bound: what the write's answer stated is not waited for again. */
  #givenUp: bigint | undefined;

  constructor(setting: Repeating) {
    this.#setting = setting;
  }

  /** An answer that the session has seen; writes among them are what later reads have to show. */
  saw(e: Exchange): void {
    const at = isFactual(e) && !isReplay(e) ? position(e) : undefined;
    if (at !== undefined && at > (this.#written ?? -1n)) this.#written = at;
  }

  /** `send`: sends the request once more and answers with the exchange. The answer to judge, with the others before it. */
  async last(send: (isRepeat: boolean) => Promise<Exchange>): Promise<Exchange> {
    const written = this.#written;
    const seen = [await send(false)];
    const again = async (waitMs: number) => {
      await this.#setting.wait(waitMs);
      seen.push(await send(true));
    };
    await this.#whileBusy(seen, again);
    await this.#whileBehind(seen, written, again);
    const [first, last] = [seen[0], seen.at(-1)];
    if (first === undefined || last === undefined) throw new Error('nothing was sent');
    if (seen.length === 1) return first;
    return { ...last, n: first.n, label: first.label, earlier: seen.slice(0, -1) };
  }

  async #whileBusy(seen: readonly Exchange[], again: (waitMs: number) => Promise<void>): Promise<void> {
    if (this.#setting.keepsBusyAnswers) return;
    for (let repeats = 0; repeats < MOST_BUSY_REPEATS; repeats += 1) {
      const answer = seen.at(-1);
      if (answer === undefined || !isBusy(answer)) return;
      const askedMs = (secondsToWait(answer) ?? USUAL_BUSY_WAIT_MS / 1000) * 1000;
      if (askedMs > LONGEST_BUSY_WAIT_MS) return;
      await again(askedMs);
    }
  }

  async #whileBehind(
    seen: readonly Exchange[],
    written: bigint | undefined,
    again: (waitMs: number) => Promise<void>,
  ): Promise<void> {
    if (this.#setting.keepsStaleReads || written === undefined || written === this.#givenUp) return;
    const untilMs = this.#setting.nowMs() + this.#setting.readLagMs;
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      const answer = seen.at(-1);
      if (answer === undefined || !isBehind(answer, written)) return;
      if (this.#setting.nowMs() + waitMs > untilMs) {
        this.#givenUp = written;
        return;
      }
      await again(waitMs);
    }
  }
}

/** A read, or the 404 of a write for a row that the member does not hold yet (decision A40). */
function isBehind(e: Exchange, written: bigint): boolean {
  const at = position(e);
  if (at === undefined || at >= written) return false;
  return isWrite(e) ? status(e) === 404 && header(e, 'x-service-as-of-seq-ts') !== undefined : true;
}
