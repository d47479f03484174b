/** Statements about walks and totals at one position: T27 and T29 of contract/properties.md. */
import type { Exchange } from '../../member/exchange/exchange.ts';
import { at } from '../../member/exchange/exchange.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Chronicle, Statement } from '../chronicle.ts';
import { derived } from '../chronicle.ts';
import type { WalkedPage } from '../walked-pages.ts';
import { besideOf, walkedPages, wholeWalks } from '../walked-pages.ts';

/** The rows of a collection at one position, in its order. */
interface Whole {
  readonly keys: readonly string[];
  /** The place of each of them. */
  readonly indexOf: ReadonlyMap<string, number>;
  /** The last page of the walk that shows it. */
  readonly shown: Exchange;
}

/** By scope and position: the rows of whole walks during which nothing changed, including a page without a limit. */
const wholes: (chronicle: Chronicle) => ReadonlyMap<string, Whole> = derived((chronicle) => {
  const known = new Map<string, Whole>();
  for (const walk of wholeWalks(chronicle)) {
    const last = walk.at(-1);
    if (last?.position === undefined || walk.some((page) => page.position !== last.position)) continue;
    const keys = walk.flatMap(({ rows }) => rows.map(({ key }) => key));
    // The first place of a key that is served twice.
    const indexOf = new Map(keys.map((key, i) => [key, i] as const).reverse());
    const name = `${last.position} ${last.scope}`;
    if (!known.has(name)) known.set(name, { keys, indexOf, shown: last.exchange });
  }
  return known;
});

/** The whole collection that the page is a part of; undefined where the history does not show it. */
function wholeAround(chronicle: Chronicle, { position: at, scope }: WalkedPage): Whole | undefined {
  return at === undefined ? undefined : wholes(chronicle).get(`${at} ${scope}`);
}

/**
 * A page is a contiguous part of the whole, from the row next to which it begins, and its cursors say correctly whether more
 * follows.
 */
function judgePart(page: WalkedPage, whole: Whole | undefined): Judgement {
  const { rows, came, exchange, family, next, previous } = page;
  const beside = besideOf(page);
  if (whole === undefined || came === undefined || (came !== 'first' && beside === undefined)) return pass;
  const { keys, indexOf, shown } = whole;
  const back = came !== 'first' && came.toward === 'previous';
  const place = beside === undefined ? -1 : indexOf.get(beside.key);
  if (place === undefined) return pass;
  const begin = back ? place - rows.length : place + 1;
  if (begin < 0 || !rows.every(({ key }, i) => keys[begin + i] === key)) {
    const from = `${back ? 'before' : 'after'} ${beside?.key ?? 'nothing'}`;
    return violated(
      `the rows of ${family.name} ${from}, as the whole collection has them at this position`,
      shown,
      exchange,
    );
  }
  const end = begin + rows.length;
  if (!back && next === undefined && end < keys.length)
    return violated(`a nextCursor: ${keys[end]} of ${family.name} follows`, shown, exchange);
  return back && previous === undefined && begin > 0
    ? violated(`a prevCursor: ${keys[begin - 1]} of ${family.name} comes before`, shown, exchange)
    : pass;
}

/** At one position, walks with any limit, the walk back and the page without a limit serve the same rows in one order. */
const walksAtRestAgree: Statement = {
  id: 'T27',
  shows: ['PAGE-07', 'PAGE-02', 'PAGE-08', 'PAGE-16'],
  judge: (chronicle) => allOf(walkedPages(chronicle).map((page) => judgePart(page, wholeAround(chronicle, page)))),
};

function totalOf({ exchange }: WalkedPage): number | undefined {
  const total = at(exchange, 'total');
  return typeof total === 'number' ? total : undefined;
}

function judgeTotal(page: WalkedPage, whole: Whole | undefined, first: Map<string, WalkedPage>): Judgement {
  const total = totalOf(page);
  if (total === undefined) return pass;
  const { rows, exchange, scope, position: place } = page;
  if (whole !== undefined && whole.keys.length !== total) {
    const words = `total ${whole.keys.length}, as many as the whole walk at this position shows`;
    return violated(words, whole.shown, exchange);
  }
  if (rows.length > total) return violated(`a total of ${rows.length} or more, as many as the page shows`, exchange);
  if (place === undefined) return pass;
  const before = first.get(`${place} ${scope}`) ?? page;
  first.set(`${place} ${scope}`, before);
  return totalOf(before) === total
    ? pass
    : violated(`the total ${totalOf(before)} that position ${place} had before`, before.exchange, exchange);
}

/** A page's total is the number of matching rows at its position. */
const totalsCount: Statement = {
  id: 'T29',
  shows: ['PAGE-05'],
  judge(chronicle) {
    const first = new Map<string, WalkedPage>();
    return allOf(walkedPages(chronicle).map((page) => judgeTotal(page, wholeAround(chronicle, page), first)));
  },
};

export const WHOLE_COLLECTIONS: readonly Statement[] = [walksAtRestAgree, totalsCount];
