import type { Exchange } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Order } from '../../families.ts';
import type { NamedRow } from '../../rows-in.ts';
import type { Statement } from '../../statement.ts';
import type { WalkedPage } from '../../walked-pages.ts';
import { besideOf, walkedPages } from '../../walked-pages.ts';

type Way = 'ascending' | 'descending';

function wayOf(before: bigint, after: bigint): Way | undefined {
  if (before === after) return undefined;
  return before < after ? 'ascending' : 'descending';
}

/** The rows of the page, with the row next to which it begins or, on the way back, ends. */
function withNeighbour(page: WalkedPage): readonly NamedRow[] {
  const beside = besideOf(page);
  if (beside === undefined || page.came === 'first') return page.rows;
  return page.came?.toward === 'previous' ? [...page.rows, beside] : [beside, ...page.rows];
}

/**
 * By id in either direction: the first two rows of a family that were served set the direction for all (decision
 * A56).
 */
class Ways {
  readonly #strict: boolean;
  #either: { readonly way: Way; readonly shown: Exchange } | undefined;

  constructor(strict: boolean) {
    this.#strict = strict;
  }

  /** undefined: any order is allowed. */
  of(order: Order, rows: readonly NamedRow[], exchange: Exchange): Way | undefined {
    if (order === 'ascending' || order === 'descending') return order;
    // Ascending is the sandbox's reading of "by id", and of the order of documents.
    if (this.#strict) return 'ascending';
    if (order === 'own') return undefined;
    const [first, second] = rows;
    if (this.#either === undefined && first?.place !== undefined && second?.place !== undefined) {
      const way = wayOf(first.place, second.place);
      if (way !== undefined) this.#either = { way, shown: exchange };
    }
    return this.#either?.way;
  }
}

function judgePage(page: WalkedPage, ways: Ways): Judgement {
  const { exchange, family, limit, came } = page;
  if (limit !== undefined && page.rows.length > limit) return violated(`${limit} items at most`, exchange);
  const rows = withNeighbour(page);
  const way = ways.of(family.order, rows, exchange);
  for (const [i, after] of rows.entries()) {
    const before = rows[i - 1];
    if (way === undefined || before?.place === undefined || after.place === undefined) continue;
    if (wayOf(before.place, after.place) === way) continue;
    const shown = came === undefined || came === 'first' ? [exchange] : [came.from.exchange, exchange];
    return violated(
      `rows of ${family.name} in ${way} order of their keys: not ${after.key} behind ${before.key}`,
      shown,
    );
  }
  return pass;
}

/** T24. The rows of a walk follow the collection's order across pages, and no page exceeds its limit. */
export const walksKeepTheirOrder: Statement = {
  id: 'T24',
  says: "a walk's rows stand in the collection's order, page after page, and no page holds more than its limit",
  shows: ['PAGE-07', 'PAGE-12', 'PAGE-13', 'PAGE-14', 'PAGE-15', 'PAGE-03'],
  judge(chronicle) {
    const ways = new Ways(chronicle.target.strict);
    return allOf(walkedPages(chronicle).map((page) => judgePage(page, ways)));
  },
};
