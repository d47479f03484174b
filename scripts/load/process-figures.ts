/**
 * Preloaded into a watched process (`node --expose-gc --import`): answers each message of its parent with its figures. Garbage
 * is collected first, and freed pages are returned to the system, because fragmentation would distort the figures. The
 * collection does not count towards the next delay.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';

export interface ProcessFigures {
  readonly residentBytes: number;
  /** Bytes of objects and buffers that are live after a collection. */
  readonly heapBytes: number;
  /** Delay of the event loop since the last figures, in milliseconds beyond the resolution of its timer. */
  readonly delayP50Ms: number;
  readonly delayP99Ms: number;
}

const RESOLUTION_MS = 10;
const SETTLED_MS = 50;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
const { after } = startStopwatch();
const beyondMs = (ns: number): number => Math.max(0, ns / 1e6 - RESOLUTION_MS);
delay.enable();
process.on('message', () => {
  const [delayP50Ms, delayP99Ms] = [beyondMs(delay.percentile(50)), beyondMs(delay.percentile(99))];
  for (let n = 0; n < 3; n += 1) globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { rss, heapUsed, external } = process.memoryUsage();
  const figures = { residentBytes: rss, heapBytes: heapUsed + external, delayP50Ms, delayP99Ms };
  process.send?.(figures satisfies ProcessFigures);
  after(SETTLED_MS, () => delay.reset());
});
// Exit if the parent was killed.
process.once('disconnect', () => process.exit());
// The channel must not keep the process alive.
process.channel?.unref();
