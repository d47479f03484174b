import { expect, test } from 'vitest';
import { Line, WaitedTime } from './waited-time.ts';

test('simultaneous waits count once, and an unfinished wait counts up to now', async () => {
  let nowMs = 0;
  const waited = new WaitedTime({
    startedAtMs: 0,
    nowMs: () => nowMs,
    sleep: async () => {},
    after: () => ({ cancel() {} }),
  });
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  nowMs = 100;
  const waits = [waited.during(first.promise), waited.during(second.promise)];
  nowMs = 300;
  expect(waited.ms()).toBe(200);
  first.resolve();
  await waits[0];
  nowMs = 400;
  second.resolve();
  await waits[1];
  nowMs = 900;
  expect(waited.ms()).toBe(300);
});

test('a wait in which the session rests counts until it has its lane again, and rests once', async () => {
  let nowMs = 0;
  const lane = Promise.withResolvers<void>();
  let rests = 0;
  const rest = async <T>(wait: Promise<T>): Promise<T> => {
    rests += 1;
    const result = await wait;
    await lane.promise;
    return result;
  };
  const stopwatch = { startedAtMs: 0, nowMs: () => nowMs, sleep: async () => {}, after: () => ({ cancel() {} }) };
  const waited = new WaitedTime(stopwatch, rest);
  const frame = Promise.withResolvers<void>();
  const resting = waited.restingFor(frame.promise);
  await waited.resting(Promise.resolve());
  nowMs = 1_000;
  frame.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  nowMs = 1_500;
  lane.resolve();
  await resting;
  expect([waited.ms(), rests]).toEqual([500, 1]);
});

test('the latency of each exchange counts as waiting, once for simultaneous exchanges', () => {
  const waited = new WaitedTime({
    startedAtMs: 0,
    nowMs: () => 0,
    sleep: async () => {},
    after: () => ({ cancel() {} }),
  });
  waited.onTheLine(100, 400);
  waited.onTheLine(200, 400);
  waited.onTheLine(1_000, 400);
  expect(waited.ms()).toBe(900);
});

test('the latency is the shortest exchange so far, and at most a second', () => {
  const line = new Line();
  expect([5_000, 700, 400, 900].map((ms) => line.took(ms))).toEqual([1_000, 700, 400, 400]);
});
