import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf } from '../../runner/judgement.ts';
import { everyPage } from '../../scenes/every-page.ts';

export const limitBelowOneIsRefused = check({
  id: 'page/limit-below-one-is-refused',
  proves: ['PAGE-04'],
  title: 'limit of 0, negative or not an integer is refused 400 MALFORMED_REQUEST',
  needs: ['trader'],

  async drive({ trader, target }) {
    for (const path of await everyPage(trader, target)) {
      for (const limit of ['0', '-1', 'abc', '1.5']) await trader.get(path, { query: { limit }, label: 'refused' });
    }
  },

  judge: (history) =>
    eachOf(history.labelled('refused'), (e) => expects(e, { status: 400, code: 'MALFORMED_REQUEST' })),
});
