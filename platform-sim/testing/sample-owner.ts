/** For tests of record owners: one small world of facts, and an owner that judges commands over it. */
import type {
  Command,
  CommandBody,
  Fact,
  InstrumentRow,
  OwnerName,
  Principal,
  RegisterFact,
  RegisterFamily,
  RegisterRows,
  SequencedRecord,
  Verdict,
} from '../../gateway/facts.ts';
import type { Owner } from '../owner.ts';
import { runningOwner } from '../running-owner.ts';

export const START_NS = 1_767_571_200_000_000_000n;
export const MINUTE_NS = 60_000_000_000n;
export const PLATFORM: Principal = { orgId: 0, userId: 0 };

const REVIEWED = { pendingTransition: null, proposedByUserId: null, approvedByUserId: null, version: 1 } as const;
const OF_FIRST = { orgId: 1, version: 1 } as const;

/** A row of each collection, of the first organisation and in force: a test states the differences. */
// biome-ignore format: an aligned table
const ROWS: RegisterRows = {
  orgs:                { ...OF_FIRST, externalId: 'one', displayName: 'O', status: 'ACTIVE', sponsorOrgId: null, proposedByUserId: null },
  users:               { ...OF_FIRST, userId: 1, subject: 'user', displayName: 'U', status: 'ACTIVE', capabilities: [] },
  portfolios:          { ...OF_FIRST, portfolioId: 1, displayName: 'P' },
  accounts:            { ...OF_FIRST, accountId: 1, portfolioId: null, displayName: 'main', status: 'ACTIVE', exchangeId: 1, credentialId: 1 },
  'account-addresses': { ...OF_FIRST, accountAddressId: 1, accountId: 1, assetId: 1, chain: 'BITCOIN', address: 'a', memo: null, displayName: null },
  credentials:         {
    ...REVIEWED, credentialId: 1, orgId: 1, displayName: null, exchangeId: 1, canReadBalances: true, canTrade: true, status: 'ACTIVE',
    observedPermissions: ['READ', 'TRADE'], scopeUnobserved: false, probe: 'ANSWERED',
  },
  'asset-policies':    {
    ...REVIEWED, assetPolicyId: 1, orgId: 1, status: 'ACTIVE', assetId: 1,
    maxTicketAmount: null, approvalThresholdAmount: null, reconciliationToleranceAmount: null,
  },
  'chain-policies':    {
    ...REVIEWED, chainPolicyId: 1, orgId: 1, status: 'ACTIVE', assetId: 1, chain: 'BITCOIN', minTransferAmount: null, maxTransferAmount: null,
  },
  'trading-policies':  {
    ...REVIEWED, tradingPolicyId: 1, orgId: 1, status: 'ACTIVE', instrumentId: 1,
    maxOrderQty: null, maxOrderNotional: null, maxOpenOrders: null, maxOrdersPerMinute: null,
  },
};

/** @param approved how its approved state differs from the row; null if nothing is approved. */
export function registered<Family extends RegisterFamily>(
  family: Family,
  of: Partial<RegisterRows[Family]> = {},
  approved?: Partial<RegisterRows[Family]> | null,
): RegisterFact {
  const row = { ...ROWS[family], ...of };
  const state = approved === undefined ? {} : { approved: approved && { ...row, ...approved } };
  return { kind: 'RegisterRecorded', family, row, ...state } as unknown as RegisterFact;
}

/** @param of the default row has an id that differs from the one of an instrument's row. */
export const policy = (
  of: Partial<RegisterRows['trading-policies']>,
  approved?: Partial<RegisterRows['trading-policies']> | null,
): Fact => registered('trading-policies', { tradingPolicyId: of.instrumentId === null ? 2 : 1, ...of }, approved);

export const asset = (assetId: number, symbol: string, unitScale: number): Fact => ({
  kind: 'AssetRecorded',
  asset: { assetId, symbol, unitScale },
});

/** @param of the instrument has the id 9, unless stated. */
export const instrument = (of: Partial<InstrumentRow> = {}): Fact => ({
  kind: 'InstrumentRecorded',
  instrument: {
    instrumentId: 9,
    symbol: 'NINE-USD',
    status: 'LIVE',
    exchangeId: 1,
    baseAssetId: 2,
    quoteAssetId: 1,
    tick: '0.01',
    step: '0.0001',
    workingScale: 8,
    ...of,
  },
});

export const quote = (instrumentId: number, bid: string, ask: string, atNs = START_NS): Fact => ({
  kind: 'QuoteRecorded',
  quote: { instrumentId, bid, ask, venueTsNs: atNs.toString() },
});

/** Users of the first organisation who may do everything here, users who may not, and one of another organisation. */
export const USER: Principal = { orgId: 1, userId: 1 };
export const OTHER_USER: Principal = { orgId: 1, userId: 4 };
export const UNPRIVILEGED: Principal = { orgId: 1, userId: 2 };
export const OUTSIDER: Principal = { orgId: 2, userId: 3 };

const GRANTED = { capabilities: ['orders:trade', 'algos:manage'] } as const;

/** Accounts 1 and 3 belong to the first organisation, 2 to the second; of the instruments, 1 has a quote. */
export const WORLD: readonly Fact[] = [
  registered('orgs'),
  registered('orgs', { orgId: 2, externalId: 'two' }),
  asset(1, 'USD', 2),
  asset(2, 'BTC', 8),
  asset(3, 'ETH', 18),
  instrument({ instrumentId: 1, symbol: 'BTC-USD' }),
  instrument({ instrumentId: 2, symbol: 'ETH-USD' }),
  registered('users', { subject: 'one', ...GRANTED }),
  registered('users', { userId: 2, subject: 'two', capabilities: ['credentials:propose'] }),
  registered('users', { userId: 3, subject: 'three', orgId: 2, ...GRANTED }),
  registered('users', { userId: 4, subject: 'four', ...GRANTED }),
  registered('accounts'),
  registered('accounts', { accountId: 2, displayName: 'foreign', orgId: 2 }),
  registered('accounts', { accountId: 3, displayName: 'third' }),
  registered('credentials'),
  quote(1, '100.00', '100.02'),
];

/** An owner that has received facts. Each command comes a microsecond after the last, and its verdict is applied. */
export class SampleOwner<State, Body extends CommandBody> {
  readonly records: SequencedRecord[] = [];
  readonly #owner;
  #nowNs = START_NS;

  constructor(owner: Owner<State, Body>, facts: readonly Fact[] = WORLD) {
    this.#owner = runningOwner(owner);
    this.know(...facts);
  }

  get state(): State {
    return this.#owner.state() as State;
  }

  /** The time of the last record. */
  get atNs(): string {
    return this.#nowNs.toString();
  }

  /** Time until the next command, in addition to its minimum of a microsecond. */
  pass(ns: bigint): void {
    this.#nowNs += ns;
  }

  /** Records facts as the register does. */
  know(...facts: readonly Fact[]): this {
    this.record('register', { kind: 'state', facts }, PLATFORM, { verdict: { facts } });
    return this;
  }

  judge(body: Body, principal: Principal = USER, atNs?: bigint): Verdict {
    return this.record(this.#owner.name, body, principal, atNs === undefined ? {} : { atNs });
  }

  /** @param of a verdict in place of the owner's, and a time. */
  record(
    owner: OwnerName,
    body: CommandBody,
    principal: Principal,
    of: { readonly verdict?: Verdict; readonly atNs?: bigint } = {},
  ): Verdict {
    this.#nowNs = of.atNs ?? this.#nowNs + 1_000n;
    const position = this.records.length + 1;
    const command: Command = { owner, principal, key: `k${position}`, operation: body.kind, body };
    const { atNs } = this;
    const record = { position, atNs, command, verdict: of.verdict ?? this.#owner.judge(position, atNs, command) };
    this.records.push(record);
    this.#owner.apply(record);
    return record.verdict;
  }
}

/** What the last fact of a kind in a verdict states; throws the verdict's refusal if there is none. */
export function lastOf<Kind extends Fact['kind']>(
  kind: Kind,
  { facts, refused }: Verdict,
): Extract<Fact, { kind: Kind }> {
  const fact = facts?.findLast((one): one is Extract<Fact, { kind: Kind }> => one.kind === kind);
  if (fact === undefined) throw new Error(`no ${kind} in this verdict: ${refused?.code} ${refused?.message}`);
  return fact;
}
