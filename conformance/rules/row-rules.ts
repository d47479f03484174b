/** Rules for single rows of a kind, wherever they are served. */
import { asOf, at, type Exchange, header, rows } from '../member/exchange/exchange.ts';
import { namesItsOperation, operationOf } from '../member/exchange/settling.ts';
import { expects } from '../runner/expectation.ts';
import { allOf, evenIfPromised, type Judgement, pass, violated } from '../runner/judgement.ts';

type Row = Readonly<Record<string, unknown>>;

export interface ServedRow {
  readonly exchange: Exchange;
  readonly row: Row;
}

/** ORD-16: a user or an algo instance placed the order. */
export function hasOnePrincipal({ exchange, row }: ServedRow): Judgement {
  const { userId, algoInstanceId } = row;
  const byUser = userId !== 0 && userId !== null && userId !== undefined;
  const byInstance = algoInstanceId !== null && algoInstanceId !== undefined;
  return byUser === byInstance
    ? violated('exactly one of userId (not 0) and algoInstanceId (not null) on an order row', exchange)
    : pass;
}

const MONEY = /^-?[0-9]+(\.[0-9]+)?$/;

/** BAL-02: the amounts of a balance are money strings, never null. */
export function readsItsAmounts({ exchange, row }: ServedRow): Judgement {
  const unread = ['total', 'available', 'held'].find(
    (name) => !MONEY.test(typeof row[name] === 'string' ? row[name] : ''),
  );
  return unread === undefined ? pass : violated(`${unread} a money string`, exchange);
}

/** When a balance was observed, in nanoseconds; undefined where the row states no valid time. */
export function observedAtNs(row: Row): bigint | undefined {
  const { observedAtNs: stated } = row;
  return typeof stated === 'string' && /^[0-9]{1,19}$/.test(stated) ? BigInt(stated) : undefined;
}

/** The outcomes of a config document. */
export const OUTCOMES = ['STAGED', 'APPLIED', 'REFUSED'];

/** How far an engine's clock may be from the platform's. */
export const CLOCKS_APART_NS = 60_000_000_000n;

/** ALG-22: a document that is not STAGED has the time of its verdict, and a REFUSED one the engine's reason. */
export function showsItsVerdict({ exchange, row }: ServedRow): Judgement {
  const { outcome, outcomeAtNs, detail } = row;
  if (!OUTCOMES.includes(String(outcome))) return violated(`outcome one of ${OUTCOMES.join(', ')}`, exchange);
  if ((outcome === 'STAGED') !== (outcomeAtNs === null))
    return violated('outcomeAtNs null while the document is STAGED, and only then', exchange);
  if ((outcome === 'REFUSED') !== (typeof detail === 'string' && detail !== ''))
    return violated("the engine's reason as the detail of a REFUSED document, and of no other", exchange);
  const readAt = asOf(exchange);
  const isAhead =
    readAt !== undefined && outcomeAtNs !== null && BigInt(String(outcomeAtNs)) > readAt + CLOCKS_APART_NS;
  return isAhead ? violated('outcomeAtNs no later than the state that was read', exchange) : pass;
}

/** Passes where no row of the page lacks anything. `lackOf` describes what a row lacks. */
export function noRowLacks(
  page: Exchange,
  lackOf: (row: Readonly<Record<string, unknown>>) => string | undefined,
): Judgement {
  const lack = rows(page)
    .map(lackOf)
    .find((words) => words !== undefined);
  return lack === undefined ? pass : violated(lack, page);
}

/** IDEM-11: a 202 has the Location of its own operation. It is wrong without, whatever the outcome of the write. */
export function promisesItsOperation(accepted: Exchange): Judgement {
  if (namesItsOperation(accepted)) return pass;
  const stated = header(accepted, 'location');
  const words = stated === undefined ? '' : `; ${stated} is of another key`;
  return evenIfPromised(violated(`202 with Location: ${operationOf(accepted)}${words}`, accepted));
}

/**
 * The record of a key (IDEM-10). The interface names its outcome, but does not show the content for orders or register
 * writes.
 */
export function isARecord(e: Exchange): Judgement {
  const outcome = at(e, 'outcome');
  const stated = typeof outcome === 'object' && outcome !== null;
  return allOf(expects(e, { status: 200 }), stated ? pass : violated("the record's outcome, an object", e));
}
