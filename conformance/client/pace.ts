/**
 * How fast a run sends: so many requests a second, evenly spaced. A shared target must not be harmed, so one that answers 429
 * or 503 slows the whole run down: half as fast at once, and a little faster again with each answer.
 */
import type { Stopwatch } from '../runner/stopwatch.ts';

export interface Pace {
  /** Settles when the next request may be sent; undefined: at once. */
  turn(): Promise<void> | undefined;
  /** Those who wait for their turn will not take it: the next who asks need not stand behind them. */
  restart(): void;
  /** The target answered 429 or 503. `retryAfterMs`: until when nothing is to be sent, as the answer states it. */
  pushedBack(retryAfterMs: number | undefined): void;
  /** Any other answer came. */
  answered(): void;
}

/** Requests a second. */
const SLOWEST = 0.5;
const REGAINED_BY_AN_ANSWER = 0.1;
/** Answers to requests that were sent together ask for less once. */
const ONCE_IN_MS = 1_000;
/** The interface bounds no Retry-After. */
const LONGEST_HOLD_MS = 60_000;

/** @param adapts whether the target may slow the run down. */
export function pace(requestsPerSecond: number | undefined, stopwatch: Stopwatch, adapts = false): Pace {
  const fastest = requestsPerSecond ?? Number.POSITIVE_INFINITY;
  let rate = fastest;
  let nextMs = 0;
  let heldUntilMs = 0;
  let slowedAtMs = Number.NEGATIVE_INFINITY;
  /** When requests were sent within the last second, of a pace without a limit. */
  let sent: number[] = [];
  const apartMs = () => 1000 / rate;
  const seenRate = (nowMs: number) => sent.filter((atMs) => nowMs - atMs < 1_000).length;
  return {
    turn() {
      const nowMs = stopwatch.nowMs();
      const mineMs = Math.max(nowMs, nextMs, heldUntilMs);
      if (adapts && fastest === Number.POSITIVE_INFINITY) sent = [...sent.filter((at) => nowMs - at < 1_000), mineMs];
      nextMs = mineMs + apartMs();
      // No timer is finer than a millisecond.
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
