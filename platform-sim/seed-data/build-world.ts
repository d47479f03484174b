import { createRequire } from 'node:module';
import type { AccountAddressRow, Fact } from '../../gateway/facts.ts';
import { createSeed, type Random } from '../seed.ts';
import { accounts, mainAccountOf, NAMED_ACCOUNTS, portfolios } from './accounts.ts';
import { algoStatements, NAMED_ALGOS, pastAlgoOrders } from './algos.ts';
import { openingBalances } from './balances.ts';
import { credentials } from './credentials.ts';
import { pastOrders } from './history.ts';
import { ASSETS, BOOK, INSTRUMENTS, NAMED_ASSET, NAMED_INSTRUMENTS, VENUES } from './market.ts';
import { type Names, namesOf } from './names.ts';
import { externalOrgId, ORG_IDS, organisations, PRINCIPALS, userIdOf, users } from './organisations.ts';
import { CAPS, CEILING, POLICY_FACTS } from './policies.ts';
import type { World, WorldPrincipal, WorldSize } from './world.ts';

const { account, uncredentialledAccount, foreignAccount } = NAMED_ACCOUNTS;

const address = (
  accountAddressId: number,
  orgId: number,
  accountId: number,
  of: Pick<AccountAddressRow, 'chain' | 'address'> & Partial<AccountAddressRow>,
): AccountAddressRow => ({
  accountAddressId,
  orgId,
  accountId,
  assetId: null,
  memo: null,
  displayName: null,
  version: 1,
  ...of,
});

/** One with every member, one for any asset of its chain, and one of another organisation. */
const ACCOUNT_ADDRESSES: readonly AccountAddressRow[] = [
  address(1, ORG_IDS.first, account.id, {
    assetId: NAMED_ASSET.id,
    chain: 'BITCOIN',
    address: 'bc1qfirst',
    memo: '7',
    displayName: 'cold',
  }),
  address(2, ORG_IDS.first, uncredentialledAccount.id, { chain: 'ETHEREUM', address: '0xF1' }),
  address(3, ORG_IDS.second, foreignAccount.id, { chain: 'BITCOIN', address: 'bc1qsecond' }),
];

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

/** Names from a large package, drawn from the world's randomness. */
function manyNamesOf(random: Random): Names {
  const { faker } = createRequire(import.meta.url)('@faker-js/faker/locale/en') as typeof import('@faker-js/faker');
  // The package has one random source for all its users: each name takes its draws from the world's own source and
  // restores it.
  const named = (say: () => string): string => {
    faker.seed(random.uint32());
    return say();
  };
  return {
    company: () => named(() => faker.company.name()),
    person: () => named(() => faker.person.fullName()),
    portfolio: () => named(() => `${faker.location.country()} Fund`),
  };
}
