import type { Exchange } from '../../client/exchange.ts';
import { status } from '../../client/exchange.ts';
import { hasRetryAfter, isToldWithin, toldSeconds } from '../../client/retry-after.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';
import { FINER_THAN_ANY_GRID } from '../../scenes/sent-order.ts';
import { passTimeUntilAnswered } from './pass-time.ts';

/** What a full inbox or an owner that is away asks for is a short pause; none of the interface's windows is of an hour. */
const LONGEST_S = 3600;

function saysWhen(e: Exchange): Judgement {
  if (!hasRetryAfter(e)) return violated('Retry-After on a 429 and on a 503, in seconds or as a date', e);
  if (toldSeconds(e) === undefined || isToldWithin(e, Number.NEGATIVE_INFINITY, LONGEST_S)) return pass;
  return { ...violated(`Retry-After of at most ${LONGEST_S} seconds`, e), thoughBusy: true };
}

export const retryAfter = check({
  id: 'err/retry-after',
  proves: ['ERR-10'],
  title: 'every 429 and 503 carries Retry-After',
  needs: ['trader', 'account', 'instrument', 'control', 'writes'],

  async drive({ trader, order, control, freshKey, elapse }) {
    const body = order({ price: FINER_THAN_ANY_GRID });
    for (const refuse of ['INBOX_FULL', 'OWNER_ABSENT']) {
      const key = freshKey();
      await control.fault({ on: { edge: 'inbox', key }, refuse, times: 1 });
      await trader.submit(body, { key });
    }
    const key = freshKey();
    const lookUp = await control.fault({ on: { edge: 'look-up', key }, hold: key, times: 1 });
    const pending = trader.submit(body, { key });
    await lookUp.untilHeld();
    await passTimeUntilAnswered(elapse, [pending]);
  },

  judge: (history) =>
    eachOf(
      history.answered.filter((e) => status(e) === 429 || status(e) === 503),
      saysWhen,
    ),
});
