import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf } from '../../runner/judgement.ts';
import { everyPage } from '../../scenes/every-page.ts';

/** Of no alphabet, of base64url, of base64, JSON, and of a length that no cursor has. */
const MADE_UP = ['not a cursor', '***', 'AAAA', 'bm90LWEtY3Vyc29y', '{}', 'x'.repeat(2000)];

export const madeUpCursor = check({
  id: 'page/made-up-cursor',
  proves: ['PAGE-09'],
  title: 'a cursor that does not decode is refused 400 INVALID_CURSOR',
  needs: ['trader'],

  async drive({ trader, target }) {
    for (const path of await everyPage(trader, target)) {
      for (const cursor of MADE_UP) await trader.get(path, { query: { limit: 1, cursor }, label: 'made up' });
    }
  },

  judge: (history) => eachOf(history.labelled('made up'), (e) => expects(e, { status: 400, code: 'INVALID_CURSOR' })),
});
