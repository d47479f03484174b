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

/** Node's timers fire at once past 31 bits of milliseconds. */
const LONGEST_TIMER_MS = 2_000_000_000;

/** A stopwatch that starts now, on the machine's monotonic clock. */
export function startStopwatch(): Stopwatch {
  const startedAtMs = Date.now();
  const zero = performance.now();
  return {
    startedAtMs,
    nowMs: () => performance.now() - zero,
    async sleep(ms) {
      for (let leftMs = ms; ; leftMs -= LONGEST_TIMER_MS) {
        const hopMs = Math.min(leftMs, LONGEST_TIMER_MS);
        await new Promise((resolve) => setTimeout(resolve, hopMs));
        if (leftMs <= LONGEST_TIMER_MS) return;
      }
    },
    after(ms, run) {
      let timer: NodeJS.Timeout;
      const wait = (leftMs: number): void => {
        const isLast = leftMs <= LONGEST_TIMER_MS;
        const next = isLast ? run : () => wait(leftMs - LONGEST_TIMER_MS);
        timer = setTimeout(next, isLast ? leftMs : LONGEST_TIMER_MS);
        timer.unref();
      };
      wait(ms);
      return { cancel: () => clearTimeout(timer) };
    },
  };
}
