/** Pages of collections, each with the page from which the walk reached it. */
import type { Exchange } from '../member/exchange/exchange.ts';
import { isOk, position, textAt } from '../member/exchange/exchange.ts';
import { organisationOf } from './attempt.ts';
import type { Chronicle } from './chronicle.ts';
import { derived } from './chronicle.ts';
import type { Family } from './families.ts';
import { queriesOf } from './reading.ts';
import type { NamedRow, Subject } from './subject.ts';
import { rowsOfPage, subjectOf } from './subject.ts';

export interface Came {
  readonly toward: 'next' | 'previous';
  readonly from: WalkedPage;
}

/** A read of a collection, served or refused. */
export interface CollectionRead {
  readonly exchange: Exchange;
  readonly organisation: string;
  /** The family, and the instance that it is of. */
  readonly collection: string;
  readonly family: Family;
  /** The instance whose documents or orders they are. */
  readonly instance: string | undefined;
  readonly view: string;
  /** The query without the parameters of paging; no name occurs twice. */
  readonly filters: ReadonlyMap<string, string>;
  /** The scope that a cursor is bound to. */
  readonly scope: string;
}

export interface WalkedPage extends CollectionRead {
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

function readOf(exchange: Exchange, { family, instance }: Subject): CollectionRead {
  const queries = queriesOf(exchange);
  const filters = new Map([...queries].filter(([name]) => !TURNING.has(name)).sort());
  const view = queries.get('view') ?? 'latest';
  const organisation = organisationOf(exchange.actor);
  const collection = `${family.name} ${instance ?? ''}`;
  const scope = `${organisation} ${collection} ${view} ${[...filters].join('&')}`;
  return { exchange, organisation, collection, family, instance, view, filters, scope };
}

/** Every read of a collection that was answered, in order of sending. */
export const collectionReads: (chronicle: Chronicle) => readonly CollectionRead[] = derived(({ history }) =>
  history.answered.flatMap((e) => {
    const subject = e.request.method === 'GET' ? subjectOf(e) : undefined;
    return subject?.kind === 'page' ? [readOf(e, subject)] : [];
  }),
);

/** Every page that the history served, in order of sending, each with the page that issued its cursor. */
export const walkedPages: (chronicle: Chronicle) => readonly WalkedPage[] = derived((chronicle) => {
  // By scope and cursor: the latest page that issued it. Where a cursor encodes its place, all of these are at the same one.
  const issued = new Map<string, Came>();
  const pages: WalkedPage[] = [];
  // Before 0.13.0 limit and cursor are not parameters (VER-07): each read is of the whole collection.
  const isPaged = chronicle.history.since('0.13.0');
  for (const read of collectionReads(chronicle)) {
    const { exchange, scope } = read;
    if (!isOk(exchange)) continue;
    const queries = queriesOf(exchange);
    const cursor = isPaged ? queries.get('cursor') : undefined;
    const limit = isPaged ? queries.get('limit') : undefined;
    const page: WalkedPage = {
      ...read,
      limit: limit === undefined ? undefined : Math.min(Number(limit), LARGEST_PAGE),
      position: position(exchange),
      rows: rowsOfPage(exchange),
      came: cursor === undefined ? 'first' : issued.get(`${scope} ${cursor}`),
      next: textAt(exchange, 'nextCursor'),
      previous: textAt(exchange, 'prevCursor'),
    };
    pages.push(page);
    if (page.next !== undefined) issued.set(`${scope} ${page.next}`, { toward: 'next', from: page });
    if (page.previous !== undefined) issued.set(`${scope} ${page.previous}`, { toward: 'previous', from: page });
  }
  return pages;
});

/** The forward walk that reached the page, from its first page; undefined where it was reached another way. */
function walkTo(page: WalkedPage): readonly WalkedPage[] | undefined {
  const walk: WalkedPage[] = [page];
  for (let { came } = page; came !== 'first'; { came } = came.from) {
    if (came?.toward !== 'next') return undefined;
    walk.push(came.from);
  }
  return walk.reverse();
}

/** Forward walks from a first page to the end of the collection. */
export const wholeWalks: (chronicle: Chronicle) => readonly (readonly WalkedPage[])[] = derived((chronicle) =>
  walkedPages(chronicle)
    .filter(({ next }) => next === undefined)
    .map(walkTo)
    .filter((walk) => walk !== undefined),
);

/**
 * Calls `enter` for each page that a forward walk reached, after the page before it, and `leave` when all walks through it are
 * done: between the two, the pages entered and not left are the walk to the page. Each page costs one step, however long the walk.
 */
export function alongWalks(
  pages: readonly WalkedPage[],
  enter: (page: WalkedPage) => void,
  leave: (page: WalkedPage) => void,
): void {
  const followers = Map.groupBy(pages, ({ came }) => {
    if (came === undefined || came === 'first') return came;
    return came.toward === 'next' ? came.from : undefined;
  });
  const steps: { readonly page: WalkedPage; readonly isDone: boolean }[] = [];
  const follow = (from: WalkedPage | 'first') => {
    for (const page of followers.get(from) ?? []) steps.push({ page, isDone: false });
  };
  follow('first');
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { page, isDone } = step;
    if (isDone) leave(page);
    else {
      enter(page);
      steps.push({ page, isDone: true });
      follow(page);
    }
  }
}

/** The row next to which the page begins; undefined at the edge of the collection, or where that page had no rows. */
export function besideOf({ came }: WalkedPage): NamedRow | undefined {
  if (came === 'first' || came === undefined) return undefined;
  return came.toward === 'next' ? came.from.rows.at(-1) : came.from.rows[0];
}
