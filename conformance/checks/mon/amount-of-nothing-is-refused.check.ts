import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import type { Family } from '../../scenes/policy-families.ts';
import { ended, NOT_PROPOSED, POLICY_FAMILIES, pathOf, proposed, subjectOf } from '../../scenes/policy-families.ts';
import { isRefused } from './refused-money.check.ts';

const UNSET = [undefined, 0, null] as const;

function isOfSomething(history: History, family: Family): Judgement {
  const plain = history.labelled(`plain ${family.path}`);
  if (plain.length === 0 || plain.some((e) => pathOf(family, e) === undefined)) return notTaken(NOT_PROPOSED);
  return eachOf(history.labelled(`of nothing ${family.path}`), isRefused);
}

export const amountOfNothingIsRefused = check({
  id: 'mon/amount-of-nothing-is-refused',
  proves: ['MON-17'],
  title:
    'an amount of a policy beside an absent or 0 assetId or instrumentId is refused 400; the default trading policy takes no money caps',
  needs: ['admin', 'asset', 'instrument', 'writes'],

  async drive({ admin, fixtures }) {
    for (const family of POLICY_FAMILIES) {
      const subject = subjectOf(family, fixtures);
      const reference = 'instrumentId' in subject ? 'instrumentId' : 'assetId';
      for (const name of family.money) {
        for (const unset of UNSET) {
          const body = { ...subject, [reference]: unset, [name]: '7.5' };
          await ended(admin, await proposed(admin, family, body, { label: `of nothing ${family.path}` }));
        }
        const label = `plain ${family.path}`;
        await ended(admin, await proposed(admin, family, { ...subject, [name]: '7.5' }, { label }));
      }
    }
  },

  judge: (history) => eachOf(POLICY_FAMILIES, (family) => isOfSomething(history, family)),
});
