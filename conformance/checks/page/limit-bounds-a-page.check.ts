import { check } from '../../runner/check.ts';
import { eachOf } from '../../runner/judgement.ts';
import { everyPage } from '../../scenes/every-page.ts';
import { isBounded } from './bounded-page.ts';

export const limitBoundsAPage = check({
  id: 'page/limit-bounds-a-page',
  proves: ['PAGE-03'],
  title: 'limit takes 1 to 100, and a larger one is taken too',
  needs: ['trader'],

  async drive({ trader, target }) {
    for (const path of await everyPage(trader, target)) {
      for (const limit of [1, 2, 99, 100, 101, 1_000_000_000]) {
        await trader.get(path, { query: { limit }, label: 'page' });
      }
    }
  },

  judge: (history) => eachOf(history.labelled('page'), isBounded),
});
