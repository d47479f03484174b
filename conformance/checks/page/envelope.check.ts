import { check } from '../../runner/check.ts';
import { eachOf } from '../../runner/judgement.ts';
import { COLLECTIONS } from './collection.ts';
import { isPageEnvelope } from './page-envelope.ts';

export const envelope = check({
  id: 'page/envelope',
  proves: ['PAGE-01'],
  title:
    'every collection answers the page envelope: globalSequence, asOfSeqTsNs, items, nextCursor, prevCursor, total',
  needs: ['trader'],

  async drive({ trader }) {
    for (const { path } of COLLECTIONS) {
      await trader.get(path, { query: { limit: 1 }, label: 'page' });
      await trader.get(path, { query: { limit: 1, include: 'total' }, label: 'page' });
    }
  },

  judge: (history) => eachOf(history.labelled('page'), isPageEnvelope),
});
