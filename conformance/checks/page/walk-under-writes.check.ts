import { isOk, rows, textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive } from '../../runner/judgement.ts';
import { COLLECTIONS, idsOf } from '../../scenes/collection.ts';
import { executionsAtHand, ordersAtHand } from '../../scenes/rows-at-hand.ts';
import { walk } from '../../scenes/walk.ts';
import { judgeWalk } from './walk-judgement.ts';

const MOST_PAGES = 4;

function judgeOf(history: History, path: (typeof COLLECTIONS)[number]['path']): Judgement {
  const collection = COLLECTIONS.find((row) => row.path === path) ?? COLLECTIONS[0];
  const before = history.one(`before ${path}`);
  if (!isOk(before) || rows(before).length < 2) return inconclusive(`${path} has fewer than two rows`);
  return judgeWalk(history.labelled(`walk ${path}`), collection, idsOf(before, collection));
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
      await walk(trader, path, { limit, label: `walk ${path}`, most: MOST_PAGES, between });
    };
    await walkOver('/orders', placeAndCancel);
    // Trades are made for the sake of a walk in a simulated market alone.
    if (control !== undefined) await walkOver('/executions', fill);
  },

  judge: (history) =>
    allOf(
      judgeOf(history, '/orders'),
      history.maybe('before /executions') === undefined ? { verdict: 'pass' } : judgeOf(history, '/executions'),
    ),
});
