/**
 * The rows that a run created, and the permanent ones of the suite (standing-row.ts), as read from responses. Without
 * `limits.destructive` the suite writes on no other row.
 */
import { json, parse, type RecordedResponse } from '../exchange/exchange.ts';
import { isNothing } from '../exchange/order.ts';
import { collectionOf, creationIn, rowIn } from './written-row.ts';

type Json = Readonly<Record<string, unknown>>;

const DOCUMENT = '/openapi.json';

/** The names of the suite's permanent rows (`OwnName`). */
const OWN_NAME = /^(touchstone-.*|ts)$/;

/** Most values are not own names: the prefix rules them out without a match. */
function isOwnName(value: unknown): boolean {
  return typeof value === 'string' && (value === 'ts' || (value.startsWith('touchstone-') && OWN_NAME.test(value)));
}

function objectOf(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

/** Every nested object that has both an order's id and its clientOrderId. */
function ordersIn(value: unknown, found: Json[] = []): readonly Json[] {
  if (Array.isArray(value)) for (const one of value) ordersIn(one, found);
  const object = objectOf(value);
  if (object === undefined) return found;
  if ('orderId' in object && 'clientOrderId' in object) found.push(object);
  for (const name in object) if (typeof object[name] === 'object') ordersIn(object[name], found);
  return found;
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function showsOrders(text: string): boolean {
  return text.includes('"clientOrderId"');
}

export interface ClosedOrder {
  readonly row: string;
  readonly isFilled: boolean;
}

/** The set of rows that belong to the run. */
export class OwnRows {
  readonly #rows = new Set<string>();
  readonly #closed = new Set<string>();
  readonly #onClosed: (closed: ClosedOrder) => void;
  /** The keys of orders, which are their clientOrderIds (ORD-01). */
  readonly #orderKeys = new Set<string>();

  /** @param onClosed called once for each order of the run that no longer rests, whether filled or not. */
  constructor(onClosed: (closed: ClosedOrder) => void) {
    this.#onClosed = onClosed;
  }

  isOwn(row: string): boolean {
    return this.#rows.has(row);
  }

  /** Adds a row from a record. */
  add(row: string): void {
    this.#rows.add(row);
  }

  /** Notes an order that is about to be sent. */
  orders(key: string): void {
    this.#orderKeys.add(key);
  }

  /**
   * Reads the response to a write.
   * @returns the row that the write created; undefined: none.
   */
  saw(
    { method, path }: { readonly method: string; readonly path: string },
    response: RecordedResponse,
  ): string | undefined {
    const { body } = response;
    const [plain = ''] = path.split('?', 1);
    const collection = collectionOf(plain);
    // Skip bodies that cannot show a row: a response can have a megabyte, and the document has every name but no row.
    if (collection === undefined && (plain === DOCUMENT || !showsOrders(body))) return undefined;
    const value = json({ response });
    if (value === undefined) return undefined;
    if (showsOrders(body)) this.#learnOrders(value);
    if (collection === undefined) return undefined;
    const isCreation = creationIn(method, path) !== undefined;
    const made = isCreation ? this.#learn(collection, objectOf(value)) : undefined;
    for (const row of this.#rowsIn(value)) {
      if (Object.values(row).some(isOwnName)) this.#learn(collection, row);
    }
    return made;
  }

  receive(text: string): void {
    if (showsOrders(text)) this.#learnOrders(parse(text));
  }

  #rowsIn(value: unknown): readonly Json[] {
    const object = objectOf(value);
    const items = object?.['items'];
    const rows = Array.isArray(items) ? items : [value];
    return rows.map(objectOf).filter((row) => row !== undefined);
  }

  #learn(collection: string, row: Json | undefined): string | undefined {
    const own = row === undefined ? undefined : rowIn(collection, row);
    if (own !== undefined) this.#rows.add(own);
    return own;
  }

  #learnOrders(value: unknown): void {
    for (const { orderId, clientOrderId, algoInstanceId, leavesQty, cumQty } of ordersIn(value)) {
      const isAsked = typeof clientOrderId === 'string' && this.#orderKeys.has(clientOrderId);
      // Orders of an instance of the run belong to the run.
      const isOfInstance = isId(algoInstanceId) && this.#rows.has(`/algos/instances/${algoInstanceId}`);
      if (!isAsked && !isOfInstance) continue;
      const row = `/orders/${orderId}`;
      this.#rows.add(row);
      if (!isNothing(leavesQty) || this.#closed.has(row)) continue;
      this.#closed.add(row);
      this.#onClosed({ row, isFilled: typeof cumQty === 'string' && !isNothing(cumQty) });
    }
  }
}
