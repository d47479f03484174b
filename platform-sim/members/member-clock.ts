import type { Clock } from '../../gateway/platform-port.ts';
import { nsOf } from '../duration.ts';

/** A member's own clock: the world's, some way off. Delays are as long as anybody's; what it calls now is not. */
export interface MemberClock extends Clock {
  /** Milliseconds that it is ahead; below 0: behind. */
  readonly skewMs: number;
  /** Sets it right or wrong, from now on: timers that wait already keep their instant. */
  skewBy(ms: number): void;
}

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
