import { isFactual, isOk, retryable } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';
import { FINER_THAN_ANY_GRID } from '../../scenes/sent-order.ts';

/** The largest int32: ids are minted from times and are decades away from it. */
const UNHELD = 2_147_483_647;

export const ownerRefusalsAreFinal = check({
  id: 'err/owner-refusals-are-final',
  proves: ['ERR-15'],
  title: "a record owner's refusal is retryable false, whatever its status, first and replayed",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const refused = [{ price: FINER_THAN_ANY_GRID }, { qty: FINER_THAN_ANY_GRID }, { instrumentId: UNHELD }];
    for (const over of refused) {
      const key = freshKey();
      await trader.submit(order(over), { key });
      await trader.submit(order(over), { key });
    }
  },

  judge: (history) =>
    eachOf(
      history.answered.filter((e) => isFactual(e) && !isOk(e)),
      (e) => (retryable(e) === false ? pass : violated("retryable false: it is its key's recorded answer", e)),
    ),
});
