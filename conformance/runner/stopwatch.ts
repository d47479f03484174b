/**
 * The suite's own time. The suite is a client, so what it measures and how long it waits is real time, whatever
 * clock the target uses. The only file of conformance/ that may read ambient time.
 */
export interface Stopwatch {
  /** When it was started, epoch milliseconds. */
  readonly startedAtMs: number;
  /** Milliseconds since it was started; never goes back. */
  nowMs(): number;
  sleep(ms: number): Promise<void>;
  /** Calls `run` once after `ms` milliseconds, unless cancelled. Does not keep the process alive. */
  after(ms: number, run: () => void): { cancel(): void };
}

/** A stopwatch that starts now, on the machine's monotonic clock. */
export function startStopwatch(): Stopwatch {
  const startedAtMs = Date.now();
  const zero = performance.now();
  return {
    startedAtMs,
    nowMs: () => performance.now() - zero,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      timer.unref();
      return { cancel: () => clearTimeout(timer) };
    },
  };
}
