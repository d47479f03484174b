import { at, isOk, rows } from '../../client/exchange.ts';
import { standingRow } from '../../client/standing-row.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

const NAME = 'touchstone-unset';
const SPELT = [0, null] as const;

/** Rows of the suite's own, and a reference that they may have. */
const FAMILIES = [
  { path: '/accounts', id: 'accountId', reference: 'portfolioId' },
  { path: '/account-addresses', id: 'accountAddressId', reference: 'assetId' },
] as const;

type Family = (typeof FAMILIES)[number];

const isUnset = (value: unknown) => value === null || value === 0 || value === undefined;

/** A reference that is taken where it names something is unset by 0 and by null; one that is not taken at all is not ours to judge. */
function isUnsetBy(history: History, { path, reference }: Family): readonly Judgement[] {
  return SPELT.flatMap((unset): readonly Judgement[] => {
    const [set, stated] = [history.maybe(`set before ${unset} ${path}`), history.maybe(`${unset} ${path}`)];
    if (set === undefined || stated === undefined || !isOk(set) || isUnset(at(set, reference))) return [];
    const isTaken = isOk(stated) && isUnset(at(stated, reference));
    return [isTaken ? pass : violated(`${reference} ${unset} taken as unset, and read so`, set, stated)];
  });
}

export const unsetReferencesOfTheRegister = check({
  id: 'id/unset-references-of-the-register',
  proves: ['ID-06'],
  title: '0 or null on an optional reference of an account or an address means unset, on input and on output',
  needs: ['admin', 'account', 'asset', 'writes'],

  async drive({ admin, fixtures }) {
    const bodies = {
      '/accounts': [{ exchangeId: fixtures.venues?.a ?? 1, displayName: NAME }, { displayName: NAME }],
      '/account-addresses': Array.from({ length: 2 }, () => ({
        ...{ accountId: fixtures.account.id, chain: 'BITCOIN', address: NAME },
        displayName: NAME,
      })),
    } as const;
    const portfolioId = rows(await admin.get('/portfolios', { query: { limit: 1 } }))[0]?.['portfolioId'];
    const named = { portfolioId, assetId: fixtures.asset.id };
    for (const family of FAMILIES) {
      const { path, reference } = family;
      const [made, restated] = bodies[path];
      const key = await standingRow(admin, family, { ...made, displayName: NAME });
      if (key === undefined) continue;
      const restate = (value: unknown, label: string) =>
        admin.put(`${path}/${key}`, { ...restated, [reference]: value }, { label: `${label} ${path}` });
      for (const unset of SPELT) {
        await restate(named[reference], `set before ${unset}`);
        await restate(unset, `${unset}`);
      }
    }
  },

  judge(history) {
    const judged = FAMILIES.flatMap((family) => isUnsetBy(history, family));
    return judged.length === 0 ? inconclusive('no reference of a row of the suite was taken') : allOf(...judged);
  },
});
