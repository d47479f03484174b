import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import type { Family } from '../../scenes/policy-families.ts';
import { ended, NOT_PROPOSED, POLICY_FAMILIES, pathOf, proposed, subjectOf } from '../../scenes/policy-families.ts';
import { isRefused } from './refused-money.check.ts';

function refusesScales(history: History, family: Family): Judgement {
  if (pathOf(family, history.one(`plain ${family.path}`)) === undefined) return notTaken(NOT_PROPOSED);
  return eachOf(history.labelled(`with a scale ${family.path}`), isRefused);
}

export const scaleFieldsOfPoliciesAreRefused = check({
  id: 'mon/scale-fields-of-policies-are-refused',
  proves: ['MON-11'],
  title: "a scale field of the caller's own beside an amount of a policy is refused",
  needs: ['admin', 'asset', 'instrument', 'writes'],

  async drive({ admin, fixtures }) {
    for (const family of POLICY_FAMILIES) {
      const [name] = family.money;
      const plain = { ...subjectOf(family, fixtures), [name]: '7.5' };
      await ended(admin, await proposed(admin, family, plain, { label: `plain ${family.path}` }));
      const scaled = { ...plain, [`${name}Scale`]: 1 };
      await ended(admin, await proposed(admin, family, scaled, { label: `with a scale ${family.path}` }));
    }
  },

  judge: (history) => eachOf(POLICY_FAMILIES, (family) => refusesScales(history, family)),
});
