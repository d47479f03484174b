import { durationMs } from '../duration.ts';
import { type FaultKind, GO, type Outcome } from './kind.ts';

/** Continues after this delay, on the sandbox's clock. */
export const delay: FaultKind = {
  goesOn: true,
  strike: ({ delay: by = 0 }, { clock, ruleId }) =>
    new Promise<Outcome>((resolve) => {
      clock.after(durationMs(by), `fault ${ruleId}: delay ${by}`, () => resolve(GO));
    }),
};
