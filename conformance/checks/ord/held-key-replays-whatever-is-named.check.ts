import { position } from '../../client/exchange.ts';
import { isReused, replays } from '../../client/same-answer.ts';
import { finerBy1 } from '../../rules/exact-decimal.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, differs, inconclusive, pass } from '../../runner/judgement.ts';

function stillReplays(history: History, what: string): Judgement {
  const first = history.one(what);
  const retried = history.one(`${what}, names gone`);
  if (position(first) === undefined) return inconclusive(`${what}: no owner judged the first order`);
  // That the names are other ones makes it another body too (decision A21).
  const isHeld = replays(retried, first) || (!history.target.strict && isReused(retried, first));
  return isHeld ? pass : differs('the recorded answer, whatever the names are now', first, retried);
}

/**
 * That a name is bound anew between two attempts is out of a client's reach; that the retry names what nothing holds is
 * not, and a member that resolves names before it looks the key up answers that otherwise.
 */
export const heldKeyReplaysWhateverIsNamed = check({
  id: 'ord/held-key-replays-whatever-is-named',
  proves: ['ORD-07'],
  title: 'a retry of a held key replays its answer, accepted or refused, though its names resolve to nothing',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, fixtures, freshKey }) {
    const held = {
      accountId: undefined,
      instrumentId: undefined,
      account: fixtures.account.name,
      instrument: fixtures.instrument.symbol,
    };
    const gone = { account: `no desk of ours ${freshKey()}`, instrument: `NO MARKET OF OURS ${freshKey()}` };
    const offGrid = { qty: finerBy1(fixtures.instrument.step) };
    for (const [what, over] of [['accepted', {}] as const, ['refused', offGrid] as const]) {
      const key = freshKey();
      await trader.submit(order({ ...held, ...over }), { key, label: what });
      await trader.submit(order({ ...held, ...over, ...gone }), { key, label: `${what}, names gone` });
    }
  },

  judge: (history) => allOf(stillReplays(history, 'accepted'), stillReplays(history, 'refused')),
});
