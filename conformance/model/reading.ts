/** One read of platform state, and which rows of which collection it speaks of. */
import type { History } from '../runner/history.ts';
import type { Exchange } from '../target/exchange.ts';
import { asOf, at, header, isOk, isWrite, json, pathOf, position, status, textAt } from '../target/exchange.ts';
import { organisationOf } from './attempt.ts';

export interface Reading {
  readonly exchange: Exchange;
  readonly organisation: string;
  /** X-Service-Global-Sequence; undefined before the first change, or where the member leaves it out. */
  readonly position: bigint | undefined;
  readonly asOfNs: bigint | undefined;
}

/** Every answer that reflects state: reads, and a write's 404, which carries the headers of a read (decision A40). */
export function readingsOf(history: History): readonly Reading[] {
  return history.answered
    .filter((e) => (isWrite(e) ? header(e, 'x-service-as-of-seq-ts') !== undefined : isStateRead(e)))
    .map((exchange) => ({
      exchange,
      organisation: organisationOf(exchange.actor),
      position: position(exchange),
      asOfNs: asOf(exchange),
    }));
}

/** The contract document is no state, and a refusal but for a row's 404 reflects none. */
function isStateRead(e: Exchange): boolean {
  if (pathOf(e) === '/openapi.json') return false;
  return isOk(e) || (status(e) === 404 && position(e) !== undefined);
}

/** Collections and the name of their row's key; both of these stand in descending order (PAGE-12). */
const COLLECTIONS = { '/orders': 'orderId', '/executions': 'executionId' } as const;

export type CollectionPath = keyof typeof COLLECTIONS;

export type Row = Readonly<Record<string, unknown>>;

export interface IdentifiedRow {
  readonly id: bigint;
  readonly row: Row;
}

/** An int64 as the interface spells it; undefined for anything else. */
export function int64Of(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^[1-9][0-9]{0,18}$/.test(value) ? BigInt(value) : undefined;
}

/** The collection of which the exchange is a page; undefined where it is no page. */
export function collectionOf(e: Exchange): CollectionPath | undefined {
  const path = pathOf(e);
  return e.request.method === 'GET' && path in COLLECTIONS ? (path as CollectionPath) : undefined;
}

/** The rows of a page whose keys are int64s. */
export function pageRows(e: Exchange, collection: CollectionPath): readonly IdentifiedRow[] {
  const items = at(e, 'items');
  if (!Array.isArray(items)) return [];
  return (items as Row[]).flatMap((row) => {
    const id = int64Of(row[COLLECTIONS[collection]]);
    return id === undefined ? [] : [{ id, row }];
  });
}

/** The order that an exchange is about: a row read, or a cancel. undefined where it names none. */
export function orderIdOf(e: Exchange): bigint | undefined {
  return int64Of(/^\/orders\/([^/]+)(?:\/cancel)?$/.exec(pathOf(e))?.[1]);
}

/** The order row that an answer carries as its whole body. */
export function orderRowOf(e: Exchange): IdentifiedRow | undefined {
  const id = int64Of(textAt(e, 'orderId'));
  return id === undefined ? undefined : { id, row: json(e) as Row };
}

/** One value of the query, decoded; undefined where it is not there. */
export function queryOf(e: Exchange, name: string): string | undefined {
  const mark = e.request.path.indexOf('?');
  return mark < 0 ? undefined : (new URLSearchParams(e.request.path.slice(mark + 1)).get(name) ?? undefined);
}
