/**
 * The rate at which a run sends requests, evenly spaced. A shared target must not be harmed: a 429 or 503 halves the
 * rate of the whole run at once, and each other response raises it a little again.
 */
import type { Stopwatch } from '../../runner/stopwatch.ts';

export interface Pace {
  /** Settles when the next request may be sent; undefined: at once. */
  turn(): Promise<void> | undefined;
  /** Drop the queue: the waiting requests were cancelled. */
  restart(): void;
  /** The target answered 429 or 503. `retryAfterMs`: the wait that the response asks for. */
  pushedBack(retryAfterMs: number | undefined): void;
  /** Any other response came. */
  answered(): void;
}

/** Requests a second. */
const SLOWEST = 0.5;
const REGAINED_BY_AN_ANSWER = 0.1;
/** Several push-backs within this time count once: their requests were sent together. */
const ONCE_IN_MS = 1_000;
/** The longest wait that is honoured: the interface does not bound Retry-After. */
const LONGEST_HOLD_MS = 60_000;

/**
 * Creates the pace of a run.
 * @param adapts whether the target may slow the run down.
 */
export function pace(requestsPerSecond: number | undefined, stopwatch: Stopwatch, adapts = false): Pace {
  const fastest = requestsPerSecond ?? Number.POSITIVE_INFINITY;
  let rate = fastest;
  let nextMs = 0;
  let heldUntilMs = 0;
  let slowedAtMs = Number.NEGATIVE_INFINITY;
  /** The times of the requests in the last second, for a pace without a limit. */
  let sent: number[] = [];
  const apartMs = () => 1000 / rate;
  const seenRate = (nowMs: number) => sent.filter((atMs) => nowMs - atMs < 1_000).length;
  return {
    turn() {
      const nowMs = stopwatch.nowMs();
      const mineMs = Math.max(nowMs, nextMs, heldUntilMs);
      if (adapts && fastest === Number.POSITIVE_INFINITY) sent = [...sent.filter((at) => nowMs - at < 1_000), mineMs];
      nextMs = mineMs + apartMs();
      // Timers are no finer than a millisecond.
      return mineMs - nowMs >= 1 ? stopwatch.sleep(mineMs - nowMs) : undefined;
    },
    restart() {
      nextMs = Math.min(nextMs, stopwatch.nowMs() + apartMs());
    },
    pushedBack(retryAfterMs = 0) {
      if (!adapts) return;
      const nowMs = stopwatch.nowMs();
      heldUntilMs = Math.max(heldUntilMs, nowMs + Math.min(retryAfterMs, LONGEST_HOLD_MS));
      if (nowMs - slowedAtMs < ONCE_IN_MS) return;
      slowedAtMs = nowMs;
      rate = Math.max(SLOWEST, (Number.isFinite(rate) ? rate : seenRate(nowMs)) / 2);
    },
    answered() {
      if (rate < fastest) rate = Math.min(fastest, rate + REGAINED_BY_AN_ANSWER);
    },
  };
}
