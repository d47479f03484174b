/**
 * The clock of a sandbox, and the only file that reads ambient time or sets ambient timers.
 *
 * - `real`: the machine's time.
 * - `virtual`: stands still until `advance` moves it, so a run does not depend on the machine's speed.
 * - `scaled`: runs from `startNs`, `rate` times as fast as the machine's.
 *
 * Timers run in the order of (time, insertion) in every mode.
 */
import type { Ns } from '../gateway/facts.ts';
import { HostWork } from '../gateway/host-work.ts';
import type { Clock, Timer } from '../gateway/platform-port.ts';
import { nsOf } from './duration.ts';
import { createQuiet } from './quiet.ts';
import { TimerHeap } from './timer-heap.ts';

export type ClockMode = 'real' | 'virtual' | 'scaled';

export interface Fired {
  readonly atNs: Ns;
  readonly label: string;
}

export interface Advanced {
  readonly nowNs: Ns;
  /** The timers that ran, in order. */
  readonly fired: readonly Fired[];
}

export interface AdvanceOptions {
  /** Called with each timer that ran, instead of listing it: a year of timers does not fit in memory. */
  readonly each?: (fired: Fired) => void;
  /** Once aborted, no further timer runs, and time stands where it is. */
  readonly signal?: AbortSignal;
}

export interface ControllableClock extends Clock {
  readonly mode: ClockMode;
  /** Nanoseconds of this clock per nanosecond of the machine; 0 on a clock that does not move by itself now. */
  readonly rate: number;
  /**
   * Sets the speed of a scaled clock from now on; 0 stops it until it is set again. @throws RangeError outside of 0 to
   * MOST_RATE, and Error on any other clock
   *
   * @param fromNs where it stands now; absent: where it is. For a clock that follows one of another process
   */
  runAt(rate: number, fromNs?: bigint): void;
  /** The number of waiting timers. */
  timers(): number;
  /**
   * Moves a virtual clock on by `ms` (0 or more). Runs every timer that comes due, including those set meanwhile, each
   * at its own instant, and waits for quiet after each (`quiet.ts`). Concurrent calls queue. Rejects on any other
   * clock, if a timer throws, and if quiet does not come: time then stands where it was.
   */
  advance(ms: number, options?: AdvanceOptions): Promise<Advanced>;
}

export interface ClockOptions {
  readonly mode: ClockMode;
  /** For a scaled clock: above 0. */
  readonly rate?: number;
  /** The start of a virtual or scaled clock; a real clock has none. */
  readonly startNs?: bigint;
  /** How long a virtual clock waits for host work, in machine time. */
  readonly patienceMs?: number;
}

/** More than a day a second. A faster clock could leave the range of 64-bit nanoseconds while it is in use. */
export const MOST_RATE = 100_000;

/** 2026-01-05T00:00:00Z. */
export const VIRTUAL_START_NS = 1_767_571_200_000_000_000n;

/** The host's own, also in a test file that fakes its time (scripts/api/sandbox.test.ts). */
const { setTimeout, clearTimeout } = globalThis;
const epochMs = Date.now;
const stopwatchMs = performance.now.bind(performance);

const NS_PER_MS = 1_000_000;

/** Far longer than a signature check, a module load or a disk sync. */
const PATIENCE_MS = 20_000;

/** The longest delay of the host's timers, 2^31 - 1 ms; a longer one is split into steps. */
const HOST_DELAY_MAX_MS = 2_147_483_647;

/** Throws RangeError on an invalid rate or start of the mode. */
export function createClock(options: ClockOptions): ControllableClock {
  if (options.mode === 'virtual') return virtualClock(options);
  if (options.mode === 'real')
    return runningClock('real', { nowNs: realNow(), rate: () => 1, runAt: onlyScaled('real') });
  const rate = options.rate ?? 1;
  if (!(rate > 0 && rate <= MOST_RATE)) {
    throw new RangeError(`a clock's rate is a number above 0, up to ${MOST_RATE}, not ${rate}`);
  }
  return runningClock('scaled', scaledTime(rate, options.startNs ?? hostNowNs()));
}

function virtualClock({ startNs = VIRTUAL_START_NS, patienceMs = PATIENCE_MS }: ClockOptions): ControllableClock {
  const heap = new TimerHeap();
  const hostWork = new HostWork();
  const quiet = createQuiet(hostWork, createClock({ mode: 'real' }), patienceMs);
  let nowNs = startNs;
  let lastAdvance: Promise<unknown> = Promise.resolve();

  async function move(ms: number, { each, signal }: AdvanceOptions): Promise<Advanced> {
    const untilNs = nowNs + nsOf(ms);
    const fired: Fired[] = [];
    const ran = each ?? ((one: Fired): void => void fired.push(one));
    await quiet.everywhere();
    for (let next = heap.peek(); next !== undefined && next.atNs <= untilNs; next = heap.peek()) {
      if (signal?.aborted === true) return { nowNs: nowNs.toString(), fired };
      heap.take();
      nowNs = next.atNs;
      ran({ atNs: nowNs.toString(), label: next.label });
      await quiet.after(next.run);
    }
    nowNs = untilNs;
    await quiet.everywhere();
    return { nowNs: nowNs.toString(), fired };
  }

  return {
    mode: 'virtual',
    rate: 0,
    runAt: onlyScaled('virtual'),
    hostWork,
    nowNs: () => nowNs,
    timers: () => heap.size,
    after: (delayMs, label, run) => heap.add({ atNs: nowNs + delayNs(delayMs), label, run }),
    advance(ms, options = {}) {
      if (!(ms >= 0) || !Number.isFinite(ms))
        return Promise.reject(new RangeError(`a clock advances by 0 ms or more, not by ${ms}`));
      const advance = lastAdvance.then(() => move(ms, options));
      lastAdvance = advance.catch(() => undefined);
      return advance;
    },
  };
}

interface RunningTime {
  nowNs(): bigint;
  rate(): number;
  runAt(rate: number, fromNs?: bigint): void;
}

/** A clock that moves by itself: one host timer stands for the earliest of all timers. */
function runningClock(mode: ClockMode, time: RunningTime): ControllableClock {
  const { nowNs } = time;
  const heap = new TimerHeap();
  let armed: { readonly atNs: bigint; readonly host: NodeJS.Timeout } | undefined;

  function arm(): void {
    const next = heap.peek();
    if (armed !== undefined && armed.atNs === next?.atNs) return;
    if (armed !== undefined) clearTimeout(armed.host);
    armed = undefined;
    const rate = time.rate();
    if (next === undefined || rate === 0) return;
    const delayMs = Math.ceil(Number(next.atNs - nowNs()) / NS_PER_MS / rate);
    const host = setTimeout(runDue, Math.min(Math.max(delayMs, 0), HOST_DELAY_MAX_MS));
    // Remaining timers of a clock do not keep an otherwise finished process alive.
    host.unref();
    armed = { atNs: next.atNs, host };
  }

  function runDue(): void {
    armed = undefined;
    try {
      for (let next = heap.peek(); next !== undefined && next.atNs <= nowNs(); next = heap.peek()) {
        heap.take();
        next.run();
      }
    } finally {
      arm();
    }
  }

  return {
    mode,
    get rate() {
      return time.rate();
    },
    runAt(rate, fromNs) {
      time.runAt(rate, fromNs);
      if (armed !== undefined) clearTimeout(armed.host);
      armed = undefined;
      arm();
    },
    nowNs,
    timers: () => heap.size,
    after(delayMs, label, run): Timer {
      const timer = heap.add({ atNs: nowNs() + delayNs(delayMs), label, run });
      arm();
      return timer;
    },
    advance: () => Promise.reject(new Error(`the clock is ${mode}: it moves by itself, only a virtual clock advances`)),
  };
}

/** The machine's time. If that is set back, this clock stands until it has caught up. */
function realNow(): () => bigint {
  let [lastMs, lastNs] = [0, 0n];
  return () => {
    const hostMs = epochMs();
    // A write reads the time a dozen times, most of them within one millisecond.
    if (hostMs > lastMs) [lastMs, lastNs] = [hostMs, ofEpochMs(hostMs)];
    return lastNs;
  };
}

function scaledTime(firstRate: number, firstNs: bigint): RunningTime {
  let [rate, startNs, hostStartMs] = [firstRate, firstNs, stopwatchMs()];
  const nowNs = (): bigint => startNs + BigInt(Math.round((stopwatchMs() - hostStartMs) * NS_PER_MS * rate));
  return {
    nowNs,
    rate: () => rate,
    runAt(next, fromNs = nowNs()) {
      if (!(next >= 0 && next <= MOST_RATE)) throw new RangeError(`a clock runs at 0 to ${MOST_RATE}, not at ${next}`);
      [startNs, hostStartMs] = [fromNs, stopwatchMs()];
      rate = next;
    },
  };
}

function onlyScaled(mode: ClockMode): () => never {
  return () => {
    throw new Error(`the clock is ${mode}: only a scaled clock runs at another speed`);
  };
}

function hostNowNs(): bigint {
  return ofEpochMs(epochMs());
}

/** Of a whole number of milliseconds: a number would not hold as many nanoseconds. */
function ofEpochMs(ms: number): bigint {
  return BigInt(ms) * BigInt(NS_PER_MS);
}

function delayNs(delayMs: number): bigint {
  return delayMs > 0 ? nsOf(delayMs) : 0n;
}

/** Monotonic milliseconds of the machine, from an arbitrary start. */
export const elapsedMs: () => number = stopwatchMs;
