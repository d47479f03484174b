import type { Exchange } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Chronicle } from '../../chronicle.ts';
import { derived } from '../../derived.ts';
import type { Statement } from '../../statement.ts';
import type { WalkedPage } from '../../walked-pages.ts';
import { besideOf, walkedPages, wholeWalks } from '../../walked-pages.ts';

/** The rows of a collection at one position, in its order. */
export interface Whole {
  readonly keys: readonly string[];
  /** The place of each of them. */
  readonly indexOf: ReadonlyMap<string, number>;
  /** The last page of the walk that shows it. */
  readonly shown: Exchange;
}

function stateName({ scope, position }: WalkedPage): string | undefined {
  return position === undefined ? undefined : `${position} ${scope}`;
}

/** By scope and position: the rows of whole walks during which nothing changed, including a page without a limit. */
const wholes: (chronicle: Chronicle) => ReadonlyMap<string, Whole> = derived((chronicle) => {
  const known = new Map<string, Whole>();
  for (const walk of wholeWalks(chronicle)) {
    const last = walk.at(-1);
    const name = last && stateName(last);
    if (last === undefined || name === undefined || known.has(name)) continue;
    if (walk.some(({ position }) => position !== last.position)) continue;
    const keys = walk.flatMap(({ rows }) => rows.map(({ key }) => key));
    const indexOf = new Map<string, number>();
    for (const [i, key] of keys.entries()) if (!indexOf.has(key)) indexOf.set(key, i);
    known.set(name, { keys, indexOf, shown: last.exchange });
  }
  return known;
});

/** The whole collection that the page is a part of; undefined where the history does not show it. */
export function wholeAround(chronicle: Chronicle, page: WalkedPage): Whole | undefined {
  const name = stateName(page);
  return name === undefined ? undefined : wholes(chronicle).get(name);
}

/**
 * A page is a contiguous run of the whole, from the row next to which it begins, and its cursors say correctly
 * whether more follows.
 */
function judgePage(page: WalkedPage, { keys, indexOf, shown }: Whole): Judgement {
  const { rows, came, exchange, family, next, previous } = page;
  const beside = besideOf(page);
  if (came === undefined || (came !== 'first' && beside === undefined)) return pass;
  const back = came !== 'first' && came.toward === 'previous';
  const at = beside === undefined ? -1 : (indexOf.get(beside.key) ?? -1);
  if (beside !== undefined && at < 0) return pass;
  const begin = back ? at - rows.length : at + 1;
  const agrees = begin >= 0 && rows.every(({ key }, i) => keys[begin + i] === key);
  if (!agrees) {
    const words = `the rows of ${family.name} ${back ? 'before' : 'behind'} ${beside?.key ?? 'nothing'}, as the whole collection has them at this position`;
    return violated(words, shown, exchange);
  }
  const end = begin + rows.length;
  if (!back && next === undefined && end < keys.length) {
    return violated(`a nextCursor: ${keys[end]} of ${family.name} follows`, shown, exchange);
  }
  if (back && previous === undefined && begin > 0) {
    return violated(`a prevCursor: ${keys[begin - 1]} of ${family.name} comes before`, shown, exchange);
  }
  return pass;
}

/**
 * T27. At one position, walks with any limit, the walk back and the page without a limit serve the same rows in one
 * order.
 */
export const walksAtRestAgree: Statement = {
  id: 'T27',
  says: 'at one position walks by any limit, the walk back and the page without a limit show the same rows in the same order',
  shows: ['PAGE-07', 'PAGE-02', 'PAGE-08', 'PAGE-16'],
  judge: (chronicle) =>
    allOf(
      walkedPages(chronicle).map((page) => {
        const whole = wholeAround(chronicle, page);
        return whole === undefined ? pass : judgePage(page, whole);
      }),
    ),
};
