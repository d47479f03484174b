/** The target's time as far as it is known: the control plane's, read once and extrapolated; otherwise this machine's. */
import type { Stopwatch } from '../../runner/stopwatch.ts';
import { TargetProblem } from '../profile/target-problem.ts';
import { Unreached } from '../sending/unreached.ts';
import type { ControlPlane } from './control-plane.ts';
import type { ClockKind } from './control-session.ts';

/** The estimated clock of one target. */
export class TargetClock {
  readonly #stopwatch: Stopwatch;
  readonly #rate: number;
  /** The clock's value at the start of the stopwatch. */
  #zeroMs: number;

  /** `rate`: the target's seconds for one real second, 0 if the clock is moved by hand. `nowMs`: epoch milliseconds. */
  constructor(stopwatch: Stopwatch, rate: number, nowMs: number) {
    this.#stopwatch = stopwatch;
    this.#rate = rate;
    this.#zeroMs = nowMs - stopwatch.nowMs() * rate;
  }

  /** Epoch milliseconds. */
  nowMs(): number {
    return this.#zeroMs + this.#stopwatch.nowMs() * this.#rate;
  }

  /** Moves only where a request advances it: no time passes for what is cached. */
  get isMovedByHand(): boolean {
    return this.#rate === 0;
  }

  /** The control plane stated its time. */
  isAt(nowMs: number): void {
    this.#zeroMs = nowMs - this.#stopwatch.nowMs() * this.#rate;
  }
}

export interface ClockRead extends ClockKind {
  readonly nowMs: number;
}

/** Without a control plane the target is assumed to use this machine's time. Closes the control plane where it throws. */
export async function readClock(
  plane: ControlPlane | undefined,
  url: string | undefined,
  stopwatch: Stopwatch,
): Promise<ClockRead> {
  const ourMs = stopwatch.startedAtMs + stopwatch.nowMs();
  if (plane === undefined) return { mode: 'real', rate: 1, nowMs: ourMs };
  try {
    const { mode, rate = 1, nowNs } = await plane.readClock();
    return { mode, rate, nowMs: Number(nowNs) / 1e6 };
  } catch (error) {
    await plane.close();
    if (!(error instanceof Unreached)) throw error;
    throw new TargetProblem(`the control plane at ${url} does not answer: ${error.message}; is the sandbox up?`);
  }
}
