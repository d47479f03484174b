/** A stopwatch for the suite that runs faster than real time, so that its waits are shorter. */
import { type Stopwatch, startStopwatch } from '../../../conformance/runner/stopwatch.ts';

/** @param rate suite milliseconds per real millisecond */
export function fastStopwatch(rate: number): Stopwatch {
  const { startedAtMs, nowMs, sleep, after } = startStopwatch();
  return {
    startedAtMs,
    nowMs: () => nowMs() * rate,
    sleep: (ms) => sleep(ms / rate),
    after: (ms, act) => after(ms / rate, act),
  };
}
