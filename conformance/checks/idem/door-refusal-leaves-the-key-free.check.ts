import { isOk, isReplay, position, status } from '../../client/exchange.ts';
import type { TargetFacts } from '../../client/target-facts.ts';
import { isAtLeast } from '../../contract/versions.ts';
import { check } from '../../runner/check.ts';
import { eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

/** Each is one step from an order that the door lets through, and since when it is the door that refuses it. */
const FLAWS = [
  ['a price past the grammar', '0.4.1', { price: '1e2' }],
  ['a user of its own', '0.1.0', { userId: 1 }],
  ['a symbol that nothing holds', '0.3.4', { instrumentId: undefined, instrument: 'NO-SUCH-SYMBOL' }],
  ['an account name that nothing holds', '0.5.0', { accountId: undefined, account: 'no such account' }],
] as const;

function flawsOf({ rest }: TargetFacts) {
  return FLAWS.filter(([, since]) => isAtLeast(rest, since));
}

export const doorRefusalLeavesTheKeyFree = check({
  id: 'idem/door-refusal-leaves-the-key-free',
  proves: ['IDEM-07'],
  title: 'a refusal of the door leaves the key free: the corrected request under it is served as a first answer',
  needs: ['trader', 'account', 'instrument', 'writes'],
  opens: 4,

  async drive({ trader, order, freshKey, target }) {
    for (const [what, , flaw] of flawsOf(target)) {
      const key = freshKey();
      await trader.submit({ ...order(), ...flaw }, { key, label: `refused for ${what}` });
      await trader.submit(order(), { key, label: `corrected of ${what}` });
    }
  },

  judge: (history) =>
    eachOf(flawsOf(history.target), ([what]) => {
      const refused = history.one(`refused for ${what}`);
      const corrected = history.one(`corrected of ${what}`);
      const seen = status(refused) ?? 0;
      if (seen < 400 || seen >= 500 || position(refused) !== undefined) {
        return inconclusive(`the door did not refuse ${what}`);
      }
      if (isOk(corrected) && !isReplay(corrected)) return pass;
      return violated('the corrected request served as a first answer', refused, corrected);
    }),
});
