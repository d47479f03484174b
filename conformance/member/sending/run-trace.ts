/**
 * A compact trace of everything that a run sent, for the timeline and the histograms of its report. It costs a few
 * microseconds a request, and its size has a bound whatever the length of the run.
 */

import { routeOf } from '../../contract/route-requirements.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { header, position } from '../exchange/exchange.ts';
import { largest } from '../extremes.ts';

/** One answer: sent at, milliseconds until it came, status (0: no answer), position (null: the answer states none). */
export type TracePoint = readonly [sentAtMs: number, tookMs: number, status: number, position: number | null];

export interface TraceEvent {
  readonly kind: 'fault' | 'members' | 'owners';
  readonly what: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Which member answered, as far as a balancer names it (`X-Service-Member`, no header of the interface). */
export interface AnsweredBy {
  readonly names: readonly string[];
  /** For each point the place of its member's name; null: it is not named. */
  readonly of: readonly (number | null)[];
}

export interface Timeline {
  /** `points` has every n-th request. */
  readonly every: number;
  readonly points: readonly TracePoint[];
  /** Absent: no answer named its member. */
  readonly answeredBy?: AnsweredBy;
  readonly events: readonly TraceEvent[];
  /** Later events that found no room; absent: none. */
  readonly eventsLeftOut?: number;
}

export interface Latency {
  /** Upper bounds of the buckets in milliseconds; the last bucket has none. */
  readonly boundsMs: readonly number[];
  /** Answers by bucket, the busiest route first. */
  readonly routes: readonly { readonly route: string; readonly counts: readonly number[] }[];
}

const MOST_POINTS = 2_000;
const MOST_EVENTS = 600;
/** The most members that are distinguished. */
const MOST_MEMBERS = 12;
const LONGEST_TEXT = 160;
const LATENCY_BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000] as const;
const NO_ROUTE = 'other requests';

/** Collects the trace of one run. */
export class RunTrace {
  #every = 1;
  #seen = 0;
  #points: TracePoint[] = [];
  /** Of each point, its member. */
  #by: (number | null)[] = [];
  readonly #names: string[] = [];
  readonly #events: TraceEvent[] = [];
  #leftOut = 0;
  readonly #routes = new Map<string, number[]>();
  readonly #nowMs: () => number;
  /** A reset begins the positions at 0 again; the trace counts on. */
  #before = 0;
  #furthest = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  answered(e: Exchange): void {
    const tookMs = e.answeredAtMs - e.sentAtMs;
    if (e.response !== null) this.#count(e, tookMs);
    const stated = position(e);
    const at = stated === undefined ? null : this.#before + Number(stated);
    if (at !== null && at > this.#furthest) this.#furthest = at;
    this.#seen += 1;
    if ((this.#seen - 1) % this.#every !== 0) return;
    this.#points.push([Math.round(e.sentAtMs), Math.round(tookMs * 10) / 10, e.response?.status ?? 0, at]);
    this.#by.push(this.#memberOf(e));
    if (this.#points.length <= MOST_POINTS) return;
    this.#points = this.#points.filter((_, i) => i % 2 === 0);
    this.#by = this.#by.filter((_, i) => i % 2 === 0);
    this.#every *= 2;
  }

  #memberOf(e: Exchange): number | null {
    const name = header(e, 'x-service-member')?.slice(0, LONGEST_TEXT);
    if (name === undefined) return null;
    const known = this.#names.indexOf(name);
    if (known >= 0) return known;
    return this.#names.length < MOST_MEMBERS ? this.#names.push(name) - 1 : null;
  }

  /** Something that the suite does to the platform; the function that it returns ends it. */
  readonly began = (kind: TraceEvent['kind'], what: string): (() => void) => {
    if (this.#events.length >= MOST_EVENTS) {
      this.#leftOut += 1;
      return () => {};
    }
    const fromMs = Math.round(this.#nowMs());
    const at = this.#events.push({ kind, what: what.slice(0, LONGEST_TEXT), fromMs, toMs: fromMs }) - 1;
    let isOpen = true;
    return () => {
      const event = this.#events[at];
      if (!isOpen || event === undefined) return;
      isOpen = false;
      this.#events[at] = { ...event, toMs: Math.round(this.#nowMs()) };
    };
  };

  worldReset(): void {
    this.#before = this.#furthest;
  }

  timeline(): Timeline {
    return {
      every: this.#every,
      points: this.#points,
      ...(this.#names.length > 0 && { answeredBy: { names: this.#names, of: this.#by } }),
      events: this.#events,
      ...(this.#leftOut > 0 && { eventsLeftOut: this.#leftOut }),
    };
  }

  latency(): Latency {
    const routes = [...this.#routes].map(([route, counts]) => ({ route, counts }));
    const total = ({ counts }: { readonly counts: readonly number[] }) => counts.reduce((sum, n) => sum + n, 0);
    return { boundsMs: LATENCY_BOUNDS_MS, routes: routes.sort((a, b) => total(b) - total(a)) };
  }

  #count({ request: { method, path } }: Exchange, tookMs: number): void {
    const route = routeOf(method, path)?.name ?? NO_ROUTE;
    let counts = this.#routes.get(route);
    if (counts === undefined) {
      counts = Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, () => 0);
      this.#routes.set(route, counts);
    }
    const bucket = LATENCY_BOUNDS_MS.findIndex((boundMs) => tookMs <= boundMs);
    const at = bucket < 0 ? LATENCY_BOUNDS_MS.length : bucket;
    counts[at] = (counts[at] ?? 0) + 1;
  }
}

/** The traces of the parts of one run as one, thinned to the same bound; `byMs` moves each part to the whole run. */
export function timelinesTogether(parts: readonly { readonly timeline: Timeline; readonly byMs: number }[]): Timeline {
  const points = parts.flatMap(({ timeline: { points, answeredBy }, byMs }) =>
    points.map(([atMs, ...rest], i) => ({
      point: [atMs + byMs, ...rest] as TracePoint,
      by: answeredBy?.names[answeredBy.of[i] ?? -1],
    })),
  );
  const names = [...new Set(points.flatMap(({ by }) => by ?? []))].slice(0, MOST_MEMBERS);
  const events = parts.flatMap(({ timeline, byMs }) =>
    timeline.events.map((event) => ({ ...event, fromMs: event.fromMs + byMs, toMs: event.toMs + byMs })),
  );
  const step = Math.max(1, Math.ceil(points.length / MOST_POINTS));
  const leftOut =
    parts.reduce((sum, { timeline }) => sum + (timeline.eventsLeftOut ?? 0), 0) +
    Math.max(0, events.length - MOST_EVENTS);
  const kept = points.sort((a, b) => a.point[0] - b.point[0]).filter((_, i) => i % step === 0);
  const placeOf = (name: string | undefined) =>
    name !== undefined && names.includes(name) ? names.indexOf(name) : null;
  return {
    every: step * largest([1, ...parts.map(({ timeline }) => timeline.every)]),
    points: kept.map(({ point }) => point),
    ...(names.length > 0 && { answeredBy: { names, of: kept.map(({ by }) => placeOf(by)) } }),
    events: events.sort((a, b) => a.fromMs - b.fromMs).slice(0, MOST_EVENTS),
    ...(leftOut > 0 && { eventsLeftOut: leftOut }),
  };
}

/** The counts of several runs together; those of other buckets than the first one's are left out. */
export function latenciesTogether(all: readonly Latency[]): Latency | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  const same = all.filter(({ boundsMs }) => boundsMs.join() === first.boundsMs.join());
  const routes = Map.groupBy(
    same.flatMap((one) => one.routes),
    ({ route }) => route,
  );
  return {
    boundsMs: first.boundsMs,
    routes: [...routes].map(([route, of]) => ({
      route,
      counts: first.boundsMs.concat(0).map((_, i) => of.reduce((sum, { counts }) => sum + (counts[i] ?? 0), 0)),
    })),
  };
}
