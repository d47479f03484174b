/** What connecting to a target needs besides its profile. */

import type { Stopwatch } from '../../runner/stopwatch.ts';
import type { ClockKind } from '../control/control-session.ts';
import type { Entry } from '../effects/entry.ts';
import type { Most } from '../sending/bounds.ts';
import type { Transport } from '../sending/transport.ts';

export interface TargetOptions {
  readonly stopwatch: Stopwatch;
  /** Creates a key for a write that states none; never the same twice. */
  readonly freshKey: () => string;
  /** For example `touchstone/0.1.0`. */
  readonly userAgent: string;
  /** The name of the run (fresh-keys.ts), for the logs of the target; absent: requests carry none. */
  readonly run?: string;
  /** How long a check may let time pass on a running clock, in real milliseconds; default two minutes. */
  readonly patienceMs?: number | undefined;
  /** Called for every write before it is sent and when it is answered; absent for a throwaway world. */
  readonly onEffect?: ((entry: Entry) => void) | undefined;
  /** The bounds of the run's plan; absent: none. */
  readonly most?: Most | undefined;
  /** The effects that an earlier process recorded, for the run that is being cleaned up. */
  readonly recorded?: readonly Entry[] | undefined;
  /** Replaces HTTP: an in-process connection to the member, without sockets. */
  readonly transport?: Transport;
}

const USUAL_PATIENCE_MS = 120_000;

/** How long a check may let the target's time pass. */
export function patienceOn({ mode, rate }: ClockKind, { patienceMs = USUAL_PATIENCE_MS }: TargetOptions): number {
  return mode === 'virtual' ? Number.POSITIVE_INFINITY : patienceMs * rate;
}
