/** Keeps to so many requests a second, evenly spaced: a shared target must not be harmed. */
import type { Stopwatch } from '../runner/stopwatch.ts';

export interface Pace {
  /** Settles when the next request may be sent; undefined: at once. */
  turn(): Promise<void> | undefined;
  /** Those who wait for their turn will not take it: the next who asks need not stand behind them. */
  restart(): void;
}

export function pace(requestsPerSecond: number | undefined, stopwatch: Stopwatch): Pace {
  if (requestsPerSecond === undefined) return { turn: () => undefined, restart() {} };
  const apartMs = 1000 / requestsPerSecond;
  let nextMs = 0;
  return {
    turn() {
      const nowMs = stopwatch.nowMs();
      const mineMs = Math.max(nowMs, nextMs);
      nextMs = mineMs + apartMs;
      // No timer is finer than a millisecond.
      return mineMs - nowMs >= 1 ? stopwatch.sleep(mineMs - nowMs) : undefined;
    },
    restart() {
      nextMs = Math.min(nextMs, stopwatch.nowMs() + apartMs);
    },
  };
}
