/** One direction of a connection: what goes in comes out in order, and as much later as the way is long. */
import type { Stopwatch } from '../../../conformance/runner/stopwatch.ts';

export function lane(stopwatch: Stopwatch, delayMs: () => number): (act: () => void) => void {
  let last: Promise<void> | undefined;
  return (act) => {
    const ms = delayMs();
    if (ms === 0 && last === undefined) {
      act();
      return;
    }
    const dueMs = stopwatch.nowMs() + ms;
    last = (last ?? Promise.resolve()).then(() => stopwatch.sleep(Math.max(0, dueMs - stopwatch.nowMs()))).then(act);
  };
}
