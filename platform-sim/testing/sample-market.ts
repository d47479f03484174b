/** An orders owner with a small register, for tests: commands at stated times, verdicts applied. */
import type {
  Command,
  CredentialRow,
  Fact,
  OrderRow,
  OrganisationRow,
  SubmitOrder,
  TradingPolicyRow,
  VenueReport,
  Verdict,
} from '../../gateway/facts.ts';
import type { OrdersState } from '../owners/orders/state.ts';
import { orders } from '../owners/orders.ts';
import { runningOwner } from '../running-owner.ts';

export const START_NS = 1_767_571_200_000_000_000n;

const USER = {
  version: 1,
  orgId: 1,
  displayName: 'T. Rader',
  status: 'ACTIVE',
  capabilities: ['orders:trade'],
} as const;
const ACCOUNT = { version: 1, orgId: 1, portfolioId: null, status: 'ACTIVE', exchangeId: 1, credentialId: 1 } as const;
export const INSTRUMENT = {
  status: 'LIVE',
  exchangeId: 1,
  baseAssetId: 2,
  quoteAssetId: 1,
  tick: '0.01',
  step: '0.0001',
  workingScale: 8,
} as const;

export const organisation = (orgId: number, status: OrganisationRow['status'] = 'ACTIVE'): Fact => {
  const of = { externalId: `org-${orgId}`, displayName: 'O', sponsorOrgId: null, proposedByUserId: null, version: 1 };
  return { kind: 'RegisterRecorded', family: 'orgs', row: { orgId, status, ...of } };
};

/** The register that an accepted submission needs: a test adds the differences. */
export const REGISTER: readonly Fact[] = [
  organisation(1),
  organisation(2),
  { kind: 'AssetRecorded', asset: { assetId: 1, symbol: 'USD', unitScale: 2 } },
  { kind: 'AssetRecorded', asset: { assetId: 2, symbol: 'BTC', unitScale: 8 } },
  { kind: 'AssetRecorded', asset: { assetId: 3, symbol: 'ETH', unitScale: 18 } },
  { kind: 'InstrumentRecorded', instrument: { ...INSTRUMENT, instrumentId: 1, symbol: 'BTC-USD' } },
  { kind: 'RegisterRecorded', family: 'users', row: { ...USER, userId: 1, subject: 'trader' } },
  { kind: 'RegisterRecorded', family: 'users', row: { ...USER, userId: 2, subject: 'viewer', capabilities: [] } },
  { kind: 'RegisterRecorded', family: 'users', row: { ...USER, userId: 3, subject: 'outsider', orgId: 2 } },
  { kind: 'RegisterRecorded', family: 'accounts', row: { ...ACCOUNT, accountId: 1, displayName: 'main' } },
  { kind: 'RegisterRecorded', family: 'accounts', row: { ...ACCOUNT, accountId: 2, displayName: 'foreign', orgId: 2 } },
  credential({}),
  { kind: 'QuoteRecorded', quote: { instrumentId: 1, bid: '100.00', ask: '100.02', venueTsNs: START_NS.toString() } },
];

const policyRow = (of: Partial<TradingPolicyRow>): TradingPolicyRow => ({
  status: 'ACTIVE',
  pendingTransition: null,
  proposedByUserId: null,
  approvedByUserId: null,
  version: 1,
  // A row has one scope: the default row differs from the instrument's.
  tradingPolicyId: of.instrumentId === null ? 2 : 1,
  orgId: 1,
  instrumentId: 1,
  maxOrderQty: null,
  maxOrderNotional: null,
  maxOpenOrders: null,
  maxOrdersPerMinute: null,
  ...of,
});

/** @param approved its approved state, if it differs from the row. */
export const policy = (of: Partial<TradingPolicyRow>, approved?: Partial<TradingPolicyRow> | null): Fact => {
  const fact = { kind: 'RegisterRecorded', family: 'trading-policies', row: policyRow(of) } as const;
  return approved === undefined ? fact : { ...fact, approved: approved && policyRow({ ...of, ...approved }) };
};

/** @param approved its approved state, if it differs from the row. */
export function credential(of: Partial<CredentialRow>, approved?: Partial<CredentialRow> | null): Fact {
  const rowWith = (over: Partial<CredentialRow>): CredentialRow => ({
    credentialId: 1,
    orgId: 1,
    displayName: null,
    exchangeId: 1,
    canReadBalances: true,
    canTrade: true,
    status: 'ACTIVE',
    pendingTransition: null,
    observedPermissions: ['READ', 'TRADE'],
    scopeUnobserved: false,
    probe: 'ANSWERED',
    proposedByUserId: null,
    approvedByUserId: null,
    version: 1,
    ...over,
  });
  const fact = { kind: 'RegisterRecorded', family: 'credentials', row: rowWith(of) } as const;
  return approved === undefined ? fact : { ...fact, approved: approved && rowWith(approved) };
}

export interface Fill {
  readonly price: string;
  readonly qty: string;
  readonly fee?: string | null;
  readonly feeCurrency?: string | null;
  readonly tradeId?: string;
}

export class SampleMarket {
  readonly #owner = runningOwner(orders);
  #position = 0;
  #atNs = START_NS;

  constructor(facts: readonly Fact[] = REGISTER) {
    this.state(facts);
  }

  get orders(): OrdersState {
    return this.#owner.state() as OrdersState;
  }

  /** Records facts as the register does. */
  state(facts: readonly Fact[]): void {
    const command: Command = {
      owner: 'register',
      principal: { orgId: 0, userId: 0 },
      key: null,
      operation: 'world',
      body: { kind: 'state', facts },
    };
    this.#record(command, { facts });
  }

  /** Time until the next command, in addition to its minimum of a microsecond. */
  pass(ns: bigint): void {
    this.#atNs += ns;
  }

  /** A BUY of 1 at 100 that rests, with the stated differences. */
  submit(of: Partial<SubmitOrder> = {}, principal = { orgId: 1, userId: 1 }): Verdict {
    const body: SubmitOrder = {
      kind: 'submit',
      accountId: 1,
      instrumentId: 1,
      side: 'BUY',
      price: '100',
      qty: '1',
      ...of,
    };
    return this.#judge({ owner: 'orders', principal, key: `k${this.#position}`, operation: 'submitOrder', body });
  }

  cancel(orderId: string, principal = { orgId: 1, userId: 1 }): Verdict {
    const key = `k${this.#position}`;
    return this.#judge({
      owner: 'orders',
      principal,
      key,
      operation: `cancelOrder ${orderId}`,
      body: { kind: 'cancel', orderId },
    });
  }

  fill(orderId: string, { price, qty, fee = '0', feeCurrency = 'USD', tradeId = `t${this.#position}` }: Fill): Verdict {
    return this.report({
      kind: 'fill',
      orderId,
      tradeId,
      price,
      qty,
      fee,
      feeCurrency,
      venueTsNs: this.#atNs.toString(),
    });
  }

  report(body: VenueReport): Verdict {
    return this.#judge({ owner: 'orders', principal: { orgId: 1, userId: 0 }, key: null, operation: 'fill', body });
  }

  #judge(command: Command): Verdict {
    const verdict = this.#owner.judge(this.#position + 1, (this.#atNs + 1000n).toString(), command);
    this.#record(command, verdict);
    return verdict;
  }

  #record(command: Command, verdict: Verdict): void {
    this.#position += 1;
    this.#atNs += 1000n;
    this.#owner.apply({ position: this.#position, atNs: this.#atNs.toString(), command, verdict });
  }
}

/** The order in a verdict; throws if there is none. */
export function orderOf({ facts, refused }: Verdict): OrderRow {
  const order = facts?.findLast((fact) => fact.kind === 'OrderUpdated')?.order;
  if (order === undefined)
    throw new Error(`no order in this verdict${refused === undefined ? '' : `: ${refused.message}`}`);
  return order;
}
