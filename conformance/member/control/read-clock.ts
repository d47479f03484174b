/** Reads the clock that a target uses. */
import type { Stopwatch } from '../../runner/stopwatch.ts';
import { TargetProblem } from '../profile/target-problem.ts';
import { Unreached } from '../sending/unreached.ts';
import type { ControlPlane } from './control-plane.ts';
import type { ClockKind } from './control-session.ts';

interface ClockRead extends ClockKind {
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
