import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf } from '../../runner/judgement.ts';
import { everyPage } from '../../scenes/every-page.ts';

export const otherIncludeIsRefused = check({
  id: 'page/other-include-is-refused',
  proves: ['PAGE-06'],
  title: 'any include value but total is refused 400 MALFORMED_REQUEST',
  needs: ['trader'],

  async drive({ trader, target }) {
    for (const path of await everyPage(trader, target)) {
      for (const include of ['totals', 'Total', 'items']) {
        await trader.get(path, { query: { include, limit: 1 }, label: 'refused' });
      }
    }
  },

  // A deployed member may answer either way (decision A60).
  judge: (history) =>
    eachOf(history.labelled('refused'), (e) =>
      expects(e, history.target.strict ? { status: 400, code: 'MALFORMED_REQUEST' } : { status: [200, 400] }),
    ),
});
