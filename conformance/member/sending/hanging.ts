/**
 * Detects kinds of requests that hang while others are answered: each would cost its whole timeout in every check.
 * After three timeouts of a kind in a row, only one of the kind is sent every half minute.
 */
import { routeOf } from '../../contract/route-requirements.ts';
import type { Stopwatch } from '../../runner/stopwatch.ts';
import { NotSent } from './not-sent.ts';

const MOST_IN_A_ROW = 3;
/** No request of the kind is sent for this time; then one tests whether it still hangs. */
const REST_MS = 30_000;

/** The target does not answer requests of this kind. What the request was to show is not exercised. */
export class Hangs extends NotSent {
  override readonly name = 'Hangs';
}

interface Row {
  /** The latest timeouts, each route once where only different routes count. */
  readonly inARow: string[];
  untilMs: number;
}

interface Kind {
  readonly name: string;
  /** One hanging route is no evidence about the others. */
  readonly countsRoutesOnce: boolean;
}

/** The kinds of a request: its route, `POST /orders`, and all writes; for a handshake its socket. */
export interface Sent {
  readonly route: string;
  readonly among?: 'reads' | 'writes';
}

/** The kinds of a request on a shared connection. */
export function sentTo(method: string, path: string): Sent {
  const among = method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';
  return { route: routeOf(method, path)?.name ?? `${method} of no route`, among };
}

/**
 * The kind of a request on a separate connection, for example one whose body never comes. It is no evidence about its
 * route.
 */
export function sentAlone(method: string): Sent {
  return { route: `${method === 'GET' ? 'reads' : 'writes'} on connections of their own` };
}

function kindsOf({ route, among }: Sent): readonly Kind[] {
  const own = { name: route, countsRoutesOnce: false };
  return among === undefined ? [own] : [own, { name: among, countsRoutesOnce: true }];
}

/** The timeouts of a run, by kind of request. */
export class Hanging {
  readonly #stopwatch: Stopwatch;
  readonly #rows = new Map<string, Row>();
  readonly #timeoutMs: number;

  /** @param timeoutMs the usual timeout; a request with a shorter one is no evidence. */
  constructor(stopwatch: Stopwatch, timeoutMs: number) {
    this.#stopwatch = stopwatch;
    this.#timeoutMs = timeoutMs;
  }

  /** Called before sending. Throws Hangs for a kind that hangs. */
  sending(sent: Sent): void {
    for (const { name } of kindsOf(sent)) {
      const row = this.#rows.get(name);
      if (row === undefined || row.inARow.length < MOST_IN_A_ROW) continue;
      const nowMs = this.#stopwatch.nowMs();
      if (nowMs < row.untilMs) {
        throw new Hangs(`${name}: ${MOST_IN_A_ROW} in a row got no answer within ${this.#timeoutMs / 1_000} s`);
      }
      row.untilMs = nowMs + REST_MS;
    }
  }

  /**
   * Called with the outcome.
   * @param waitedMs how long the response was awaited, if it did not come in time.
   */
  saw(sent: Sent, waitedMs: number | undefined): void {
    if (waitedMs !== undefined && waitedMs < this.#timeoutMs) return;
    for (const { name, countsRoutesOnce } of kindsOf(sent)) {
      if (waitedMs === undefined) {
        this.#rows.delete(name);
        continue;
      }
      const row = this.#rows.get(name) ?? { inARow: [], untilMs: 0 };
      this.#rows.set(name, row);
      if (!countsRoutesOnce || !row.inARow.includes(sent.route)) row.inARow.push(sent.route);
      if (row.inARow.length >= MOST_IN_A_ROW) row.untilMs = this.#stopwatch.nowMs() + REST_MS;
    }
  }
}
