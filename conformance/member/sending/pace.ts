/**
 * The rate at which a run sends requests, evenly spaced. A shared target must not be harmed: a 429 or 503 halves the
 * rate of the whole run at once, and each other response raises it a little again.
 */
import type { Stopwatch } from '../../runner/stopwatch.ts';
import { Rotation } from './rotation.ts';

export interface Pace {
  /**
   * Settles when the session may send its next request, with false if the session was dropped; undefined: at once.
   * Sessions that wait take turns.
   */
  turn(session: object): Promise<boolean> | undefined;
  /** The session's waiting requests are cancelled. */
  drop(session: object): void;
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
/** A timer may be this late without a loss of pace; a process that slept longer does not catch up. */
const LATE_MS = 20;

/**
 * Creates the pace of a run.
 * @param adapts whether the target may slow the run down.
 */
export function pace(requestsPerSecond: number | undefined, stopwatch: Stopwatch, adapts = false): Pace {
  const fastest = requestsPerSecond ?? Number.POSITIVE_INFINITY;
  const waiting = new Rotation();
  let isWatched = false;
  let rate = fastest;
  let nextMs = 0;
  let heldUntilMs = 0;
  let slowedAtMs = Number.NEGATIVE_INFINITY;
  /** The times of the requests in the last second, for a pace without a limit. */
  let sent: number[] = [];

  /** Timers are no finer than a millisecond. */
  const isDue = (nowMs: number) => Math.max(nextMs, heldUntilMs) - nowMs < 1;

  function goes(nowMs: number): void {
    const atMs = Math.max(nextMs, heldUntilMs, waiting.isEmpty ? nowMs : nowMs - LATE_MS);
    if (adapts && fastest === Number.POSITIVE_INFINITY) sent = [...sent.filter((at) => nowMs - at < 1_000), nowMs];
    nextMs = atMs + 1000 / rate;
  }

  async function watch(): Promise<void> {
    isWatched = true;
    while (!waiting.isEmpty) {
      const nowMs = stopwatch.nowMs();
      if (isDue(nowMs)) {
        goes(nowMs);
        waiting.next();
      } else await stopwatch.sleep(Math.max(nextMs, heldUntilMs) - nowMs);
    }
    isWatched = false;
  }

  return {
    turn(session) {
      const nowMs = stopwatch.nowMs();
      if (waiting.isEmpty && isDue(nowMs)) {
        goes(nowMs);
        return undefined;
      }
      const turn = waiting.wait(session);
      if (!isWatched) void watch();
      return turn;
    },
    drop: (session) => waiting.drop(session),
    pushedBack(retryAfterMs = 0) {
      if (!adapts) return;
      const nowMs = stopwatch.nowMs();
      heldUntilMs = Math.max(heldUntilMs, nowMs + Math.min(retryAfterMs, LONGEST_HOLD_MS));
      if (nowMs - slowedAtMs < ONCE_IN_MS) return;
      slowedAtMs = nowMs;
      const seen = Number.isFinite(rate) ? rate : sent.filter((at) => nowMs - at < 1_000).length;
      rate = Math.max(SLOWEST, seen / 2);
    },
    answered() {
      if (rate < fastest) rate = Math.min(fastest, rate + REGAINED_BY_AN_ANSWER);
    },
  };
}
