import type { Exchange } from '../../../member/exchange/exchange.ts';
import { at, header } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Statement } from '../../statement.ts';
import { walkedPages } from '../../walked-pages.ts';

function judgePage(e: Exchange): Judgement {
  const sequence = header(e, 'x-service-global-sequence');
  const asOf = header(e, 'x-service-as-of-seq-ts');
  // Before the first change the header may be absent and the position "0" (decision A43).
  if (at(e, 'globalSequence') !== (sequence ?? '0')) {
    return violated(`globalSequence ${sequence ?? '"0"'}, as X-Service-Global-Sequence says`, e);
  }
  if (at(e, 'asOfSeqTsNs') !== (asOf ?? null)) {
    return violated(`asOfSeqTsNs ${asOf ?? 'null'}, as X-Service-As-Of-Seq-Ts says`, e);
  }
  return pass;
}

/** T2. A page's globalSequence and asOfSeqTsNs equal its two headers. Applies from 0.13.0. */
export const pagePosition: Statement = {
  id: 'T2',
  says: "a page's globalSequence and asOfSeqTsNs are its two headers, null where the header is absent",
  shows: ['POS-06'],
  judge: (chronicle) =>
    chronicle.history.since('0.13.0') ? allOf(walkedPages(chronicle).map(({ exchange }) => judgePage(exchange))) : pass,
};
