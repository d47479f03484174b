import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { at, header, isOk } from '../../target/exchange.ts';

/** null in the body and no header are one (decisions A43, A44); before the first change the position may be "0". */
function agrees(e: Exchange): Judgement {
  const position = header(e, 'X-Service-Global-Sequence');
  const time = header(e, 'X-Service-As-Of-Seq-Ts');
  if (at(e, 'globalSequence') !== (position ?? '0')) {
    return violated('globalSequence of the page equal to X-Service-Global-Sequence', e);
  }
  return at(e, 'asOfSeqTsNs') === (time ?? null)
    ? pass
    : violated('asOfSeqTsNs of the page equal to X-Service-As-Of-Seq-Ts', e);
}

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

  judge: (history) => eachOf(history.labelled('page').filter(isOk), agrees),
});
