import type { Exchange } from '../../client/exchange.ts';
import { at } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { isOfOrAfter } from '../../scenes/own-user.ts';
import type { Family } from '../../scenes/policy-families.ts';
import { ended, NOT_PROPOSED, POLICY_FAMILIES, pathOf, proposed, subjectOf } from '../../scenes/policy-families.ts';

/** One thing in four spellings (MON-14); other zeros are nobody's to hold a member to (decision A70). */
const SPELLINGS = { 'left out': undefined, null: null, '0': '0', '-0': '-0' } as const;

/** Counts are no money: `0` is not among their spellings. */
const COUNTS = ['maxOpenOrders', 'maxOrdersPerMinute'] as const;

function unsetOf(family: Family): readonly string[] {
  return [...family.money.slice(1), ...(family.path === '/trading-policies' ? COUNTS : [])];
}

function readsNull(e: Exchange, family: Family): Judgement {
  const told = unsetOf(family).find((name) => at(e, name) !== null);
  return told === undefined ? pass : violated(`${told} null: it was sent unset`, e);
}

function isUnset(history: History, family: Family, spelling: string): Judgement {
  const created = history.one(`created ${family.path} ${spelling}`);
  if (pathOf(family, created) === undefined) return notTaken(NOT_PROPOSED);
  const read = history.one(`read ${family.path} ${spelling}`);
  return allOf(
    readsNull(created, family),
    isOfOrAfter(read, created) ? readsNull(read, family) : inconclusive('the policy was not served at once'),
  );
}

export const unsetAmountsReadNull = check({
  id: 'pol/unset-amounts-read-null',
  proves: ['POL-02'],
  title: 'a cap, bound or count of a policy that is left out, null, 0 or -0 reads back null',
  needs: ['admin', 'asset', 'instrument', 'writes'],

  async drive({ admin, fixtures }) {
    for (const family of POLICY_FAMILIES) {
      for (const [spelling, unset] of Object.entries(SPELLINGS)) {
        const amounts = Object.fromEntries(family.money.slice(1).map((name) => [name, unset]));
        const terms = { ...subjectOf(family, fixtures), [family.money[0]]: '7.5', ...amounts };
        const path = await proposed(admin, family, terms, { label: `created ${family.path} ${spelling}` });
        if (path === undefined) continue;
        await admin.get(path, { query: { view: 'latest' }, label: `read ${family.path} ${spelling}` });
        await ended(admin, path);
      }
    }
  },

  judge: (history) =>
    eachOf(POLICY_FAMILIES, (family) =>
      allOf(...Object.keys(SPELLINGS).map((spelling) => isUnset(history, family, spelling))),
    ),
});
