import { at, isOk } from '../../client/exchange.ts';
import { agreesWithItsHeaders } from '../../rules/state-rules.ts';
import { check } from '../../runner/check.ts';
import { eachOf } from '../../runner/judgement.ts';

export const pageAgreesWithItsHeaders = check({
  id: 'pos/page-agrees-with-its-headers',
  proves: ['POS-06'],
  title: "a page's globalSequence and asOfSeqTsNs equal the two headers of its response",
  needs: ['trader'],

  async drive({ trader }) {
    for (const path of ['/orders', '/executions']) {
      const first = await trader.get(path, { query: { limit: 1 }, label: 'page' });
      const cursor = at(first, 'nextCursor');
      if (typeof cursor === 'string') await trader.get(path, { query: { limit: 1, cursor }, label: 'page' });
      await trader.get(path, { query: { limit: 2, include: 'total' }, label: 'page' });
    }
  },

  judge: (history) => eachOf(history.labelled('page').filter(isOk), agreesWithItsHeaders),
});
