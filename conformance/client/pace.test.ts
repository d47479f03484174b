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

test('five a second are sent 200 ms apart, and an idle while is not saved up', async () => {
  const stopwatch = recordingStopwatch();
  const { turn } = pace(5, stopwatch);
  for (let i = 0; i < 3; i += 1) await turn();
  expect(stopwatch.slept).toEqual([200, 400]);
  stopwatch.pass(10_000);
  for (let i = 0; i < 2; i += 1) await turn();
  expect(stopwatch.slept).toEqual([200, 400, 200]);
});

test('nobody stands behind those who will not go', async () => {
  const stopwatch = recordingStopwatch();
  const { turn, restart } = pace(5, stopwatch);
  for (let i = 0; i < 10; i += 1) void turn();
  restart();
  await turn();
  expect(stopwatch.slept.at(-1)).toBe(200);
});

describe('a target that asks for less', () => {
  /** How far apart the next two requests leave. */
  function apartMs({ turn }: Pace, stopwatch: ReturnType<typeof recordingStopwatch>): number {
    stopwatch.pass(100_000);
    void turn();
    void turn();
    return Math.round(stopwatch.slept.at(-1) ?? 0);
  }

  test('halves the pace of the run, and each answer gives a little of it back', () => {
    const stopwatch = recordingStopwatch();
    const adapting = pace(5, stopwatch, true);
    adapting.pushedBack(undefined);
    expect(apartMs(adapting, stopwatch)).toBe(400);
    for (let i = 0; i < 5; i += 1) adapting.answered();
    expect(apartMs(adapting, stopwatch)).toBe(333);
    for (let i = 0; i < 100; i += 1) adapting.answered();
    expect(apartMs(adapting, stopwatch)).toBe(200);
  });

  test('counts once a second, and never stops the run', () => {
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

  test('without a limit of the profile is sent half of what was sent before', () => {
    const stopwatch = recordingStopwatch();
    const adapting = pace(undefined, stopwatch, true);
    for (let i = 0; i < 20; i += 1) expect(adapting.turn()).toBeUndefined();
    adapting.pushedBack(undefined);
    expect(apartMs(adapting, stopwatch)).toBe(100);
  });

  test('is sent nothing before the time that it names, by whoever', () => {
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

  test('with a control plane is what the checks make of it: the pace stays', () => {
    const stopwatch = recordingStopwatch();
    const { turn, pushedBack } = pace(5, stopwatch, false);
    pushedBack(7_000);
    void turn();
    void turn();
    expect(stopwatch.slept).toEqual([200]);
  });
});

test('without a limit nothing waits', () => {
  expect(pace(undefined, recordingStopwatch()).turn()).toBeUndefined();
});
