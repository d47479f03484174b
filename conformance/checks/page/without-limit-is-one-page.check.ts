import { at, isOk, position, rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { COLLECTIONS, type Collection, idsOf, nextCursor } from '../../scenes/collection.ts';
import { executionsAtHand, ordersAtHand } from '../../scenes/rows-at-hand.ts';

function isWhole(history: History, collection: Collection): Judgement {
  const hundred = history.one(`hundred of ${collection.path}`);
  const whole = history.one(`whole ${collection.path}`);
  if (!isOk(hundred)) return inconclusive(`no page of ${collection.path} was served`);
  // Another member, further behind, may not have the rows yet.
  if ((position(whole) ?? 0n) < (position(hundred) ?? 0n)) return inconclusive('two members answered');
  const ids = new Set(idsOf(whole, collection));
  const known = idsOf(hundred, collection);
  // A cursor may lead to nothing (decision A49).
  const after = history.maybe(`after a hundred of ${collection.path}`);
  const more = after !== undefined && rows(after).length > 0;
  return allOf(
    expects(whole, { status: 200 }),
    at(whole, 'nextCursor') === null ? pass : violated('nextCursor null on a page without limit', whole),
    at(whole, 'prevCursor') === null ? pass : violated('prevCursor null on a page without limit', whole),
    known.every((id) => ids.has(id)) && (!more || ids.size > known.length)
      ? pass
      : violated('the whole collection on a page without limit', hundred, whole),
  );
}

export const withoutLimitIsOnePage = check({
  id: 'page/without-limit-is-one-page',
  proves: ['PAGE-02'],
  title: 'without limit the whole collection is one page, nextCursor and prevCursor null',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    await ordersAtHand(scene, 3);
    await executionsAtHand(scene, 2);
    for (const { path } of COLLECTIONS) {
      const hundred = await scene.trader.get(path, { query: { limit: 100 }, label: `hundred of ${path}` });
      const cursor = nextCursor(hundred);
      if (cursor !== undefined) {
        await scene.trader.get(path, { query: { limit: 1, cursor }, label: `after a hundred of ${path}` });
      }
      await scene.trader.get(path, { label: `whole ${path}` });
    }
  },

  judge: (history) => eachOf(COLLECTIONS, (collection) => isWhole(history, collection)),
});
