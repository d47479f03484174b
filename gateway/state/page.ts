import { Refusal } from '../contract/refusals.ts';
import type { Query } from '../stage.ts';
import type { Cursor, CursorCodec } from './cursor.ts';
import type { Rows } from './rows.ts';

/** The collection of a walk: a cursor is valid only for it. */
export interface Walk<Row> {
  readonly collection: string;
  readonly orgId: number;
  /** The filter that `rows` already went through, in canonical text. */
  readonly filter?: string;
  readonly rows: Rows<string, Row>;
  readonly order: 'ascending' | 'descending';
  readonly keyOf: (row: Row) => string;
}

export interface Page<Row> {
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
  readonly prevCursor: string | null;
  readonly total: number | null;
}

/**
 * One page of a collection. Without `limit` it contains everything (PAGE-02; with a cursor, the rest: decision A48).
 * Pages are cut from live state. A cursor names a row and not an index, so a row that exists throughout a walk is
 * served exactly once.
 */
export function pageOf<Row>(walk: Walk<Row>, query: Query, cursors: CursorCodec): Page<Row> {
  const from = query.cursor === undefined ? undefined : open(query.cursor, walk, query, cursors);
  const total = query.includeTotal ? walk.rows.size : null;
  const limit = query.limit ?? Number.MAX_SAFE_INTEGER - 1;
  const forward = from?.toward !== 'previous';

  // One row more than requested shows whether there is another page.
  const found = step(walk, forward)(from?.beside, limit + 1);
  const more = found.length > limit;
  const items = more ? found.slice(0, limit) : found;
  if (!forward) items.reverse();

  const first = items[0];
  const last = items.at(-1);
  const behind = forward ? from !== undefined && hasAny(walk, false, first) : more;
  const ahead = forward ? more : hasAny(walk, true, last);
  const seal = (toward: Cursor['toward'], row: Row | undefined) =>
    row === undefined ? null : cursors.encode({ ...binding(walk, query), toward, beside: walk.keyOf(row) });
  return {
    items,
    nextCursor: ahead ? seal('next', last) : null,
    prevCursor: behind ? seal('previous', first) : null,
    total,
  };
}

function open<Row>(text: string, walk: Walk<Row>, query: Query, cursors: CursorCodec): Cursor {
  const cursor = cursors.decode(text);
  const bound = binding(walk, query);
  // Another organisation's cursor gets the same message as an invented one: the caller must not learn that it is valid
  // elsewhere.
  if (cursor?.orgId !== bound.orgId) {
    throw new Refusal(
      'INVALID_CURSOR',
      "cursor: not one that a page of this service gave to the caller's organisation",
    );
  }
  if (cursor.collection !== bound.collection || cursor.filter !== bound.filter) {
    throw new Refusal('INVALID_CURSOR', `cursor: given by a page of another collection, filter or view than this one`);
  }
  return cursor;
}

function binding<Row>(walk: Walk<Row>, query: Query): Pick<Cursor, 'collection' | 'orgId' | 'filter'> {
  return { collection: walk.collection, orgId: walk.orgId, filter: `view=${query.view}&${walk.filter ?? ''}` };
}

/** Reads rows in the collection's order (`forward`) or against it. */
function step<Row>(walk: Walk<Row>, forward: boolean): (beside: string | undefined, count: number) => Row[] {
  const ascending = (walk.order === 'ascending') === forward;
  return (beside, count) => (ascending ? walk.rows.above(beside, count) : walk.rows.below(beside, count));
}

function hasAny<Row>(walk: Walk<Row>, forward: boolean, beside: Row | undefined): boolean {
  return beside !== undefined && step(walk, forward)(walk.keyOf(beside), 1).length > 0;
}
