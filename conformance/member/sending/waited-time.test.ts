import { describe, expect, test } from 'vitest';
import type { Stopwatch } from '../../runner/stopwatch.ts';
import { TicketRoom } from './ticket-room.ts';
import { Line, WaitedTime } from './waited-time.ts';

describe('the time that a session waits', () => {
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
});

describe('room for tickets', () => {
  function room(rate: number) {
    let nowMs = 0;
    const of = new TicketRoom({ nowMs: () => nowMs } as Stopwatch, rate);
    const [session, another] = [{}, {}];
    return {
      of,
      another,
      pass(ms: number) {
        nowMs += ms;
      },
      mint(times: number, user = 'trader') {
        for (let i = 0; i < times; i += 1) of.asked(session, user);
      },
      missingMs: (count = 25, user = 'trader') => of.reserve(session, user, count),
    };
  }

  test('there is room for as many tickets as stay below 55 of one user within a minute', () => {
    const { mint, missingMs } = room(0);
    mint(30);
    mint(30, 'viewer');
    expect(missingMs()).toBe(0);
    expect(missingMs(26)).toBe(60_001);
  });

  test('moving a clock makes room, a stopped clock does not', () => {
    const { of, mint, missingMs, pass } = room(0);
    mint(40);
    pass(120_000);
    expect(missingMs()).toBe(60_001);
    of.moved(60_001);
    expect(missingMs()).toBe(0);
  });

  test('a running clock makes room at its own rate', () => {
    const { mint, missingMs, pass } = room(10);
    mint(31);
    pass(1_000);
    expect(missingMs()).toBe(50_001);
  });

  test('only as many tickets as are in the way must be a minute old', () => {
    const { mint, missingMs, pass } = room(1);
    mint(10);
    pass(5_000);
    mint(25);
    expect(missingMs(30)).toBe(55_001);
    expect(missingMs(31)).toBe(60_001);
    expect(missingMs(61)).toBe(60_001);
  });

  test('what another session has reserved counts until it is minted, or the session is done', () => {
    const { of, another, mint, missingMs } = room(1);
    expect(of.reserve(another, 'trader', 30)).toBe(0);
    expect(missingMs(25, 'viewer')).toBe(0);
    expect(missingMs(25)).toBe(0);
    expect(missingMs(26)).toBe(500);
    for (let i = 0; i < 20; i += 1) of.asked(another, 'trader');
    of.done(another);
    expect(missingMs(36)).toBe(60_001);
    expect(missingMs(35)).toBe(0);
    mint(35);
    expect(of.reserve(another, 'trader', 1)).toBe(60_001);
  });

  test('on a clock that is moved by hand no session waits for another', () => {
    const { of, another, missingMs } = room(0);
    of.reserve(another, 'trader', 55);
    expect(missingMs(55)).toBe(0);
  });

  test('a reset clears the count', () => {
    const { of, mint, missingMs } = room(0);
    mint(60);
    of.forget();
    expect(missingMs()).toBe(0);
  });
});
