/**
 * Repeats requests whose first response is not conclusive: a read that shows the state before a write of the session (a
 * member need not show a client its own writes at once, decision A41), and a request that a busy member refuses with a
 * time to wait. The judge sees the last response; the earlier ones are its `earlier`.
 */
import { isTurnedAway } from '../exchange/busy.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { header, isFactual, isReplay, isWrite, position, status } from '../exchange/exchange.ts';
import { secondsToWait } from '../exchange/retry-after.ts';

export interface Repeating {
  readonly nowMs: () => number;
  /** Lets the target's time pass. */
  readonly wait: (ms: number) => Promise<void>;
  /** How long after a write a read may not show it. */
  readonly readLagMs: number;
  /** The check tests busy responses, so they are not repeated. */
  readonly keepsBusyAnswers: boolean;
  readonly keepsStaleReads: boolean;
}

const FIRST_WAIT_MS = 25;
const LONGEST_WAIT_MS = 400;
const MOST_BUSY_REPEATS = 2;
/** The longest wait for one response: the interface does not bound Retry-After. */
const LONGEST_BUSY_WAIT_MS = 60_000;
const USUAL_BUSY_WAIT_MS = 1_000;

/** The repetition rules of one session. */
export class RepeatedRequests {
  readonly #setting: Repeating;
  /** The highest position of a fact among the responses to writes of the session. */
  #written: bigint | undefined;
  /** The position for which a read stayed behind for the whole bound; it is not waited for again. */
  #givenUp: bigint | undefined;

  constructor(setting: Repeating) {
    this.#setting = setting;
  }

  /** Takes a response of the session: later reads must show its write. */
  saw(e: Exchange): void {
    const at = isFactual(e) && !isReplay(e) ? position(e) : undefined;
    if (at !== undefined && at > (this.#written ?? -1n)) this.#written = at;
  }

  /** Sends the request with `send` and repeats it as needed. Returns the response to judge, with the earlier ones. */
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
      if (answer === undefined || !isTurnedAway(answer)) return;
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

/**
 * Whether the response is from before the write: a read, or a write's 404 for a row that the member does not hold yet
 * (decision A40).
 */
function isBehind(e: Exchange, written: bigint): boolean {
  const at = position(e);
  if (at === undefined || at >= written) return false;
  return isWrite(e) ? status(e) === 404 && header(e, 'x-service-as-of-seq-ts') !== undefined : true;
}
