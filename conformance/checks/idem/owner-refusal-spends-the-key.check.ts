import { position } from '../../client/exchange.ts';
import { isReused, replays } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { allOf, differs, inconclusive, pass } from '../../runner/judgement.ts';

/** Finer than any tick: one unit of the eighteenth place, the last that the door lets through (MON-08). */
const HAIR = '0.000000000000000001';

export const ownerRefusalSpendsTheKey = check({
  id: 'idem/owner-refusal-spends-the-key',
  proves: ['IDEM-08', 'IDEM-04', 'POS-05'],
  title: "an owner's refusal is recorded: the key replays it, even for a corrected request",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const key = freshKey();
    await trader.submit(order({ price: HAIR }), { key, label: 'refused' });
    await trader.submit(order(), { key, label: 'corrected' });
    await trader.submit(order({ price: HAIR }), { key, label: 'retried' });
  },

  judge(history) {
    const refused = history.one('refused');
    const corrected = history.one('corrected');
    const retried = history.one('retried');
    if (position(refused) === undefined) return inconclusive('the first request was not judged by an owner');
    // For another body a key may be told to be reused as well: spent it is either way (decision A21).
    const isSpent = replays(corrected, refused) || (!history.target.strict && isReused(corrected, refused));
    return allOf(
      isSpent ? pass : differs('the recorded refusal, replayed to a corrected request', refused, corrected),
      replays(retried, refused) ? pass : differs('the recorded refusal, replayed', refused, retried),
    );
  },
});
