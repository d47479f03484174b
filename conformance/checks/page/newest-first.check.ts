import { rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { COLLECTIONS, idsOf, isDescending } from '../../scenes/collection.ts';
import { executionsAtHand, ordersAtHand } from '../../scenes/rows-at-hand.ts';

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
      ...COLLECTIONS.map((collection): Judgement => {
        const pages = history.labelled(collection.path);
        if (pages.every((page) => rows(page).length < 2)) return inconclusive(`${collection.path} has no two rows`);
        const wrong = pages.find((page) => !isDescending(idsOf(page, collection)));
        return wrong === undefined ? pass : violated(`rows in descending order of ${collection.id}`, wrong);
      }),
    ),
});
