/**
 * Counts the answered requests of this process's members, and how long each route took. Each label has a bounded set of
 * values, and the series together have a maximum, whatever clients send (request-counts.test.ts).
 */
import { type OperationId, ROUTES } from '../../gateway/contract/routes.ts';
import { SOCKET_FRAMES, SOCKET_PATHS, type SocketName } from '../../gateway/contract/sockets.ts';
import type { ExchangeEvent } from '../../gateway/http/exchange-event.ts';

export const OTHER = 'other';
/** Names of members with series of their own; further members share those of `other`. */
export const MOST_MEMBERS = 64;
/** Series of answered requests; what would begin a further one is counted under `other`, by its status alone. */
export const MOST_SERIES = 2_000;
/** Upper bounds of the histogram, in seconds. */
const BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5];
/** As the specification writes them: 1.0, not 1. */
const BOUNDS = [...BOUNDS_S.map((bound) => (Number.isInteger(bound) ? `${bound}.0` : `${bound}`)), '+Inf'];
const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'WS'];

/** The label of a route by its path in the contract's table: `/orders/{id}`. */
const TEMPLATES: ReadonlyMap<string, string> = new Map(
  [
    ...(Object.keys(ROUTES) as OperationId[]).map((operation) => ROUTES[operation].path),
    ...Object.values(SOCKET_PATHS),
  ].map((path) => [path, path.replaceAll(/:([a-z]+)/gi, '{$1}')]),
);
/** The labels of the operations of sockets: `/v1/ws/trading submit`. */
const OPS: ReadonlySet<string> = new Set(
  (Object.keys(SOCKET_PATHS) as SocketName[]).flatMap((socket) =>
    SOCKET_FRAMES[socket].ops.map((op) => `${SOCKET_PATHS[socket]} ${op}`),
  ),
);

type Labels = Readonly<Record<string, string>>;

export interface Counted {
  readonly labels: Labels;
  count: number;
}

export interface Timed {
  readonly labels: Labels;
  count: number;
  sumS: number;
  /** The number of values below each bound and above the one before it. */
  readonly below: number[];
  /** The labels of each bucket: one object for a series, so that the library makes its text once. */
  readonly buckets: readonly Labels[];
}

interface Series extends Counted {
  /** Of its route and method. */
  readonly timed: Timed;
}

type Answered = Pick<ExchangeEvent, 'method' | 'path' | 'op' | 'closed' | 'fault' | 'status' | 'member'>;

export class RequestCounts {
  readonly #series = new Map<string, Series>();
  readonly #timed = new Map<string, Timed>();
  /** Names with a series. */
  readonly #members = new Set<string>();

  /**
   * @param route the path of the route in the contract's table; undefined: no route fits the request
   * @param tookMs undefined: its arrival was not noted
   */
  count(event: Answered, route: string | undefined, tookMs?: number): void {
    const { op, status } = event;
    if (event.closed !== undefined || event.fault !== undefined || status < 100 || status > 599) return;
    const method = METHODS.includes(event.method) ? event.method : OTHER;
    const of = op === undefined ? (route ?? OTHER) : `${event.path} ${op}`;
    const known = TEMPLATES.get(of) ?? (OPS.has(of) ? of : OTHER);
    const isNamed = this.#members.has(event.member) || this.#members.size < MOST_MEMBERS;
    const series = this.#of(method, known, status, isNamed ? event.member : OTHER);
    series.count += 1;
    if (tookMs !== undefined) time(series.timed, tookMs / 1_000);
  }

  requests(): readonly Counted[] {
    return [...this.#series.values()];
  }

  durations(): readonly Timed[] {
    return [...this.#timed.values()].filter(({ count }) => count > 0);
  }

  /** Drops the series of members that are gone. */
  keepMembers(names: ReadonlySet<string>): void {
    const isGone = (member: string): boolean => member !== OTHER && !names.has(member);
    for (const member of this.#members) if (isGone(member)) this.#members.delete(member);
    for (const [key, { labels }] of this.#series) if (isGone(labels['member'] ?? OTHER)) this.#series.delete(key);
  }

  #of(method: string, route: string, status: number, member: string): Series {
    const key = `${method} ${route} ${status} ${member}`;
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    const isRest = method === OTHER && route === OTHER && member === OTHER;
    if (this.#series.size >= MOST_SERIES && !isRest) return this.#of(OTHER, OTHER, status, OTHER);
    const labels = { method, route, status: `${status}`, member };
    const series = { labels, count: 0, timed: this.#timedOf({ method, route }) };
    this.#series.set(key, series);
    this.#members.add(member);
    return series;
  }

  #timedOf(labels: Labels): Timed {
    const key = Object.values(labels).join(' ');
    const timed = this.#timed.get(key) ?? {
      ...{ labels, count: 0, sumS: 0, below: BOUNDS_S.map(() => 0), buckets: BOUNDS.map((le) => ({ le, ...labels })) },
    };
    this.#timed.set(key, timed);
    return timed;
  }
}

function time(timed: Timed, tookS: number): void {
  timed.count += 1;
  timed.sumS += tookS;
  const index = BOUNDS_S.findIndex((bound) => tookS <= bound);
  if (index >= 0) timed.below[index] = (timed.below[index] ?? 0) + 1;
}
