/**
 * The rows that a run made, and the lasting ones of the suite (standing-row.ts), as its answers show them. Without
 * `limits.destructive` nothing else is written on.
 */
import { instanceIdOf } from '../instance-id.ts';
import { collectionOf, keyNameOf } from './written-row.ts';

type Json = Readonly<Record<string, unknown>>;

/** What the suite's own lasting rows are called (`OwnName`). */
const OWN_NAME = /^(touchstone-.*|ts)$/;

function objectOf(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The key of a row of this collection; undefined: the value is no such row. */
function keyIn(collection: string, row: Json): string | undefined {
  if (collection === '/algos/instances') return instanceIdOf(row);
  const key = row[keyNameOf(collection) ?? ''];
  return typeof key === 'number' || typeof key === 'string' ? `${key}` : undefined;
}

/** Every object in it that has both an order's id and its clientOrderId. */
function ordersIn(value: unknown, found: Json[] = []): readonly Json[] {
  if (Array.isArray(value)) for (const one of value) ordersIn(one, found);
  const object = objectOf(value);
  if (object === undefined) return found;
  if ('orderId' in object && 'clientOrderId' in object) found.push(object);
  for (const one of Object.values(object)) if (typeof one === 'object') ordersIn(one, found);
  return found;
}

/** `0`, `0.0` and `5.0` are written as a row writes them. */
function isNothing(quantity: unknown): boolean {
  return typeof quantity === 'string' && /^0+(\.0*)?$/.test(quantity);
}

export interface ClosedOrder {
  readonly row: string;
  readonly isFilled: boolean;
}

export class OwnRows {
  readonly #rows = new Set<string>();
  readonly #closed = new Set<string>();
  readonly #onClosed: (closed: ClosedOrder) => void;
  /** The keys of orders, which are their clientOrderIds (ORD-01). */
  readonly #orderKeys = new Set<string>();

  /** @param onClosed hears once of each order of the run that rests no longer, in whole or in part filled or not at all. */
  constructor(onClosed: (closed: ClosedOrder) => void) {
    this.#onClosed = onClosed;
  }

  isOwn(row: string): boolean {
    return this.#rows.has(row);
  }

  /** A record says that this row is the run's. */
  add(row: string): void {
    this.#rows.add(row);
  }

  /** An order is about to be sent. */
  orders(key: string): void {
    this.#orderKeys.add(key);
  }

  /** @returns the row that this write made; undefined: none. */
  saw({ method, path }: { readonly method: string; readonly path: string }, body: string): string | undefined {
    const plain = path.split('?', 1)[0] ?? '';
    const collection = collectionOf(plain);
    const value = parsed(body);
    if (value === undefined) return undefined;
    this.#learnOrders(value, body);
    if (collection === undefined) return undefined;
    const made = method === 'POST' && plain === collection ? this.#learn(collection, objectOf(value)) : undefined;
    for (const row of this.#rowsIn(value)) {
      if (Object.values(row).some((text) => typeof text === 'string' && OWN_NAME.test(text))) {
        this.#learn(collection, row);
      }
    }
    return made;
  }

  heard(text: string): void {
    if (text.includes('"clientOrderId"')) this.#learnOrders(parsed(text), text);
  }

  #rowsIn(value: unknown): readonly Json[] {
    const object = objectOf(value);
    const items = object?.['items'];
    const rows = Array.isArray(items) ? items : [value];
    return rows.map(objectOf).filter((row) => row !== undefined);
  }

  #learn(collection: string, row: Json | undefined): string | undefined {
    const key = row === undefined ? undefined : keyIn(collection, row);
    if (key === undefined) return undefined;
    const own = `${collection}/${key}`;
    this.#rows.add(own);
    return own;
  }

  #learnOrders(value: unknown, text: string): void {
    if (!text.includes('"clientOrderId"')) return;
    for (const { orderId, clientOrderId, algoInstanceId, leavesQty, cumQty } of ordersIn(value)) {
      const isAsked = typeof clientOrderId === 'string' && this.#orderKeys.has(clientOrderId);
      // What an instance of the run orders is the run's.
      if (!isAsked && !this.#rows.has(`/algos/instances/${algoInstanceId}`)) continue;
      const row = `/orders/${orderId}`;
      this.#rows.add(row);
      if (!isNothing(leavesQty) || this.#closed.has(row)) continue;
      this.#closed.add(row);
      this.#onClosed({ row, isFilled: typeof cumQty === 'string' && !isNothing(cumQty) });
    }
  }
}
