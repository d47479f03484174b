import type { Fact } from '../../gateway/facts.ts';
import { createSeed } from '../seed.ts';
import { ACCOUNT_ADDRESSES } from './account-addresses.ts';
import { accounts, mainAccountOf, NAMED_ACCOUNTS, portfolios } from './accounts.ts';
import { algoStatements, NAMED_ALGOS, pastAlgoOrders } from './algos.ts';
import { openingBalances } from './balances.ts';
import { credentials } from './credentials.ts';
import { pastOrders } from './history.ts';
import { manyNamesOf } from './many-names.ts';
import { ASSETS, BOOK, INSTRUMENTS, NAMED_ASSET, NAMED_INSTRUMENTS, VENUES } from './market.ts';
import { namesOf } from './names.ts';
import { externalOrgId, ORG_IDS, organisations, PRINCIPALS, userIdOf, users } from './organisations.ts';
import { CAPS, CEILING, POLICY_FACTS } from './policies.ts';
import type { World, WorldPrincipal, WorldSize } from './world.ts';

const SIZES = {
  small: { furtherOrganisations: 0, furtherAccounts: 0, pastOrders: 16, named: namesOf },
  large: { furtherOrganisations: 20, furtherAccounts: 500, pastOrders: 5000, named: manyNamesOf },
} as const satisfies Record<WorldSize, unknown>;

/** The same seed and size give the same world; names follow the seed, ids and fixtures do not change. */
export function buildWorld({ seed, size }: { readonly seed: number; readonly size: WorldSize }): World {
  const { furtherOrganisations, furtherAccounts, pastOrders: orders, named } = SIZES[size];
  const names = named(createSeed(seed).fresh('world/names'));
  const orgs = organisations(names, furtherOrganisations);
  const accountRows = accounts(furtherAccounts);
  const statements: readonly (readonly Fact[])[] = [
    ASSETS.map((asset) => ({ kind: 'AssetRecorded', asset })),
    INSTRUMENTS.map((instrument) => ({ kind: 'InstrumentRecorded', instrument })),
    orgs.map((organisation) => ({ kind: 'RegisterRecorded', family: 'orgs', row: organisation })),
    users(names).map((user) => ({ kind: 'RegisterRecorded', family: 'users', row: user })),
    portfolios(names, orgs).map((portfolio) => ({ kind: 'RegisterRecorded', family: 'portfolios', row: portfolio })),
    credentials(accountRows),
    accountRows.map((account) => ({ kind: 'RegisterRecorded', family: 'accounts', row: account })),
    ACCOUNT_ADDRESSES.map((address) => ({ kind: 'RegisterRecorded', family: 'account-addresses', row: address })),
    POLICY_FACTS,
    ...algoStatements(),
  ];
  return {
    seed,
    size,
    statements,
    book: BOOK,
    balances: openingBalances(accountRows),
    history: [...pastOrders(orders, createSeed(seed).fresh('world/history')), ...pastAlgoOrders()],
    principals: principals(),
    fixtures: {
      ...NAMED_ACCOUNTS,
      instrument: NAMED_INSTRUMENTS.plain,
      gridlessInstrument: NAMED_INSTRUMENTS.gridless,
      unpricedInstrument: NAMED_INSTRUMENTS.unpriced,
      haltedInstrument: NAMED_INSTRUMENTS.halted,
      offGridInstrument: NAMED_INSTRUMENTS.offGrid,
      feelessInstrument: NAMED_INSTRUMENTS.feeless,
      finerInstrument: NAMED_INSTRUMENTS.finer,
      cappedInstrument: NAMED_INSTRUMENTS.capped,
      asset: NAMED_ASSET,
      ...NAMED_ALGOS,
      venues: VENUES,
    },
    landmarks: {
      fill: { side: 'SELL', price: NAMED_INSTRUMENTS.plain.price, qty: '1' },
      caps: CAPS,
      ceiling: CEILING,
    },
  };
}

function principals(): readonly WorldPrincipal[] {
  return PRINCIPALS.map(({ name, org }) => ({
    name,
    clientId: name,
    externalOrgId: externalOrgId(org),
    subject: name,
    orgId: ORG_IDS[org],
    userId: userIdOf(name),
    accountId: mainAccountOf(ORG_IDS[org]),
  }));
}
