/** The engine's plan for an applied document: each algo as a pure function of it. */
import type { AlgoVersionRow, SubmitOrder } from '../../gateway/facts.ts';
import type { DocumentObject } from '../owners/algos/read-document.ts';

export type Leg = Omit<SubmitOrder, 'kind' | 'algoInstanceId'>;

export interface Plan {
  /** The orders of each round, in this order. */
  readonly legs: readonly Leg[];
  /** The number of rounds; the first is placed at once. */
  readonly times: number;
  readonly everyMs: number;
}

/** The number of rounds that a document does not state. */
export const DEFAULT_TIMES = 1;

/** The interval of rounds that a document does not state, in milliseconds. */
export const DEFAULT_EVERY_MS = 1000;

/** The members of a valid document have the types of its schema. */
interface Schedule {
  readonly orders?: number;
  readonly everyMs?: number;
}
interface Quote {
  readonly account: number;
  readonly instrument: number;
  readonly side: Leg['side'];
  readonly price?: string;
  readonly qty: string;
}
interface Basket {
  readonly legs: readonly Quote[];
  readonly schedule?: Schedule;
}

/** By the name in the manifest. */
const PLANS: Readonly<Record<string, (document: DocumentObject) => Plan>> = {
  quoter(document) {
    const stated = document as unknown as (Quote | Partial<Record<keyof Quote, undefined>>) & Schedule;
    return scheduled(stated.account === undefined ? [] : [legOf(stated)], stated);
  },
  basket(document) {
    const { legs, schedule = {} } = document as unknown as Basket;
    return scheduled(legs.map(legOf), schedule);
  },
};

/** undefined for an algo without code in this engine: it runs and places nothing. */
export function planOf({ manifest }: AlgoVersionRow, document: DocumentObject): Plan | undefined {
  return Object.hasOwn(PLANS, manifest.name) ? PLANS[manifest.name]?.(document) : undefined;
}

function scheduled(legs: readonly Leg[], { orders = DEFAULT_TIMES, everyMs = DEFAULT_EVERY_MS }: Schedule): Plan {
  return { legs, times: orders, everyMs };
}

function legOf({ account, instrument, side, price, qty }: Quote): Leg {
  return { accountId: account, instrumentId: instrument, side, price: price ?? null, qty };
}
