/** Defects on writes that are answered 202, and on busy answers: what happens to some requests by chance. */
import {
  type HttpRequest,
  type HttpResponse,
  type Json,
  keyOf,
  type Layer,
  refusal,
  routeOf,
  withHeader,
  withJson,
  withoutHeaders,
} from '../variations/layer.ts';
import { defects } from './defect.ts';
import { slot } from './key-changes.ts';
import { isSubmit, isWrite } from './request-changes.ts';

interface Promising {
  /** Answers every so many orders 202. */
  readonly every: number;
  /** The key in its Location. */
  readonly named?: (key: string) => string;
  /** `carried out`: the platform gets the order, and its key replays; `pending`: its operation stays so; else unknown. */
  readonly outcome: 'carried out' | 'pending' | 'unknown';
}

const promise = (request: HttpRequest, key: string): HttpResponse => ({
  ...withJson(withHeader(withoutHeaders(refusal(request, 503, ''), 'Retry-After'), 'Location', `/operations/${key}`), {}),
  status: 202,
});

const promising =
  ({ every, named = (key) => key, outcome }: Promising) =>
  (): Layer => {
    const promised = new Map<string, string>();
    let orders = 0;
    return async (request, next) => {
      const key = keyOf(request);
      const operation = /^GET \/operations\/([^/]+)$/.exec(routeOf(request))?.[1];
      if (outcome === 'pending' && operation !== undefined && [...promised.values()].includes(operation)) {
        const pending: Json = { key: operation, operation: 'submitOrder', outcome: { status: 'PENDING' } };
        return { ...withJson(withoutHeaders(refusal(request, 503, ''), 'Retry-After'), pending), status: 200 };
      }
      if (key === undefined || !isSubmit(request)) return next(request);
      const isAgain = promised.has(slot(request));
      if (isAgain && outcome === 'carried out') return next(request);
      if (!isAgain) orders += 1;
      if (!isAgain && orders % every !== 0) return next(request);
      promised.set(slot(request), key);
      if (outcome === 'carried out') await next(request);
      return promise(request, named(key));
    };
  };

interface Busy {
  readonly status: 429 | 503;
  readonly code: string;
  readonly retryable?: boolean;
  readonly without?: string;
  /** Writes alone: what a bound of the member or an owner refuses. */
  readonly writes?: true;
}

const EVERY = 5;

/** Refuses every fifth request of a kind for now. */
const busyNowAndThen =
  ({ status, code, retryable = true, without = '', writes }: Busy) =>
  (): Layer => {
    let n = 0;
    return async (request, next) => {
      if (writes === true && !isWrite(request)) return next(request);
      n += 1;
      return n % EVERY === 0 ? withoutHeaders(refusal(request, status, code, retryable), without) : next(request);
    };
  };

const NO_RETRY_AFTER = { without: 'Retry-After' } as const;
const FINAL = { retryable: false } as const;
const IN_FLIGHT = { status: 429, code: 'IN_FLIGHT_FULL', writes: true } as const;
const OF_ANOTHER_STATUS = { status: 503, code: 'INBOX_FULL', writes: true } as const;

export const PROMISED_WRITES_DEFECTS = defects([
  ['IDEM-11 | any', 'orders answered 202 of another key', promising({ every: 1, named: (key) => `${key}-other`, outcome: 'carried out' })],
  ['IDEM-12', 'every fourth order is answered 202 and lost', promising({ every: 4, outcome: 'unknown' })],
  ['IDEM-12', 'every fourth order is answered 202 and pends', promising({ every: 4, outcome: 'pending' })],
  ['ERR-10', 'a 503 now and then without a time', busyNowAndThen({ status: 503, code: 'NOT_PRIMED', ...NO_RETRY_AFTER })],
  ['ERR-10 | POL-04', 'a 429 now and then without a time', busyNowAndThen({ ...IN_FLIGHT, ...NO_RETRY_AFTER })],
  ['ERR-11', 'a 503 now and then that is final', busyNowAndThen({ status: 503, code: 'NOT_PRIMED', ...FINAL })],
  ['ERR-11 ERR-16', 'a 429 now and then that is final', busyNowAndThen({ ...IN_FLIGHT, ...FINAL })],
  ['ERR-14', 'not serving now and then for good', busyNowAndThen({ status: 503, code: 'NOT_SERVING', ...FINAL })],
  ['ERR-14', 'not serving now and then as a 429', busyNowAndThen({ status: 429, code: 'NOT_SERVING' })],
  ['ERR-16', 'a full inbox now and then as a 503', busyNowAndThen(OF_ANOTHER_STATUS)],
]);
