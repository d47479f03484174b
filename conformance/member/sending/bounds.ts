/**
 * Enforces the plan's limits on what a run sends and creates. A creation is counted before it is sent, and the count is
 * reverted if the response shows that nothing was created. A request that would exceed a bound ends the run; the
 * clean-up continues.
 */
import { armsOf } from '../effects/remains.ts';
import { creationIn } from '../effects/written-row.ts';
import type { RecordedRequest, RecordedResponse } from '../exchange/exchange.ts';
import { NotSent } from './not-sent.ts';
import type { WireFailure } from './transport.ts';

/** The quantities that a plan bounds. */
export const COUNTED = ['requests', 'orders', 'tickets', 'sessions', 'rows', 'staying'] as const;
export type Counted = (typeof COUNTED)[number];
export type Most = Readonly<Record<Counted, number>>;

const IN_WORDS: Readonly<Record<Counted, string>> = {
  requests: 'requests',
  orders: 'orders',
  tickets: 'tickets',
  sessions: 'sessions',
  rows: 'rows',
  staying: 'rows that nothing takes away',
};

/** Counts against the bounds of one run. */
export class Bounds {
  readonly #most: Most | undefined;
  readonly #abort = new AbortController();
  readonly #counts = new Map<Counted, number>();
  /** The keys of writes that created something, or may have: resending one creates nothing more. */
  readonly #keys = new Set<string>();

  /** @param most undefined: no bounds, for a throwaway world. */
  constructor(most: Most | undefined) {
    this.#most = most;
  }

  /** Aborted when the run would exceed a bound; the reason names it. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Counts one request of any kind. */
  sent(): void {
    this.#take('requests');
  }

  /**
   * Counts the rows that the request would create. The caller passes the response to the returned function. Throws
   * NotSent if a bound is exceeded.
   */
  making(request: RecordedRequest): ((answer: RecordedResponse | WireFailure) => void) | undefined {
    const kinds = this.#most === undefined ? [] : madeBy(request);
    if (kinds.length === 0) return undefined;
    const key = request.headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
    if (key !== undefined && this.#keys.has(key)) return undefined;
    this.#takeAll(kinds);
    return (answer) => {
      if (!mayHaveMade(answer)) for (const kind of kinds) this.#counts.set(kind, this.#count(kind) - 1);
      else if (key !== undefined) this.#keys.add(key);
    };
  }

  /**
   * Counts an order or a session that the next handshake or frame would create. The caller passes the response to the
   * returned function. Throws NotSent if a bound is exceeded.
   */
  opening(kind: 'orders' | 'sessions'): (answer: RecordedResponse | WireFailure) => void {
    this.#takeAll([kind]);
    return (answer) => {
      if ('failure' in answer && answer.failure.startsWith('unreachable'))
        this.#counts.set(kind, this.#count(kind) - 1);
    };
  }

  #takeAll(kinds: readonly Counted[]): void {
    const passed = kinds.filter((kind) => !this.#take(kind));
    if (passed.length > 0) throw new NotSent(`${this.signal.reason}`);
  }

  #count(kind: Counted): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** @returns false if the bound is exceeded. */
  #take(kind: Counted): boolean {
    this.#counts.set(kind, this.#count(kind) + 1);
    return this.#check(kind);
  }

  #check(kind: Counted): boolean {
    const most = this.#most?.[kind];
    if (most === undefined || this.#count(kind) <= most) return true;
    if (!this.signal.aborted)
      this.#abort.abort(`the plan says at most ${most} ${IN_WORDS[kind]}, and the run would make more`);
    return false;
  }
}

function madeBy({ method, path }: RecordedRequest): readonly Counted[] {
  if (method !== 'POST') return [];
  const collection = creationIn(method, path);
  if (collection === '/orders') return ['orders'];
  if (collection !== undefined) return armsOf(collection).length === 0 ? ['rows', 'staying'] : ['rows'];
  return path.split('?', 1)[0] === '/v1/ws-tickets' ? ['tickets'] : [];
}

function mayHaveMade(answer: RecordedResponse | WireFailure): boolean {
  if ('failure' in answer) return !answer.failure.startsWith('unreachable');
  const isReplay = answer.headers.some(([name, value]) => /^idempotent-replay$/i.test(name) && value === 'true');
  return answer.status >= 500 || (answer.status >= 200 && answer.status < 300 && !isReplay);
}
