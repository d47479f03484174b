/** Time of the suite that passes faster than the machine's: what it waits for is there sooner. */
import { type Stopwatch, startStopwatch } from '../../../conformance/runner/stopwatch.ts';

/** @param rate so many times as fast */
export function fastStopwatch(rate: number): Stopwatch {
  const { startedAtMs, nowMs, sleep, after } = startStopwatch();
  return {
    startedAtMs,
    nowMs: () => nowMs() * rate,
    sleep: (ms) => sleep(ms / rate),
    after: (ms, act) => after(ms / rate, act),
  };
}
