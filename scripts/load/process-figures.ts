/**
 * Preloaded into a process that is watched (`node --expose-gc --import`): answers each message of its parent with its figures.
 * The garbage is collected first, with what it frees given back: otherwise the figures would show how garbage lies between
 * what stays. The collection itself does not count to the next delay.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';

export interface ProcessFigures {
  readonly residentBytes: number;
  /** Objects and buffers that are live after a collection. */
  readonly heapBytes: number;
  /** Of the event loop since the last figures, beyond the resolution of its timer. */
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
// It does not outlive a parent that was killed.
process.once('disconnect', () => process.exit());
// The channel alone does not keep the process alive.
process.channel?.unref();
