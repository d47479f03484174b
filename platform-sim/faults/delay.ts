import { durationMs, msUntil } from '../duration.ts';
import { type FaultKind, GO, type Outcome } from './kind.ts';

/** Continues after this delay, on the sandbox's clock. */
export const delay: FaultKind = {
  goesOn: true,
  strike: ({ delay: by = 0 }, { clock, ruleId, untilNs }) =>
    new Promise<Outcome>((resolve) => {
      const leftMs = untilNs === undefined ? durationMs(by) : msUntil(untilNs, clock);
      clock.after(leftMs, `fault ${ruleId}: delay ${by}`, () => resolve(GO));
    }),
};
