import { expect, test } from 'vitest';
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

test('without a limit nothing waits', () => {
  expect(pace(undefined, recordingStopwatch()).turn()).toBeUndefined();
});
