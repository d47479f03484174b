import type { Exchange } from '../../client/exchange.ts';
import { at, isOk, status } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import type { Family } from '../../scenes/policy-families.ts';
import { ended, NOT_PROPOSED, POLICY_FAMILIES, pathOf, states, subjectOf } from '../../scenes/policy-families.ts';

/**
 * Eighteen digits, or past 2^53 as a scaled integer. How fine the asset's unit is differs, and a value may not fit at that
 * scale (MON-19): the first two fit at any.
 */
const LONG = ['9.123456789012345678', '0.123456789012345679', '1234567890.12345678', '9007199254740993'];

const labelOf = ({ path }: Family, value: string, what: string): string => `${what} ${path} ${value}`;

function keepsItsDigits(e: Exchange, family: Family, value: string): Judgement {
  if (!isOk(e) || status(e) === 202) return pass;
  // What the row leaves out is not rounded.
  const other = family.money.find((name) => at(e, name) !== undefined && !states(e, name, value));
  return other === undefined ? pass : violated(`${other} ${value}, every digit as it was written`, e);
}

function areKept(history: History, family: Family): Judgement {
  const taken = LONG.filter((value) => pathOf(family, history.one(labelOf(family, value, 'proposed'))) !== undefined);
  if (taken.length === 0) return notTaken(NOT_PROPOSED);
  const answers = (value: string) =>
    ['proposed', 'read'].flatMap((what) => history.maybe(labelOf(family, value, what)) ?? []);
  return allOf(...taken.flatMap((value) => answers(value).map((e) => keepsItsDigits(e, family, value))));
}

export const longAmountsOfPoliciesReadBack = check({
  id: 'mon/long-amounts-of-policies-read-back',
  proves: ['MON-15'],
  title: 'amounts of policies with eighteen digits, or past 2^53, read back equal in value to what was written',
  needs: ['admin', 'asset', 'instrument', 'writes'],

  async drive({ admin, fixtures }) {
    for (const family of POLICY_FAMILIES) {
      for (const value of LONG) {
        const amounts = Object.fromEntries(family.money.map((name) => [name, value]));
        const terms = { ...subjectOf(family, fixtures), ...amounts };
        const proposed = await admin.post(family.path, terms, { label: labelOf(family, value, 'proposed') });
        const path = pathOf(family, proposed);
        if (path === undefined) continue;
        await admin.get(path, { label: labelOf(family, value, 'read') });
        await ended(admin, path);
      }
    }
  },

  judge: (history) => eachOf(POLICY_FAMILIES, (family) => areKept(history, family)),
});
