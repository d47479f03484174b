/** Which row keys a page speaks of: those between its neighbours, so that a row in the range is on the page or nowhere. */
import type { History } from '../runner/history.ts';
import type { Exchange } from '../target/exchange.ts';
import { isOk, textAt } from '../target/exchange.ts';
import { organisationOf } from './attempt.ts';
import type { CollectionPath, IdentifiedRow } from './reading.ts';
import { collectionOf, pageRows, queryOf } from './reading.ts';

/** One page of a walk in descending order of ids. */
export interface WalkedPage {
  readonly exchange: Exchange;
  readonly collection: CollectionPath;
  readonly organisation: string;
  readonly rows: readonly IdentifiedRow[];
  /** Ids at or above it are of the page before; undefined: the page begins with the newest row. */
  readonly below: bigint | undefined;
  /** Ids at or below it are of the page after; undefined: the page ends with the oldest row. */
  readonly above: bigint | undefined;
}

interface Place {
  readonly toward: 'next' | 'previous';
  readonly beside: bigint;
}

/** The pages whose place is known: first pages, and those whose cursor an earlier page of the history gave. */
export function walkedPages(history: History): readonly WalkedPage[] {
  const places = new Map<string, Place>();
  const pages: WalkedPage[] = [];
  for (const exchange of history.answered) {
    const collection = collectionOf(exchange);
    if (collection === undefined || !isOk(exchange)) continue;
    const rows = pageRows(exchange, collection);
    const organisation = organisationOf(exchange.actor);
    const scope = `${organisation} ${collection}`;
    const cursor = queryOf(exchange, 'cursor');
    const place = cursor === undefined ? undefined : places.get(`${scope} ${cursor}`);
    if (cursor === undefined || place !== undefined) {
      pages.push({ exchange, collection, organisation, rows, ...rangeOf(exchange, rows, place) });
    }
    remember(places, scope, textAt(exchange, 'nextCursor'), 'next', rows.at(-1));
    remember(places, scope, textAt(exchange, 'prevCursor'), 'previous', rows[0]);
  }
  return pages;
}

function remember(
  places: Map<string, Place>,
  scope: string,
  cursor: string | undefined,
  toward: Place['toward'],
  beside: IdentifiedRow | undefined,
): void {
  if (cursor !== undefined && beside !== undefined) places.set(`${scope} ${cursor}`, { toward, beside: beside.id });
}

/** An edge is a neighbour's row where the walk came from there, and the page's own last row where there is more beyond. */
function rangeOf(e: Exchange, rows: readonly IdentifiedRow[], place: Place | undefined) {
  const [newest, oldest] = [rows[0]?.id, rows.at(-1)?.id];
  if (place?.toward === 'previous') {
    const more = textAt(e, 'prevCursor') !== undefined;
    return { below: more && newest !== undefined ? newest + 1n : undefined, above: place.beside };
  }
  const more = textAt(e, 'nextCursor') !== undefined;
  return { below: place?.beside, above: more && oldest !== undefined ? oldest - 1n : undefined };
}
