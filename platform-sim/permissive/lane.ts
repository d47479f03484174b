/** One direction of a connection: actions run in order, each after the delay that applies when it is added. */
import type { Timer } from '../../gateway/variations/variation.ts';

/** A queue of actions; `delayMs` is called for each as it is added. */
export function lane(timer: Timer, delayMs: () => number): (act: () => void) => void {
  let last: Promise<void> | undefined;
  return (act) => {
    const ms = delayMs();
    if (ms === 0 && last === undefined) {
      act();
      return;
    }
    const dueMs = timer.nowMs() + ms;
    last = (last ?? Promise.resolve()).then(() => timer.sleep(Math.max(0, dueMs - timer.nowMs()))).then(act);
  };
}
