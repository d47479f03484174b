/** Pages of collections, each with the page from which the walk reached it. */
import type { Exchange } from '../client/exchange.ts';
import { isOk, position, textAt } from '../client/exchange.ts';
import { organisationOf } from './attempt.ts';
import type { Chronicle } from './chronicle.ts';
import { derived } from './derived.ts';
import type { Family } from './families.ts';
import { queriesOf } from './reading.ts';
import type { NamedRow } from './rows-in.ts';
import { rowsOfPage } from './rows-in.ts';
import { subjectOf } from './subject.ts';

export interface Came {
  readonly toward: 'next' | 'previous';
  readonly from: WalkedPage;
}

export interface WalkedPage {
  readonly exchange: Exchange;
  readonly organisation: string;
  readonly family: Family;
  /** The instance whose documents or orders they are. */
  readonly instance: string | undefined;
  readonly view: string;
  /** The query without the parameters of paging; no name occurs twice. */
  readonly filters: ReadonlyMap<string, string>;
  /** The scope that a cursor is bound to. */
  readonly scope: string;
  readonly limit: number | undefined;
  readonly position: bigint | undefined;
  readonly rows: readonly NamedRow[];
  /** `first`: no cursor was sent. undefined: no page of the history issued the cursor. */
  readonly came: 'first' | Came | undefined;
  readonly next: string | undefined;
  readonly previous: string | undefined;
}

const TURNING = new Set(['limit', 'cursor', 'include', 'view']);
const LARGEST_PAGE = 100;

/** The scope of a read, whether it was served or not; undefined where it reads no collection. */
export function scopeOf(e: Exchange) {
  const subject = subjectOf(e);
  if (subject?.kind !== 'page') return undefined;
  const queries = queriesOf(e);
  const filters = new Map([...queries].filter(([name]) => !TURNING.has(name)).sort());
  const view = queries.get('view') ?? 'latest';
  const organisation = organisationOf(e.actor);
  const collection = `${subject.family.name} ${subject.instance ?? ''}`;
  const scope = `${organisation} ${collection} ${view} ${[...filters].join('&')}`;
  return { organisation, collection, family: subject.family, instance: subject.instance, view, filters, scope };
}

/** Every page that the history served, in order of sending, each with the page that issued its cursor. */
export const walkedPages: (chronicle: Chronicle) => readonly WalkedPage[] = derived(({ history }) => {
  const givenBy = new Map<string, Came>();
  const pages: WalkedPage[] = [];
  // Before 0.13.0 limit and cursor are not parameters (VER-07): each read is of the whole collection.
  const isPaged = history.since('0.13.0');
  for (const exchange of history.answered) {
    const scope = isOk(exchange) ? scopeOf(exchange) : undefined;
    if (scope === undefined) continue;
    const { collection: _, ...of } = scope;
    const queries = queriesOf(exchange);
    const cursor = isPaged ? queries.get('cursor') : undefined;
    const limit = isPaged ? queries.get('limit') : undefined;
    const page: WalkedPage = {
      ...of,
      exchange,
      limit: limit === undefined ? undefined : Math.min(Number(limit), LARGEST_PAGE),
      position: position(exchange),
      rows: rowsOfPage(exchange),
      came: cursor === undefined ? 'first' : givenBy.get(`${of.scope} ${cursor}`),
      next: textAt(exchange, 'nextCursor'),
      previous: textAt(exchange, 'prevCursor'),
    };
    pages.push(page);
    // The latest page that issued it: where a cursor encodes its place, all of these are at the same one.
    if (page.next !== undefined) givenBy.set(`${of.scope} ${page.next}`, { toward: 'next', from: page });
    if (page.previous !== undefined) givenBy.set(`${of.scope} ${page.previous}`, { toward: 'previous', from: page });
  }
  return pages;
});

/** The forward walk that reached the page, from its first page; undefined where it was reached another way. */
export function walkTo(page: WalkedPage): readonly WalkedPage[] | undefined {
  const walk: WalkedPage[] = [page];
  for (let { came } = page; came !== 'first'; { came } = came.from) {
    if (came?.toward !== 'next') return undefined;
    walk.unshift(came.from);
  }
  return walk;
}

/** Forward walks from a first page to the end of the collection. */
export const wholeWalks: (chronicle: Chronicle) => readonly (readonly WalkedPage[])[] = derived((chronicle) =>
  walkedPages(chronicle)
    .filter(({ next }) => next === undefined)
    .map(walkTo)
    .filter((walk) => walk !== undefined),
);

/** The row next to which the page begins; undefined at the edge of the collection, or where that page had no rows. */
export function besideOf({ came }: WalkedPage): NamedRow | undefined {
  if (came === 'first' || came === undefined) return undefined;
  return came.toward === 'next' ? came.from.rows.at(-1) : came.from.rows[0];
}
