import { describe, expect, test } from 'vitest';
import { answer, historyOf, unanswered } from '../../testing/sample-history.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { latenciesTogether, RunTrace, timelinesTogether } from './run-trace.ts';

function exchangeOf(over: Partial<Exchange> = {}, path = 'GET /me', headers: Record<string, string> = {}): Exchange {
  const [e] = historyOf({ sent: answer(path, { status: 200, headers }) }).exchanges;
  if (e === undefined) throw new Error('one exchange');
  return { ...e, sentAtMs: 10, answeredAtMs: 13, ...over };
}

const at = (position: number) => exchangeOf({}, 'GET /me', { 'X-Service-Global-Sequence': `${position}` });

describe('the timeline', () => {
  test('has when, how long, the status and the position of an answer; 0 for none', () => {
    const trace = new RunTrace(() => 0);
    trace.answered(at(7));
    const [lost] = historyOf({ sent: unanswered('GET /me') }).exchanges;
    if (lost !== undefined) trace.answered({ ...lost, sentAtMs: 20, answeredAtMs: 30.26 });
    expect(trace.timeline().points).toEqual([
      [10, 3, 200, 7],
      [20, 10.3, 0, null],
    ]);
  });

  test('has which member answered, where a balancer names it, also in a whole of two parts', () => {
    const trace = new RunTrace(() => 0);
    for (const member of ['m2', 'm1', 'm2']) trace.answered(exchangeOf({}, 'GET /me', { 'X-Service-Member': member }));
    trace.answered(exchangeOf());
    const timeline = trace.timeline();
    expect(timeline.answeredBy).toEqual({ names: ['m2', 'm1'], of: [0, 1, 0, null] });
    const other = { every: 1, points: timeline.points.slice(0, 1), events: [], answeredBy: { names: ['m1'], of: [0] } };
    const whole = timelinesTogether([
      { timeline: other, byMs: 0 },
      { timeline, byMs: 100 },
    ]);
    expect(whole.answeredBy).toEqual({ names: ['m1', 'm2'], of: [0, 1, 0, 1, null] });
  });

  test('is bounded whatever is sent, over the whole run', () => {
    const trace = new RunTrace(() => 0);
    for (let n = 0; n < 20_000; n += 1) trace.answered(exchangeOf({ sentAtMs: n, answeredAtMs: n + 1 }));
    const { every, points } = trace.timeline();
    expect(points.length).toBeGreaterThan(900);
    expect(points.length).toBeLessThanOrEqual(2_000);
    expect(points.map(([sentAtMs]) => sentAtMs)).toEqual(points.map((_, i) => i * every));
  });

  test('counts positions on where the world is reset', () => {
    const trace = new RunTrace(() => 0);
    trace.answered(at(90));
    trace.worldReset();
    trace.answered(at(4));
    expect(trace.timeline().points.map(([, , , position]) => position)).toEqual([90, 94]);
  });

  test('has what the suite did, from its beginning to its first end; what has no room is counted', () => {
    let nowMs = 5;
    const trace = new RunTrace(() => nowMs);
    const end = trace.began('fault', 'hold');
    nowMs = 8;
    end();
    nowMs = 9;
    end();
    for (let n = 0; n < 700; n += 1) trace.began('members', 'crash')();
    const { events, eventsLeftOut } = trace.timeline();
    expect(events[0]).toEqual({ kind: 'fault', what: 'hold', fromMs: 5, toMs: 8 });
    expect([events.length, eventsLeftOut]).toEqual([600, 101]);
  });

  test('of two parts is one in order of time', () => {
    const part = (sentAtMs: number) => ({ every: 2, points: [[sentAtMs, 1, 200, null] as const], events: [] });
    const whole = timelinesTogether([
      { timeline: part(5), byMs: 100 },
      { timeline: part(7), byMs: 0 },
    ]);
    expect(whole).toEqual({
      every: 2,
      points: [
        [7, 1, 200, null],
        [105, 1, 200, null],
      ],
      events: [],
    });
  });
});

describe('the histograms', () => {
  test('count answers by route and bucket, a bound included; a request without an answer has no time', () => {
    const trace = new RunTrace(() => 0);
    for (const tookMs of [1, 1.5, 99_999]) trace.answered(exchangeOf({ sentAtMs: 0, answeredAtMs: tookMs }));
    trace.answered(exchangeOf({ sentAtMs: 0, answeredAtMs: 3, response: null }));
    trace.answered(exchangeOf({ sentAtMs: 0, answeredAtMs: 3 }, 'GET /nothing-of-it'));
    const { boundsMs, routes } = trace.latency();
    expect(routes.map(({ route }) => route)).toEqual(['GET /me', 'other requests']);
    const [first] = routes;
    expect(first?.counts.slice(0, 3)).toEqual([1, 1, 0]);
    expect(first?.counts.at(-1)).toBe(1);
    expect(first?.counts).toHaveLength(boundsMs.length + 1);
  });

  test('of two parts add up', () => {
    const part = { boundsMs: [1], routes: [{ route: 'GET /me', counts: [2, 1] }] };
    expect(latenciesTogether([part, part])?.routes).toEqual([{ route: 'GET /me', counts: [4, 2] }]);
    expect(latenciesTogether([])).toBeUndefined();
  });
});
