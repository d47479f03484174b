import type { Exchange } from '../../client/exchange.ts';
import { errorCode, position } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';

const FINER_THAN_ANY_GRID = '0.000000000000000001';
/** The largest int32: ids are minted from times and are decades away from it. */
const NOBODYS = 2_147_483_647;
/** What only an owner answers: the door knows of no grid. */
const OF_THE_OWNER = new Set(['TICK_SIZE_VIOLATION', 'QTY_STEP_VIOLATION', 'INVALID_FIELD']);

function namesItsPosition(e: Exchange): Judgement {
  return position(e) === undefined ? violated("X-Service-Global-Sequence on an owner's refusal", e) : pass;
}

export const ownerRefusalsNameTheirPosition = check({
  id: 'pos/owner-refusals-name-their-position',
  proves: ['POS-05'],
  title: "an owner's refusal carries X-Service-Global-Sequence",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    await trader.submit(order({ price: FINER_THAN_ANY_GRID }), { label: 'refused' });
    await trader.submit(order({ qty: FINER_THAN_ANY_GRID }), { label: 'refused' });
    // By its id, an instrument that nobody holds is for the owner to refuse.
    await trader.submit(order({ instrumentId: NOBODYS }), { label: 'of no instrument' });
  },

  judge: (history) =>
    eachOf(
      [
        ...history.labelled('refused').filter((e) => OF_THE_OWNER.has(errorCode(e) ?? '')),
        ...history.labelled('of no instrument').filter((e) => errorCode(e) === 'INSTRUMENT_NOT_LIVE'),
      ],
      namesItsPosition,
    ),
});
