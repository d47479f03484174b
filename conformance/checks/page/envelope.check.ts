import { isPageEnvelope } from '../../rules/page-envelope.ts';
import { check } from '../../runner/check.ts';
import { eachOf } from '../../runner/judgement.ts';
import { everyPage } from '../../scenes/every-page.ts';

export const envelope = check({
  id: 'page/envelope',
  proves: ['PAGE-01'],
  title:
    'every collection answers the page envelope: globalSequence, asOfSeqTsNs, items, nextCursor, prevCursor, total',
  needs: ['trader'],

  async drive({ trader, target }) {
    for (const path of await everyPage(trader, target)) {
      await trader.get(path, { query: { limit: 1 }, label: 'page' });
      await trader.get(path, { query: { limit: 1, include: 'total' }, label: 'page' });
    }
  },

  judge: (history) => eachOf(history.labelled('page'), isPageEnvelope),
});
