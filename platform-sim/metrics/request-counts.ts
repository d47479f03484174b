/**
 * Counts the answered requests of this process's members, and how long each route took. Each label has a bounded set of
 * values, and the series together have a maximum, whatever clients send (request-counts.test.ts). Counting is one look-up
 * in a map: the texts of a scrape are made when it comes.
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
export const BOUNDS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 5, 30] as const;
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'WS']);

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

export interface Timed extends Counted {
  sumS: number;
  /** The number of values below each bound and above the one before it. */
  readonly below: number[];
}

type Answered = Pick<ExchangeEvent, 'method' | 'path' | 'op' | 'closed' | 'fault' | 'status' | 'member'>;

export class RequestCounts {
  readonly #members = new Map<string, Map<string, Counted>>();
  readonly #timed = new Map<string, Timed>();
  #series = 0;

  /**
   * @param route the path of the route in the contract's table; undefined: no route fits the request
   * @param tookMs undefined: its arrival was not noted
   */
  count(event: Answered, route: string | undefined, tookMs?: number): void {
    const { op, status } = event;
    if (event.closed !== undefined || event.fault !== undefined || status < 100 || status > 599) return;
    const method = METHODS.has(event.method) ? event.method : OTHER;
    const template = op === undefined ? TEMPLATES.get(route ?? '') : opOf(`${event.path} ${op}`);
    const isNamed = this.#members.has(event.member) || this.#members.size < MOST_MEMBERS;
    this.#counted(isNamed ? event.member : OTHER, method, template ?? OTHER, status).count += 1;
    if (tookMs !== undefined) this.#time(method, template ?? OTHER, tookMs / 1e3);
  }

  requests(): readonly Counted[] {
    return [...this.#members.values()].flatMap((of) => [...of.values()]);
  }

  durations(): readonly Timed[] {
    return [...this.#timed.values()];
  }

  /** Drops the series of members that are gone. */
  keepMembers(names: ReadonlySet<string>): void {
    for (const [member, of] of this.#members) {
      if (member === OTHER || names.has(member)) continue;
      this.#members.delete(member);
      this.#series -= of.size;
    }
  }

  #counted(member: string, method: string, route: string, status: number, isRest = false): Counted {
    const of = this.#members.get(member);
    const key = `${method} ${route} ${status}`;
    const known = of?.get(key);
    if (known !== undefined) return known;
    if (this.#series >= MOST_SERIES && !isRest) return this.#counted(OTHER, OTHER, OTHER, status, true);
    const counted = { labels: { method, route, status: `${status}`, member }, count: 0 };
    this.#series += 1;
    if (of === undefined) this.#members.set(member, new Map([[key, counted]]));
    else of.set(key, counted);
    return counted;
  }

  #time(method: string, route: string, tookS: number): void {
    const key = `${method} ${route}`;
    const timed = this.#timed.get(key) ?? {
      ...{ labels: { method, route }, count: 0, sumS: 0, below: BOUNDS_S.map(() => 0) },
    };
    if (timed.count === 0) this.#timed.set(key, timed);
    timed.count += 1;
    timed.sumS += tookS;
    const index = BOUNDS_S.findIndex((bound) => tookS <= bound);
    if (index >= 0) timed.below[index] = (timed.below[index] ?? 0) + 1;
  }
}

function opOf(name: string): string | undefined {
  return OPS.has(name) ? name : undefined;
}
