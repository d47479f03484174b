import { at, isOk, rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { COLLECTIONS, type Collection, idsOf, nextCursor } from '../../scenes/collection.ts';
import { executionsAtHand, ordersAtHand } from '../../scenes/rows-at-hand.ts';
import { walk } from '../../scenes/walk.ts';
import { judgeWalk } from './walk-judgement.ts';

const HUNDRED = 100;
/** Of four thousand rows; what is beyond is not walked on anybody's target. */
const MOST_PAGES = 40;

/** The first hundred rows by pages of a few; then all the rest by pages of a hundred, to the end. */
function judgeBoth(history: History, collection: Collection): Judgement {
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
      const hundred = await trader.get(path, { query: { limit: HUNDRED }, label: `hundred of ${path}` });
      // Four pages cover it, and a fifth may say that there is no more (decision A49).
      const limit = Math.max(1, Math.ceil(rows(hundred).length / 4));
      await walk(trader, path, { limit, label: `few of ${path}`, most: 5 });
      const from = nextCursor(hundred);
      if (from !== undefined) {
        await walk(trader, path, { limit: HUNDRED, label: `rest of ${path}`, most: MOST_PAGES, from });
      }
    }
  },

  judge: (history) => eachOf(COLLECTIONS, (collection) => judgeBoth(history, collection)),
});
