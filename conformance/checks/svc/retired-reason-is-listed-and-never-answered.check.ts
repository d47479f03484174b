import { asObject } from '../../client/contract-document.ts';
import type { Exchange } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';
import { ofDocument } from './contract-document.ts';

const RETIRED = 'SCALE_UNKNOWN';
const FINER_THAN_ANY_TICK = '0.000000000000000001';

/** The enums of the document that list refusal reasons: those that hold one of an order's. */
function reasonEnums(value: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(value)) return value.flatMap(reasonEnums);
  const object = asObject(value);
  const here = Array.isArray(object['enum']) && object['enum'].includes('INSTRUMENT_NOT_LIVE') ? [object['enum']] : [];
  return [...here, ...Object.values(object).flatMap(reasonEnums)];
}

function isNotTheRetired(e: Exchange): Judgement {
  return e.response?.body.includes(RETIRED) ? violated(`any code but ${RETIRED}, retired since 0.3.4`, e) : pass;
}

export const retiredReasonIsListedAndNeverAnswered = check({
  id: 'svc/retired-reason-is-listed-and-never-answered',
  proves: ['SVC-12'],
  title: "SCALE_UNKNOWN is still listed in the document's refusal reasons and never answered",
  needs: ['trader', 'account', 'instrument', 'writes'],

  // Where a scale could be unknown: an instrument that the member does not hold, and values that no scale of one holds.
  async drive({ trader, order }) {
    await trader.get('/openapi.json', { label: 'document' });
    const symbol = { instrumentId: undefined, instrument: 'NO-SUCH-SYMBOL' };
    await trader.submit(order(symbol), { label: 'order' });
    await trader.submit(order({ ...symbol, price: FINER_THAN_ANY_TICK }), { label: 'order' });
    await trader.submit(order({ instrumentId: 2_147_483_647 }), { label: 'order' });
    await trader.submit(order({ price: FINER_THAN_ANY_TICK }), { label: 'order' });
    await trader.submit(order({ qty: FINER_THAN_ANY_TICK }), { label: 'order' });
  },

  judge: (history) =>
    allOf(
      eachOf(history.labelled('order'), isNotTheRetired),
      ofDocument(history, (document, served) =>
        reasonEnums(document).some((reasons) => reasons.includes(RETIRED))
          ? pass
          : violated(`${RETIRED} listed among the document's refusal reasons`, served),
      ),
    ),
});
