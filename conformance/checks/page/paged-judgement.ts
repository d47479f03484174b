/** What the reads of one collection (`readPaged`) show of paging, each clause blamed by its own id. */
import { at, type Exchange, isOk, position, rows } from '../../member/exchange/exchange.ts';
import { isAtOrAfter } from '../../member/exchange/read-after.ts';
import { isPageEnvelope } from '../../rules/page-envelope.ts';
import { agreesWithItsHeaders } from '../../rules/state-rules.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, blaming, type Judgement, notExercised, pass, unseen, violated } from '../../runner/judgement.ts';
import type { Paged } from '../../scenes/paged.ts';

type Keys = readonly (readonly bigint[])[];

const spelt = (key: readonly bigint[]): string => key.join('/');

function keysOf(page: Exchange, { keyOf }: Paged): Keys {
  return rows(page).map(keyOf);
}

function compare(left: readonly bigint[], right: readonly bigint[]): number {
  for (const [i, one] of left.entries()) {
    const other = right[i] ?? -1n;
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

function isOrdered(keys: Keys, order: Paged['order']): boolean {
  const steps = keys.slice(1).map((key, i) => compare(keys[i] ?? [], key));
  if (order === 'own') return new Set(keys.map(spelt)).size === keys.length;
  const [isUp, isDown] = [steps.every((step) => step < 0), steps.every((step) => step > 0)];
  return (isUp && order !== 'descending') || (isDown && order !== 'ascending');
}

const sameKeys = (left: Keys, right: Keys): boolean => left.map(spelt).join() === right.map(spelt).join();

/** One row is in any order, and one page is any walk. */
const seenIf = (isSeen: boolean): Judgement => (isSeen ? pass : unseen);

/** Reads of one state: members may answer from different ones (decision A42). */
const ofOneState = (left: Exchange, right: Exchange): boolean =>
  position(left) !== undefined && position(left) === position(right);

const hasEnded = (forth: readonly Exchange[]): boolean => {
  const last = forth.at(-1);
  return last !== undefined && at(last, 'nextCursor') === null;
};

/** The page of a walk of the same state that has a row which the page without limit lacks. */
function leftOut(whole: Exchange, forth: readonly Exchange[], paged: Paged): Exchange | undefined {
  const held = new Set(keysOf(whole, paged).map(spelt));
  return forth.find((page) => ofOneState(whole, page) && keysOf(page, paged).some((key) => !held.has(spelt(key))));
}

function isWhole(whole: Exchange, forth: readonly Exchange[], paged: Paged): Judgement {
  const beyond = leftOut(whole, forth, paged);
  return allOf(
    at(whole, 'nextCursor') === null ? unseen : violated('nextCursor null on a page without limit', whole),
    at(whole, 'prevCursor') === null ? unseen : violated('prevCursor null on a page without limit', whole),
    beyond === undefined
      ? seenIf(rows(whole).length > 1)
      : violated('the whole collection on a page without limit', beyond, whole),
  );
}

/** The count of the rows of the whole; of those that the walk met, where the whole lacks some of them (PAGE-02). */
function countOf(whole: Exchange, forth: readonly Exchange[], paged: Paged): number {
  if (leftOut(whole, forth, paged) === undefined) return rows(whole).length;
  return new Set(forth.flatMap((page) => keysOf(page, paged).map(spelt))).size;
}

/** Null unless it is asked for; else the count, the same on each page. */
function isCounted(whole: Exchange, counted: readonly Exchange[], forth: readonly Exchange[], paged: Paged): Judgement {
  const unasked = [whole, ...forth.filter(isOk)].find((page) => at(page, 'total') !== null);
  if (unasked !== undefined) return violated('total null where include=total is not sent', unasked);
  const count = countOf(whole, forth, paged);
  return allOf(
    counted.map((page) => {
      const total = at(page, 'total');
      if (!Number.isInteger(total)) return violated('total, an integer, where include=total is sent', page);
      if (ofOneState(whole, page) && total !== count) return violated(`a total of ${count}`, whole, page);
      return seenIf(total === count && count > 0);
    }),
  );
}

/** Another value is neither an envelope (PAGE-01) nor a count (PAGE-05). */
function countsInNumbers(page: Exchange): Judgement {
  const total = at(page, 'total');
  return total == null || Number.isInteger(total) ? unseen : violated('total on the page: an integer or null', page);
}

/**
 * The rows that stood throughout the walk, of those pages that are not of an earlier state (another member's, decision
 * A42): a row may have gone meanwhile.
 */
function stoodThroughout(whole: Exchange, again: Exchange, pages: readonly Exchange[], paged: Paged): Keys {
  if (!pages.every((page) => isAtOrAfter(page, whole))) return [];
  const still = new Set(keysOf(again, paged).map(spelt));
  return keysOf(whole, paged).filter((key) => still.has(spelt(key)));
}

/** Those of `standing` that are not among `served`. */
function missingOf(standing: Keys, served: Keys): Keys {
  const all = new Set(served.map(spelt));
  return standing.filter((key) => !all.has(spelt(key)));
}

/** Whether `key` comes after `other` in a collection whose keys run from `first` to `last`. */
const isAfter = (key: readonly bigint[], other: readonly bigint[], [first = [], last = []]: Keys): boolean =>
  compare(key, other) * compare(last, first) > 0;

/** Pages of different states: in one order, and no row is missing that stood throughout and that the walk has passed. */
function walksOverStates(whole: Exchange, again: Exchange, forth: readonly Exchange[], paged: Paged): Judgement {
  const walked = forth.flatMap((page) => keysOf(page, paged));
  if (!isOrdered(walked, paged.order)) return violated('rows in one order over all pages, none twice', forth);
  const [first, last] = [walked[0], walked.at(-1)];
  const ends = [first ?? [], last ?? []];
  const isPassed = (key: readonly bigint[]) =>
    hasEnded(forth) || (paged.order !== 'own' && last !== undefined && !isAfter(key, last, ends));
  const [missing] = missingOf(stoodThroughout(whole, again, forth, paged), walked).filter(isPassed);
  return missing === undefined
    ? seenIf(walked.length > 1)
    : violated(`row ${spelt(missing)}, which stood throughout the walk, on one of its pages`, whole, forth, again);
}

/** Whether a walk of one state has the rows of the whole, each once, in another order. */
function isReordered(whole: Exchange, forth: readonly Exchange[], paged: Paged): boolean {
  if (!forth.every((page) => isOk(page) && ofOneState(whole, page))) return false;
  const [keys, walked] = [keysOf(whole, paged), forth.flatMap((page) => keysOf(page, paged))];
  return keys.length === walked.length && missingOf(keys, walked).length === 0 && !sameKeys(keys, walked);
}

/** Each row of the whole, once, in its order. */
function walksOver(whole: Exchange, again: Exchange, forth: readonly Exchange[], paged: Paged): Judgement {
  const refused = forth.find((page) => !isOk(page));
  if (refused !== undefined) return expects(refused, { status: 200 }, 'a page of a walk');
  const last = forth.at(-1);
  const walked = forth.flatMap((page) => keysOf(page, paged));
  if (last === undefined || !forth.every((page) => ofOneState(whole, page)))
    return walksOverStates(whole, again, forth, paged);
  // What the whole lacks is not the walk's fault (PAGE-02).
  const held = new Set(keysOf(whole, paged).map(spelt));
  const known = leftOut(whole, forth, paged) === undefined ? walked : walked.filter((key) => held.has(spelt(key)));
  const standing = keysOf(whole, paged).slice(0, hasEnded(forth) ? undefined : walked.length);
  return sameKeys(known, standing)
    ? seenIf(forth.length > 1)
    : violated('the rows of the collection, each once, in its order', forth);
}

/**
 * A page back of another state than the page forth has its rows, in order. New rows may have pushed the first of them
 * before the page.
 */
function hasTheRowsOf(same: Exchange, page: Exchange, standing: Keys, paged: Paged): boolean {
  const [forth, back] = [keysOf(same, paged), keysOf(page, paged)];
  if (standing.length < 2) return true;
  const ends = [standing[0] ?? [], standing.at(-1) ?? []];
  const order = paged.order === 'own' ? 'own' : compare(ends[0] ?? [], ends[1] ?? []) < 0 ? 'ascending' : 'descending';
  if (!isOrdered(back, order)) return false;
  const stood = new Set(standing.map(spelt));
  const missing = missingOf(
    forth.filter((key) => stood.has(spelt(key))),
    back,
  );
  const first = back[0];
  const isPushedOut = (key: readonly bigint[]) =>
    back.length >= forth.length && first !== undefined && (order === 'own' || isAfter(first, key, ends));
  return missing.every(isPushedOut);
}

function walksBack(forth: readonly Exchange[], back: readonly Exchange[], standing: Keys, paged: Paged): Judgement {
  const far = forth.at(-1);
  if (forth.length < 2 || far === undefined) return unseen;
  if (back.length < forth.length - 1) return violated('a prevCursor on a page that was walked to', back.at(-1) ?? far);
  let compared = 0;
  for (const [i, page] of back.entries()) {
    const same = forth[forth.length - 2 - i];
    if (same === undefined) break;
    const served = expects(page, { status: 200 }, 'a page of the way back');
    if (served.verdict !== 'pass') return served;
    const isSame = ofOneState(page, same)
      ? sameKeys(keysOf(page, paged), keysOf(same, paged))
      : hasTheRowsOf(same, page, standing, paged);
    if (!isSame) return violated('the rows of the page before, in their order', same, page);
    compared += 1;
  }
  return seenIf(compared > 0);
}

/**
 * What the reads of one collection show of paging.
 * @param clause the requirement that states the collection's order.
 */
export function judgePaged(
  history: History,
  paged: Paged,
  clause: 'PAGE-12' | 'PAGE-13' | 'PAGE-14' | 'PAGE-15',
): Judgement {
  const { path } = paged;
  const [whole, again, counted] = [`whole ${path}`, `again ${path}`, `counted ${path}`].map((label) =>
    history.one(label),
  ) as [Exchange, Exchange, Exchange];
  if (!isOk(whole)) return blaming(expects(whole, { status: 200 }, 'a collection'), 'PAGE-01');
  // An answer that is no page shows nothing else.
  const envelope = isPageEnvelope(whole);
  if (envelope.verdict !== 'pass') return blaming(envelope, 'PAGE-01');
  const [forth, back] = [history.labelled(`forth ${path}`), history.labelled(`back ${path}`)];
  const totals = [counted, ...history.labelled(`counted on ${path}`)];
  const isOneWay = paged.order === 'ascending' || paged.order === 'descending';
  const order = isOneWay ? `rows in ${paged.order} order` : 'rows in an order, none twice';
  const walk = walksOver(whole, again, forth, paged);
  const standing = stoodThroughout(whole, again, [...forth, ...back], paged);
  const ordered = seenIf(rows(whole).length > 1);
  const stable = !ofOneState(whole, again) || sameKeys(keysOf(whole, paged), keysOf(again, paged));
  return allOf(
    blaming(allOf(totals.filter(isOk).map(countsInNumbers)), 'PAGE-05', 'PAGE-01'),
    blaming(allOf([whole, ...totals, ...forth].map(isPageEnvelope)), 'PAGE-01'),
    blaming(allOf([whole, ...totals, ...forth, ...back].filter(isOk).map(agreesWithItsHeaders)), 'POS-06'),
    blaming(isOrdered(keysOf(whole, paged), paged.order) ? ordered : violated(`${order} of ${path}`, whole), clause),
    blaming(stable ? ordered : violated('the same order each time', whole, again), clause),
    blaming(isWhole(whole, forth, paged), 'PAGE-02'),
    blaming(isCounted(whole, totals, forth, paged), 'PAGE-05'),
    blaming(walk, 'PAGE-07'),
    // The same rows in another order are no order of the collection's own, even where two whole pages agree by chance.
    paged.order === 'own' && isReordered(whole, forth, paged)
      ? blaming(violated('the same order on pages of a walk', whole, forth), clause)
      : unseen,
    // Of a walk that went wrong the way back is not known.
    blaming(walk.verdict === 'pass' ? walksBack(forth, back, standing, paged) : unseen, 'PAGE-08'),
  );
}

/** Nothing is proved of an order by fewer than two rows. */
export function hasTwoRows(history: History, { path }: Pick<Paged, 'path'>): boolean {
  return rows(history.one(`whole ${path}`)).length > 1;
}

/** The judgement where no collection of `what` has two rows. */
export function noneHasTwoRows(what: string): Judgement {
  return notExercised(`${what} with two rows is there to be in an order`);
}
