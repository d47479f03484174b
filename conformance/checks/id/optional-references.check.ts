/** ID-06: 0 or null on an optional reference means unset. */

import { isAtLeast } from '../../contract/versions.ts';
import { standingRow } from '../../member/effects/standing-row.ts';
import { at, type Exchange, isOk, rows, textAt } from '../../member/exchange/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';

/** The order names its account and instrument by alias, and has the references by id unset. */
function isTaken(order: Exchange, byId: Exchange): Judgement {
  const same = ['accountId', 'instrumentId'].every((name) => at(order, name) === at(byId, name));
  return allOf(
    expects(order, { status: '2xx' }, '0 or null is an id that is not stated'),
    isOk(order) && !same ? violated('the account and instrument that the aliases name', byId, order) : pass,
  );
}

/** The order of a human names no algo instance. */
function readsUnset(byId: Exchange): Judgement {
  const instance = at(byId, 'algoInstanceId');
  return instance === null || instance === 0 || instance === undefined
    ? pass
    : violated('algoInstanceId unset (null) on the order of a human', byId);
}

export const unsetReferences = check({
  id: 'id/unset-references',
  proves: ['ID-06'],
  title: '0 or null on an optional reference means unset, on input and on output',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, fixtures, target }) {
    const byId = await trader.submit(order(), { label: 'by id' });
    await cancelled(byId);
    const aliases = { account: fixtures.account.name, instrument: fixtures.instrument.symbol };
    // The alias of an account came with 0.5.0, the alias of an instrument before.
    const named = isAtLeast(target.rest, '0.5.0') ? aliases : { instrument: aliases.instrument };
    for (const unset of [0, null]) {
      const ids = 'account' in named ? { accountId: unset, instrumentId: unset } : { instrumentId: unset };
      await cancelled(await trader.submit(order({ ...named, ...ids }), { label: 'by name' }));
    }

    async function cancelled(submitted: Exchange): Promise<void> {
      const orderId = textAt(submitted, 'orderId');
      if (orderId !== undefined) await trader.cancel(orderId);
    }
  },

  judge(history) {
    const byId = history.one('by id');
    if (!isOk(byId)) return inconclusive('an order by ids was not taken');
    return allOf(
      readsUnset(byId),
      eachOf(history.labelled('by name'), (order) => isTaken(order, byId)),
    );
  },
});

const NAME = 'touchstone-unset';
const SPELT = [0, null] as const;

/** The suite's own rows, and a reference that they may have. */
const FAMILIES = [
  { path: '/accounts', id: 'accountId', reference: 'portfolioId' },
  { path: '/account-addresses', id: 'accountAddressId', reference: 'assetId' },
] as const;

type Family = (typeof FAMILIES)[number];

const isUnset = (value: unknown) => value === null || value === 0 || value === undefined;

/** Both 0 and null unset a reference that was set before. A member that does not take the reference is not judged. */
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
        admin.put(
          `${path}/${key}`,
          { ...restated, [reference]: value },
          { label: `${label} ${path}`, about: [reference] },
        );
      for (const unset of SPELT) {
        await restate(named[reference], `set before ${unset}`);
        await restate(unset, `${unset}`);
      }
    }
  },

  judge(history) {
    const judged = FAMILIES.flatMap((family) => isUnsetBy(history, family));
    return judged.length === 0 ? inconclusive('no reference of a row of the suite was taken') : allOf(judged);
  },
});
