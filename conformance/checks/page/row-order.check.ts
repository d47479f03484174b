/** The order of orders and executions: newest first, and the same on the way back. */
import { isOk, rows } from '../../member/exchange/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import {
  COLLECTIONS,
  type Collection,
  idsOf,
  isDescending,
  prevCursor,
  sameIds,
  walk,
} from '../../scenes/collection.ts';
import { executionsAtHand, ordersAtHand } from '../../scenes/rows-at-hand.ts';

const PAGES = 3;

/** Newer rows come before the first page and between no two pages: each page back is the same as the page forth. */
function isTheWayBack(history: History, collection: Collection): Judgement {
  const forth = history.labelled(`forth ${collection.path}`).filter(isOk);
  const back = history.labelled(`back ${collection.path}`);
  if (forth.length < PAGES) return inconclusive(`${collection.path} has fewer than three pages`);
  const far = forth.at(-1);
  if (back.length === 0 && far !== undefined) return violated('a prevCursor on a page that was walked to', far);
  return eachOf([...back.entries()], ([i, page]) => {
    const same = forth[PAGES - 2 - i];
    if (same === undefined) return unseen;
    return allOf(
      expects(page, { status: 200 }),
      sameIds(idsOf(page, collection), idsOf(same, collection))
        ? pass
        : violated('the rows of the page before, in their order', same, page),
      i === 0 && back.length === 1 ? violated('a prevCursor on the second page, walked back to', page) : pass,
    );
  });
}

export const walkBack = check({
  id: 'page/walk-back',
  proves: ['PAGE-08'],
  title: 'prevCursor walks back over the same rows',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader } = scene;
    await ordersAtHand(scene, 6);
    await executionsAtHand(scene, 3);
    for (const { path } of COLLECTIONS) {
      // Two rows a page show their order too; of executions three in all are at hand.
      const limit = path === '/orders' ? 2 : 1;
      const forth = await walk(trader, path, { limit, label: `forth ${path}`, most: PAGES });
      let last = forth.at(-1);
      for (let page = 1; page < forth.length && last !== undefined; page += 1) {
        const cursor = prevCursor(last);
        if (cursor === undefined) break;
        last = await trader.get(path, { query: { limit, cursor }, label: `back ${path}` });
      }
    }
  },

  judge: (history) => eachOf(COLLECTIONS, (collection) => isTheWayBack(history, collection)),
});

export const newestFirst = check({
  id: 'page/newest-first',
  proves: ['PAGE-12'],
  title: 'orders and executions are descending by id, with and without limit',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    await ordersAtHand(scene, 3);
    await executionsAtHand(scene, 2);
    for (const { path } of COLLECTIONS) {
      await scene.trader.get(path, { query: { limit: 100 }, label: path });
      await scene.trader.get(path, { label: path });
    }
  },

  judge: (history) =>
    allOf(
      COLLECTIONS.map((collection): Judgement => {
        const pages = history.labelled(collection.path);
        if (pages.every((page) => rows(page).length < 2)) return inconclusive(`${collection.path} has no two rows`);
        const wrong = pages.find((page) => !isDescending(idsOf(page, collection)));
        return wrong === undefined ? pass : violated(`rows in descending order of ${collection.id}`, wrong);
      }),
    ),
});
