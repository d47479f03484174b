import { asObject } from '../../client/contract-document.ts';
import type { Exchange } from '../../client/exchange.ts';
import { at, isOk, sentJson } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { isOfOrAfter } from '../../scenes/own-user.ts';

/** What is told of a row, and is another after it is restated. */
const FAMILIES = [
  { path: '/portfolios', id: 'portfolioId', told: 'displayName' },
  { path: '/accounts', id: 'accountId', told: 'displayName' },
  { path: '/account-addresses', id: 'accountAddressId', told: 'address' },
] as const;

type Family = (typeof FAMILIES)[number];

/** A property of that name is what the write stated of it; a row that has none is not ours to judge. */
function isKept(write: Exchange, read: Exchange, { told }: Family): Judgement {
  const served = expects(read, { status: 200 });
  if (served.verdict !== 'pass') return served;
  if (!isOfOrAfter(read, write)) return inconclusive('a member that is behind answered');
  const [stated, kept] = [asObject(sentJson(write))[told], at(read, told)];
  return kept === undefined || kept === stated ? pass : violated(`${told} as it was written`, write, read);
}

function isCreatedAndRestated(history: History, family: Family): Judgement {
  const { path } = family;
  const created = history.one(`created in ${path}`);
  if (!isOk(created)) return notTaken(`nothing was created in ${path}: its body is assumed`);
  const read = history.maybe(`read in ${path}`);
  if (read === undefined) return inconclusive(`the answer of POST ${path} names no ${family.id}`);
  const restated = history.one(`restated in ${path}`);
  return allOf(
    isKept(created, read, family),
    isOk(restated)
      ? isKept(restated, history.one(`read again in ${path}`), family)
      : notTaken(`nothing was restated in ${path}: its body is assumed`),
  );
}

export const rowsAreCreatedAndRestated = check({
  id: 'reg/rows-are-created-and-restated',
  proves: ['REG-04'],
  title: 'portfolios, accounts and account addresses are created and restated',
  needs: ['admin', 'account', 'asset', 'venues', 'destructive'],

  async drive({ admin, fixtures, freshKey }) {
    const name = `touchstone-${freshKey()}`;
    const of = { accountId: fixtures.account.id, assetId: fixtures.asset.id, chain: 'BITCOIN' };
    const bodies = {
      '/portfolios': [{ displayName: name }, { displayName: `${name} again` }],
      '/accounts': [{ exchangeId: fixtures.venues.a ?? 1, displayName: name }, { displayName: `${name} again` }],
      '/account-addresses': [
        { ...of, address: name },
        { ...of, address: `${name}-again` },
      ],
    } as const satisfies Record<Family['path'], readonly [object, object]>;
    for (const { path, id } of FAMILIES) {
      const [first, second] = bodies[path];
      const key = at(await admin.post(path, first, { label: `created in ${path}` }), id);
      if (typeof key !== 'number') continue;
      await admin.get(`${path}/${key}`, { label: `read in ${path}` });
      await admin.put(`${path}/${key}`, second, { label: `restated in ${path}` });
      await admin.get(`${path}/${key}`, { label: `read again in ${path}` });
    }
  },

  judge: (history) => eachOf(FAMILIES, (family) => isCreatedAndRestated(history, family)),
});
