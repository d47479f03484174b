import { describe, expect, test } from 'vitest';
import type { Pace } from './pace.ts';
import { pace } from './pace.ts';

function recordingStopwatch() {
  const slept: number[] = [];
  let nowMs = 0;
  return {
    slept,
    startedAtMs: 0,
    nowMs: () => nowMs,
    sleep: async (ms: number) => {
      slept.push(ms);
    },
    after: () => ({ cancel() {} }),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('five a second are sent 200 ms apart, and idle time is not saved up', async () => {
  const stopwatch = recordingStopwatch();
  const { turn } = pace(5, stopwatch);
  for (let i = 0; i < 3; i += 1) await turn();
  expect(stopwatch.slept).toEqual([200, 400]);
  stopwatch.pass(10_000);
  for (let i = 0; i < 2; i += 1) await turn();
  expect(stopwatch.slept).toEqual([200, 400, 200]);
});

test('a restart drops the queue of cancelled requests', async () => {
  const stopwatch = recordingStopwatch();
  const { turn, restart } = pace(5, stopwatch);
  for (let i = 0; i < 10; i += 1) void turn();
  restart();
  await turn();
  expect(stopwatch.slept.at(-1)).toBe(200);
});

describe('a target that pushes back', () => {
  /** The time between the next two requests. */
  function apartMs({ turn }: Pace, stopwatch: ReturnType<typeof recordingStopwatch>): number {
    stopwatch.pass(100_000);
    void turn();
    void turn();
    return Math.round(stopwatch.slept.at(-1) ?? 0);
  }

  test('halves the pace of the run, and each other response restores a little of it', () => {
    const stopwatch = recordingStopwatch();
    const adapting = pace(5, stopwatch, true);
    adapting.pushedBack(undefined);
    expect(apartMs(adapting, stopwatch)).toBe(400);
    for (let i = 0; i < 5; i += 1) adapting.answered();
    expect(apartMs(adapting, stopwatch)).toBe(333);
    for (let i = 0; i < 100; i += 1) adapting.answered();
    expect(apartMs(adapting, stopwatch)).toBe(200);
  });

  test('counts at most once a second, and never stops the run', () => {
    const stopwatch = recordingStopwatch();
    const adapting = pace(5, stopwatch, true);
    for (let i = 0; i < 8; i += 1) adapting.pushedBack(undefined);
    expect(apartMs(adapting, stopwatch)).toBe(400);
    for (let i = 0; i < 8; i += 1) {
      stopwatch.pass(1_000);
      adapting.pushedBack(undefined);
    }
    expect(apartMs(adapting, stopwatch)).toBe(2_000);
  });

  test('without a limit in the profile it receives half of the former rate', () => {
    const stopwatch = recordingStopwatch();
    const adapting = pace(undefined, stopwatch, true);
    for (let i = 0; i < 20; i += 1) expect(adapting.turn()).toBeUndefined();
    adapting.pushedBack(undefined);
    expect(apartMs(adapting, stopwatch)).toBe(100);
  });

  test('receives no request before its Retry-After, from any caller', () => {
    const stopwatch = recordingStopwatch();
    const adapting = pace(5, stopwatch, true);
    adapting.pushedBack(7_000);
    adapting.restart();
    void adapting.turn();
    expect(stopwatch.slept).toEqual([7_000]);
    adapting.pushedBack(3_600_000);
    void adapting.turn();
    expect(stopwatch.slept.at(-1)).toBe(60_000);
  });

  test('does not slow a run with a control plane, since the checks themselves cause it', () => {
    const stopwatch = recordingStopwatch();
    const { turn, pushedBack } = pace(5, stopwatch, false);
    pushedBack(7_000);
    void turn();
    void turn();
    expect(stopwatch.slept).toEqual([200]);
  });
});

test('without a limit no request waits', () => {
  expect(pace(undefined, recordingStopwatch()).turn()).toBeUndefined();
});
