import { describe, expect, test } from 'vitest';
import { InFlight } from './in-flight.ts';
import { pace } from './pace.ts';
import { together } from './together.ts';

/** A pace, and how to send through it: each request gives the time at which it goes. */
function pacing(requestsPerSecond: number | undefined, adapts = false) {
  let nowMs = 0;
  const stopwatch = {
    startedAtMs: 0,
    nowMs: () => nowMs,
    async sleep(ms: number) {
      await new Promise((resolve) => setImmediate(resolve));
      nowMs += ms;
    },
    after: () => ({ cancel() {} }),
  };
  const of = pace(requestsPerSecond, stopwatch, adapts);
  const send = async (session: object = of) => ((await of.turn(session)) === false ? 'dropped' : Math.round(nowMs));
  const pass = (ms: number) => {
    nowMs += ms;
  };
  /** The time between the next two requests. */
  const apartMs = async () => {
    pass(100_000);
    const [first, second] = [await send(), await send()];
    return Number(second) - Number(first);
  };
  return { ...of, send, pass, apartMs };
}

test('five a second are sent 200 ms apart, and idle time is not saved up', async () => {
  const { send, pass } = pacing(5);
  expect(await Promise.all([send(), send(), send()])).toEqual([0, 200, 400]);
  pass(10_000);
  expect(await Promise.all([send(), send()])).toEqual([10_400, 10_600]);
});

test('sessions take turns, however many requests of one wait', async () => {
  const { send } = pacing(10);
  const [many, few] = [{}, {}];
  const first = Promise.all([send(many), send(many), send(many), send(many)]);
  expect(await Promise.all([send(few), send(few)])).toEqual([200, 400]);
  expect(await first).toEqual([0, 100, 300, 500]);
});

test('the waiting requests of a session that is dropped take no turn', async () => {
  const { send, drop } = pacing(5);
  const cancelled = {};
  const of = Promise.all([send(cancelled), send(cancelled), send(cancelled)]);
  drop(cancelled);
  expect(await of).toEqual([0, 'dropped', 'dropped']);
  expect(await send()).toBe(200);
});

describe('a target that pushes back', () => {
  test('halves the pace of the run, and each other response restores a little of it', async () => {
    const { pushedBack, answered, apartMs } = pacing(5, true);
    pushedBack(undefined);
    expect(await apartMs()).toBe(400);
    for (let i = 0; i < 5; i += 1) answered();
    expect(await apartMs()).toBe(333);
    for (let i = 0; i < 100; i += 1) answered();
    expect(await apartMs()).toBe(200);
  });

  test('counts at most once a second, and never stops the run', async () => {
    const { pushedBack, pass, apartMs } = pacing(5, true);
    for (let i = 0; i < 8; i += 1) pushedBack(undefined);
    expect(await apartMs()).toBe(400);
    for (let i = 0; i < 8; i += 1) {
      pass(1_000);
      pushedBack(undefined);
    }
    expect(await apartMs()).toBe(2_000);
  });

  test('without a limit in the profile it receives half of the former rate', async () => {
    const { turn, pushedBack, apartMs } = pacing(undefined, true);
    for (let i = 0; i < 20; i += 1) expect(turn({})).toBeUndefined();
    pushedBack(undefined);
    expect(await apartMs()).toBe(100);
  });

  test('receives no request before its Retry-After, not even one that waited before', async () => {
    const { send, pushedBack } = pacing(5, true);
    const sent = Promise.all([send(), send()]);
    pushedBack(7_000);
    expect(await sent).toEqual([0, 7_000]);
    pushedBack(3_600_000);
    expect(await send()).toBe(67_000);
  });

  test('does not slow a run with a control plane, since the checks themselves cause it', async () => {
    const { send, pushedBack } = pacing(5, false);
    pushedBack(7_000);
    expect(await Promise.all([send(), send()])).toEqual([0, 200]);
  });
});

test('without a limit no request waits', () => expect(pacing(undefined).turn({})).toBeUndefined());

test('at most this many requests are in flight, and the sessions of the others take turns', async () => {
  const inFlight = new InFlight(2);
  const [many, few, dropped] = [{}, {}, {}];
  const order: string[] = [];
  const take = async (session: object, name: string) => {
    const isPlaced = await inFlight.take(session);
    order.push(isPlaced === false ? `${name} dropped` : name);
  };
  expect([inFlight.take(many), inFlight.take(many)]).toEqual([undefined, undefined]);
  const waiting = [take(many, '3'), take(many, '4'), take(dropped, '5'), take(few, '6')];
  inFlight.drop(dropped);
  for (let i = 0; i < 3; i += 1) inFlight.leave();
  await Promise.all(waiting);
  expect(order).toEqual(['5 dropped', '3', '6', '4']);
  inFlight.leave();
  inFlight.leave();
  expect(inFlight.take(few)).toBeUndefined();
});

test('no request leaves before the last one has its turn', async () => {
  const departure = together(2);
  let left = 0;
  const leave = async () => {
    await departure();
    left += 1;
  };
  const first = leave();
  await Promise.resolve();
  expect(left).toBe(0);
  await Promise.all([first, leave()]);
  expect(left).toBe(2);
});
