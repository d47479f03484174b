import type { Clock } from '../../gateway/platform-port.ts';
import { nsOf } from '../duration.ts';

/** A member's own clock: the world's with an offset. Delays are unaffected; only the current time is shifted. */
export interface MemberClock extends Clock {
  /** Milliseconds that it is ahead; negative: behind. */
  readonly skewMs: number;
  /** Changes the offset from now on: waiting timers keep their instant. */
  skewBy(ms: number): void;
}

/** A member's clock, with an initial offset in milliseconds. */
export function memberClock(clock: Clock, firstSkewMs = 0): MemberClock {
  let skewMs = firstSkewMs;
  let skewNs = nsOf(skewMs);
  return {
    ...clock,
    get skewMs() {
      return skewMs;
    },
    skewBy(ms) {
      skewMs = ms;
      skewNs = nsOf(ms);
    },
    nowNs: () => clock.nowNs() + skewNs,
    after: (delayMs, label, run) => clock.after(delayMs, label, run),
  };
}
