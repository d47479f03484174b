import type { Exchange } from '../../client/exchange.ts';
import { isOk, isReplay, position } from '../../client/exchange.ts';
import { replays } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

export const keyIsForgottenAfterADay = check({
  id: 'idem/key-is-forgotten-after-a-day',
  proves: ['IDEM-09'],
  title: "a member keeps a key's answer for a day, then forgets it",
  needs: ['trader', 'account', 'instrument', 'writes', 'control', 'virtual-clock'],

  async drive({ trader, order, freshKey, control }) {
    const key = freshKey();
    const body = order();
    await trader.submit(body, { key, label: 'first' });
    await control.advance('23h');
    await trader.submit(body, { key, label: 'kept' });
    await control.advance('61m');
    await trader.submit(body, { key, label: 'forgotten' });
  },

  judge(history) {
    const first = history.one('first');
    if (!isOk(first)) return inconclusive('the order was not accepted');
    const kept = history.one('kept');
    const forgotten = history.one('forgotten');
    return allOf(
      replays(kept, first) ? pass : violated('the answer replayed within the day', first, kept),
      isOk(forgotten) && (!isReplay(forgotten) || isItsOwn(forgotten, first))
        ? pass
        : violated('a first answer after a day', first, forgotten),
    );
  },
});

/** Answered 202 and settled since: what it was settled with is a replay of itself, at a position of its own. */
function isItsOwn(settled: Exchange, first: Exchange): boolean {
  return settled.settling !== undefined && position(settled) !== position(first);
}
