/**
 * Kinds of requests that hang while others are answered: each would cost its whole timeout in every check. After three of a
 * kind without an answer in time the rest of the kind is not sent, but for one every half minute.
 */
import { routeOf } from '../contract/route-requirements.ts';
import type { Stopwatch } from '../runner/stopwatch.ts';
import { NotSent } from './not-sent.ts';

const MOST_IN_A_ROW = 3;
/** So long nothing of the kind is sent; then one request shows whether it hangs still. */
const REST_MS = 30_000;

/** The target does not answer requests of this kind: what the request was to show is not exercised. */
export class Hangs extends NotSent {
  override readonly name = 'Hangs';
}

interface Row {
  /** What timed out last, each once where only different ones count. */
  readonly inARow: string[];
  untilMs: number;
}

interface Kind {
  readonly name: string;
  /** One route that hangs says nothing of the others. */
  readonly countsRoutesOnce: boolean;
}

/** `POST /orders`, and all writes; of a handshake its socket. */
export interface Sent {
  readonly route: string;
  readonly among?: 'reads' | 'writes';
}

export function sentTo(method: string, path: string): Sent {
  const among = method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';
  return { route: routeOf(method, path)?.name ?? `${method} of no route`, among };
}

/** On a connection of its own, such as one whose body never comes: that says nothing of its route. */
export function sentAlone(method: string): Sent {
  return { route: `${method === 'GET' ? 'reads' : 'writes'} on connections of their own` };
}

function kindsOf({ route, among }: Sent): readonly Kind[] {
  const own = { name: route, countsRoutesOnce: false };
  return among === undefined ? [own] : [own, { name: among, countsRoutesOnce: true }];
}

export class Hanging {
  readonly #stopwatch: Stopwatch;
  readonly #rows = new Map<string, Row>();
  readonly #timeoutMs: number;

  /** @param timeoutMs how long an answer is waited for; a request that waits less says nothing. */
  constructor(stopwatch: Stopwatch, timeoutMs: number) {
    this.#stopwatch = stopwatch;
    this.#timeoutMs = timeoutMs;
  }

  /** Throws Hangs. */
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

  /** @param waitedMs how long its answer was waited for, where none came in time. */
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
