/** Walks over orders and executions: at rest, under writes, over a crash. */
import { at, type Exchange, errorCode, isOk, rows, textAt } from '../../member/exchange/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import {
  allOf,
  blaming,
  eachOf,
  inconclusive,
  type Judgement,
  notExercised,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';
import { COLLECTIONS, type Collection, idsOf, isDescending, nextCursor, walk } from '../../scenes/collection.ts';
import { executionsAtHand, ordersAtHand } from '../../scenes/rows-at-hand.ts';

/**
 * A walk's pages, first to last: every page served, ids descending over all of them (so none twice), and each row that
 * stood before the walk began (`standing`) among them, as far as the walk has come.
 */
function judgeWalk(pages: readonly Exchange[], collection: Collection, standing: readonly bigint[]): Judgement {
  return allOf(
    eachOf(pages, (page) => expects(page, { status: 200 })),
    inOrder(pages, collection),
    missesNone(pages, collection, standing),
  );
}

function inOrder(pages: readonly Exchange[], collection: Collection): Judgement {
  for (const [i, page] of pages.entries()) {
    const before = pages[i - 1];
    const boundary = before === undefined ? [] : idsOf(before, collection).slice(-1);
    if (isDescending([...boundary, ...idsOf(page, collection)])) continue;
    const shown = before === undefined ? [page] : [before, page];
    return violated(`rows in descending order of ${collection.id}, none twice`, shown);
  }
  return pass;
}

/** Rows are never removed, so what stood before the walk stood throughout it. */
function missesNone(pages: readonly Exchange[], collection: Collection, standing: readonly bigint[]): Judgement {
  const seen = pages.map((page) => idsOf(page, collection));
  const all = new Set(seen.flat());
  const end = seen.flat().at(-1);
  const ended = pages.at(-1) !== undefined && nothingFollows(pages.at(-1) as Exchange);
  const missed = standing.find((id) => !all.has(id) && (ended || (end !== undefined && id > end)));
  if (missed === undefined) return pass;
  const page = pages.findIndex((_, i) => seen[i]?.some((id) => id < missed));
  const shown = pages.slice(Math.max(0, page - 1), page < 0 ? undefined : page + 1);
  return violated(`${collection.id} ${missed}, which stood throughout the walk, on one of its pages`, shown);
}

function nothingFollows(page: Exchange): boolean {
  return !/"nextCursor"\s*:\s*"/.test(page.response?.body ?? '');
}

const LARGEST_PAGE = 100;
/** Of a thousand rows: a walk over more of them would show nothing else. */
const MOST_PAGES = 10;

/** The first hundred rows by pages of a few; then the next thousand by pages of a hundred, to the end if it comes. */
function isWalkedWhole(history: History, collection: Collection): Judgement {
  const hundred = history.one(`hundred of ${collection.path}`);
  const few = history.labelled(`few of ${collection.path}`);
  const rest = history.labelled(`rest of ${collection.path}`);
  if (!isOk(hundred)) return inconclusive(`no page of ${collection.path} was served`);
  if (rows(hundred).length < 2) return inconclusive(`${collection.path} has fewer than two rows`);
  const standing = idsOf(hundred, collection);
  const last = rest.at(-1) ?? few.at(-1) ?? hundred;
  const ended = at(last, 'nextCursor') === null;
  return allOf(
    judgeWalk(few, collection, standing),
    judgeWalk([hundred, ...rest], collection, standing),
    ended || rest.length >= MOST_PAGES ? pass : violated('a walk that ends with nextCursor null', last),
  );
}

export const walkAtRest = check({
  id: 'page/walk-at-rest',
  proves: ['PAGE-07'],
  title: "a walk by nextCursor serves each row exactly once, in the collection's order, and ends with nextCursor null",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader } = scene;
    await ordersAtHand(scene, 5);
    await executionsAtHand(scene, 3);
    for (const { path } of COLLECTIONS) {
      const hundred = await trader.get(path, { query: { limit: LARGEST_PAGE }, label: `hundred of ${path}` });
      // Four pages cover it, and a fifth may say that there is no next page (decision A49).
      const limit = Math.max(1, Math.ceil(rows(hundred).length / 4));
      await walk(trader, path, { limit, label: `few of ${path}`, most: 5 });
      const from = nextCursor(hundred);
      if (from !== undefined) {
        await walk(trader, path, { limit: LARGEST_PAGE, label: `rest of ${path}`, most: MOST_PAGES, from });
      }
    }
  },

  judge: (history) => eachOf(COLLECTIONS, (collection) => isWalkedWhole(history, collection)),
});

function isWalkedUnderWrites(history: History, path: (typeof COLLECTIONS)[number]['path']): Judgement {
  const collection = COLLECTIONS.find((row) => row.path === path) ?? COLLECTIONS[0];
  const before = history.one(`before ${path}`);
  if (!isOk(before) || rows(before).length < 2) return inconclusive(`${path} has fewer than two rows`);
  const walked = history.labelled(`walk ${path}`);
  const [first, last] = [walked[0], walked.at(-1)];
  const isAmid = (e: Exchange) =>
    isOk(e) && e.sentAtMs >= (first?.answeredAtMs ?? 0) && e.answeredAtMs <= (last?.sentAtMs ?? 0);
  const judged = judgeWalk(walked, collection, idsOf(before, collection));
  if (judged.verdict !== 'pass' || history.writes.some(isAmid)) return blaming(judged, 'PAGE-11', 'PAGE-07');
  const quiet = notExercised(`no write was taken during the walk over ${path}`);
  return allOf(blaming(judged, 'PAGE-07'), blaming(quiet, 'PAGE-11'));
}

export const walkUnderWrites = check({
  id: 'page/walk-under-writes',
  proves: ['PAGE-11', 'PAGE-07'],
  title:
    "a walk under concurrent writes misses no row that existed at the first page's position, and serves none twice",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader, order, elapse, control } = scene;
    await ordersAtHand(scene, 4);
    await executionsAtHand(scene, 3);
    const placeAndCancel = async () => {
      const orderId = textAt(await trader.submit(order()), 'orderId');
      if (orderId !== undefined) await trader.cancel(orderId);
    };
    const fill = async () => {
      await trader.submit(order({ price: undefined }));
      await elapse(200);
    };
    const walkOver = async (path: string, between: () => Promise<void>) => {
      const before = await trader.get(path, { query: { limit: 100 }, label: `before ${path}` });
      const limit = Math.max(1, Math.ceil(rows(before).length / 3));
      await walk(trader, path, { limit, label: `walk ${path}`, most: 4, between });
    };
    await walkOver('/orders', placeAndCancel);
    // Trades are made for the sake of a walk in a simulated market alone.
    if (control !== undefined) await walkOver('/executions', fill);
  },

  judge: (history) =>
    allOf(
      isWalkedUnderWrites(history, '/orders'),
      history.maybe('before /executions') === undefined ? unseen : isWalkedUnderWrites(history, '/executions'),
    ),
});

const [ORDERS] = COLLECTIONS;
const ROWS = 5;
const LIMIT = 2;

/** A deployed member may have forgotten what its former process gave (decision A54); a page of anything else is wrong. */
function isForgotten(history: History): boolean {
  const [second] = history.labelled('after');
  return !history.target.strict && second !== undefined && errorCode(second) === 'INVALID_CURSOR';
}

export const walkOverANewProcess = check({
  id: 'page/walk-over-a-new-process',
  proves: ['PAGE-07'],
  title: 'a walk continues where it was though the member that served its first page is another process by now',
  needs: ['trader', 'account', 'instrument', 'writes', 'restart', 'destructive'],

  async drive(scene) {
    const { trader, operator } = scene;
    await ordersAtHand(scene, ROWS);
    await trader.get(ORDERS.path, { query: { limit: ROWS }, label: 'standing' });
    const first = await trader.get(ORDERS.path, { query: { limit: LIMIT }, label: 'before' });
    await operator.restart();
    const from = nextCursor(first);
    if (from !== undefined) await walk(trader, ORDERS.path, { limit: LIMIT, label: 'after', most: 3, from });
  },

  judge(history) {
    const standing = history.one('standing');
    if (rows(standing).length < ROWS) return inconclusive(`fewer than ${ROWS} orders stand`);
    if (history.labelled('after').length === 0) return inconclusive('the first page named no nextCursor');
    if (isForgotten(history)) return unseen;
    return judgeWalk([history.one('before'), ...history.labelled('after')], ORDERS, idsOf(standing, ORDERS));
  },
});
