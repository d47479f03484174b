/** Statements about walks: T24 and T26 of contract/properties.md. */
import { rows as rowsIn } from '../../member/exchange/exchange.ts';
import type { Judgement, Violated } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Chronicle, Statement } from '../chronicle.ts';
import type { Order } from '../families.ts';
import type { NamedRow } from '../subject.ts';
import type { WalkedPage } from '../walked-pages.ts';
import { alongWalks, besideOf, walkedPages } from '../walked-pages.ts';

type Direction = 'ascending' | 'descending';

function directionOf(before: NamedRow | undefined, after: NamedRow | undefined): Direction | 'none' | undefined {
  const [from, to] = [before?.place, after?.place];
  if (from === undefined || to === undefined) return undefined;
  return from === to ? 'none' : from < to ? 'ascending' : 'descending';
}

/** The rows of the page, with the row next to which it begins or, on the way back, ends. */
function withNeighbour(page: WalkedPage): readonly NamedRow[] {
  const beside = besideOf(page);
  if (beside === undefined || page.came === 'first') return page.rows;
  return page.came?.toward === 'previous' ? [...page.rows, beside] : [beside, ...page.rows];
}

/** By id in either direction: the first two rows that were served set the direction for all (decision A56). */
class Directions {
  readonly #strict: boolean;
  #either: Direction | undefined;

  constructor(strict: boolean) {
    this.#strict = strict;
  }

  /** undefined: any order is allowed. */
  of(order: Order, [first, second]: readonly NamedRow[]): Direction | undefined {
    if (order === 'ascending' || order === 'descending') return order;
    // Ascending is the sandbox's reading of "by id", and of the order of documents.
    if (this.#strict) return 'ascending';
    if (order === 'own') return undefined;
    const direction = directionOf(first, second);
    if (direction !== 'none') this.#either ??= direction;
    return this.#either;
  }
}

function judgeOrder(page: WalkedPage, directions: Directions): Judgement {
  const { exchange, family, limit, came } = page;
  if (limit !== undefined && page.rows.length > limit) return violated(`${limit} items at most`, exchange);
  const rows = withNeighbour(page);
  const direction = directions.of(family.order, rows);
  const wrong = rows.findIndex((row, i) => {
    const actual = directionOf(rows[i - 1], row);
    return direction !== undefined && actual !== undefined && actual !== direction;
  });
  if (wrong < 0) return pass;
  const shown = came === undefined || came === 'first' ? [exchange] : [came.from.exchange, exchange];
  const words = `rows of ${family.name} in ${direction} order of their keys: not ${rows[wrong]?.key} after ${rows[wrong - 1]?.key}`;
  return violated(words, shown);
}

/** The rows of a walk follow the collection's order across pages, and no page exceeds its limit. */
const walksKeepTheirOrder: Statement = {
  id: 'T24',
  shows: ['PAGE-07', 'PAGE-12', 'PAGE-13', 'PAGE-14', 'PAGE-15', 'PAGE-03'],
  judge(chronicle) {
    const directions = new Directions(chronicle.target.strict);
    return allOf(walkedPages(chronicle).map((page) => judgeOrder(page, directions)));
  },
};

/** The forward walk to a page. */
interface Walk {
  readonly pages: number;
  readonly rows: number;
  /** undefined: not all of its pages have the same. */
  readonly limit: number | undefined;
  /** The first row that it serves twice, or the first position that goes back: each longer walk shows it, too. */
  readonly broken: Violated | undefined;
}

function walksOf(pages: readonly WalkedPage[], singleMember: boolean): ReadonlyMap<WalkedPage, Walk> {
  const walks = new Map<WalkedPage, Walk>();
  // The rows of the walk up to the current page.
  const servedBy = new Map<string, WalkedPage>();
  alongWalks(
    pages,
    (page) => {
      const from = page.came === 'first' ? undefined : page.came?.from;
      const before = from && walks.get(from);
      const twice = servedTwice(page, servedBy);
      // Another member may lag (decision A42).
      const back = from !== undefined && singleMember ? wentBack(from, page) : undefined;
      walks.set(page, {
        pages: (before?.pages ?? 0) + 1,
        // All of them: a row whose key cannot be read is a row.
        rows: (before?.rows ?? 0) + rowsIn(page.exchange).length,
        limit: before === undefined || before.limit === page.limit ? page.limit : undefined,
        broken: before?.broken ?? twice ?? back,
      });
    },
    (page) => {
      for (const { key } of page.rows) if (servedBy.get(key) === page) servedBy.delete(key);
    },
  );
  return walks;
}

function servedTwice(page: WalkedPage, servedBy: Map<string, WalkedPage>): Violated | undefined {
  let twice: Violated | undefined;
  for (const { key } of page.rows) {
    const before = servedBy.get(key);
    if (before === undefined) servedBy.set(key, page);
    else twice ??= violated(`${key} of ${page.family.name} once in the walk`, before.exchange, page.exchange);
  }
  return twice;
}

function wentBack(before: WalkedPage, after: WalkedPage): Violated | undefined {
  if (before.position === undefined || after.position === undefined || after.position >= before.position)
    return undefined;
  return violated(`a position of ${before.position} or later`, before.exchange, after.exchange);
}

/** A walk may outlast its rows by at most what the writes of the history can have added between its pages. */
function judgeLength({ exchange }: WalkedPage, { pages, rows, limit }: Walk, { attempts }: Chronicle): Judgement {
  if (limit === undefined || pages < 2) return pass;
  const most = Math.ceil(rows / limit) + attempts.length + 1;
  return pages <= most ? pass : violated(`the end of the walk after ${most} pages: they held ${rows} rows`, exchange);
}

/** A walk serves no row twice, its positions never decrease, and it ends when its rows do. */
const walksEnd: Statement = {
  id: 'T26',
  shows: ['PAGE-07', 'POS-07'],
  judge: (chronicle) =>
    allOf(
      [...walksOf(walkedPages(chronicle), chronicle.target.singleMember)].map(
        ([page, walk]) => walk.broken ?? judgeLength(page, walk, chronicle),
      ),
    ),
};

export const WALKS: readonly Statement[] = [walksKeepTheirOrder, walksEnd];
