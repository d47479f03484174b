/**
 * Counts the answered requests of this process's members, and how long each route took. Each label has a bounded set of
 * values, and the series together have a maximum, whatever clients send (request-counts.test.ts). Counting looks each label
 * up in a map: the texts of a scrape are made when it comes.
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

/** By route, then by method and status as one number: maps of texts that are there find a series without making a text. */
type OfMember = Map<string, Map<number, Series>>;

export class RequestCounts {
  readonly #members = new Map<string, OfMember>();
  readonly #timed = new Map<string, Timed>();
  #series = 0;

  /**
   * @param route the path of the route in the contract's table; undefined: no route fits the request
   * @param tookMs undefined: its arrival was not noted
   */
  count(event: Answered, route: string | undefined, tookMs?: number): void {
    const { op, status } = event;
    if (event.closed !== undefined || event.fault !== undefined || status < 100 || status > 599) return;
    const of = op === undefined ? (route ?? OTHER) : `${event.path} ${op}`;
    const known = TEMPLATES.has(of) || OPS.has(of) ? of : OTHER;
    const isNamed = this.#members.has(event.member) || this.#members.size < MOST_MEMBERS;
    const series = this.#of(isNamed ? event.member : OTHER, METHODS.indexOf(event.method), known, status);
    series.count += 1;
    if (tookMs !== undefined) time(series.timed, tookMs / 1_000);
  }

  requests(): readonly Counted[] {
    return [...this.#members.values()].flatMap(seriesOf);
  }

  durations(): readonly Timed[] {
    return [...this.#timed.values()].filter(({ count }) => count > 0);
  }

  /** Drops the series of members that are gone. */
  keepMembers(names: ReadonlySet<string>): void {
    for (const [member, of] of this.#members) {
      if (member === OTHER || names.has(member)) continue;
      this.#members.delete(member);
      this.#series -= seriesOf(of).length;
    }
  }

  /** @param method its index, or -1 */
  #of(member: string, method: number, route: string, status: number): Series {
    const known = this.#members
      .get(member)
      ?.get(route)
      ?.get(method * 1_000 + status);
    if (known !== undefined) return known;
    const isRest = member === OTHER && method === -1 && route === OTHER;
    if (this.#series >= MOST_SERIES && !isRest) return this.#of(OTHER, -1, OTHER, status);
    const labels = { method: METHODS[method] ?? OTHER, route: TEMPLATES.get(route) ?? route };
    const series = {
      labels: { ...labels, status: `${status}`, member },
      ...{ count: 0, timed: this.#timedOf(labels) },
    };
    this.#series += 1;
    const ofMember: OfMember = this.#members.get(member) ?? new Map();
    const ofRoute = ofMember.get(route) ?? new Map<number, Series>();
    this.#members.set(member, ofMember.set(route, ofRoute.set(method * 1_000 + status, series)));
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

function seriesOf(of: OfMember): readonly Series[] {
  return [...of.values()].flatMap((ofRoute) => [...ofRoute.values()]);
}

function time(timed: Timed, tookS: number): void {
  timed.count += 1;
  timed.sumS += tookS;
  const index = BOUNDS_S.findIndex((bound) => tookS <= bound);
  if (index >= 0) timed.below[index] = (timed.below[index] ?? 0) + 1;
}
