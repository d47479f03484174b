/**
 * The platform's protocol as data: the rows its facts carry, the facts that its owners record, and the commands that
 * a member hands to them. Everything here is plain JSON (64-bit integers and money as decimal strings), so a journal
 * is its own serialisation and two journals can be compared byte for byte.
 *
 * A fact carries the whole row as it stands after the change: applying one is replacing a row, never patching it.
 */
import type { Scope } from './contract/capabilities.ts';

/** Epoch nanoseconds as a decimal string. */
export type Ns = string;
/** An int64 id as a decimal string, minted from the sequenced time of the creating command. */
export type Int64 = string;
/** A decimal in the published money grammar, exact, at the scale its own value states. */
export type Money = string;

export type OrganisationStatus = 'PENDING_ACTIVATION' | 'ACTIVE' | 'SUSPENDED' | 'RETIRED';

export interface OrganisationRow {
  readonly orgId: number;
  /** What a token's `org_id` claim names; printable ASCII. */
  readonly externalId: string;
  readonly displayName: string;
  readonly status: OrganisationStatus;
}

export type UserStatus = 'AWAITING_ADMISSION' | 'ACTIVE' | 'DISABLED';

export interface UserRow {
  readonly userId: number;
  readonly orgId: number;
  /** What a token's `sub` claim names; unique within the organisation. */
  readonly subject: string;
  readonly displayName: string;
  readonly status: UserStatus;
  readonly capabilities: readonly Scope[];
}

export type AccountStatus = 'DISCOVERED' | 'ACTIVE' | 'SUSPENDED' | 'RETIRED';

export interface AccountRow {
  readonly accountId: number;
  readonly orgId: number;
  readonly portfolioId: number | null;
  /** null while DISCOVERED: such an account binds no name and is addressed by id alone (REG-06). */
  readonly displayName: string | null;
  readonly status: AccountStatus;
  /** The venue selector of the account's credential. */
  readonly exchangeId: number;
  /** null: orders for the account are refused CREDENTIAL_UNAVAILABLE. */
  readonly credentialId: number | null;
}

export interface PortfolioRow {
  readonly portfolioId: number;
  readonly orgId: number;
  readonly displayName: string;
}

export interface AssetRow {
  readonly assetId: number;
  readonly symbol: string;
  /** Fractional digits of the asset's working scale. */
  readonly unitScale: number;
}

export type InstrumentStatus = 'LIVE' | 'HALTED';

export interface InstrumentRow {
  readonly instrumentId: number;
  readonly symbol: string;
  readonly status: InstrumentStatus;
  readonly exchangeId: number;
  readonly baseAssetId: number;
  readonly quoteAssetId: number;
  /** The price grid; null: the platform states none, and a price is refused INVALID_FIELD (ORD-09). */
  readonly tick: Money | null;
  /** The quantity grid; null as for `tick`. */
  readonly step: Money | null;
  /** Fractional digits to which prices and quantities of this instrument are held. */
  readonly workingScale: number;
}

/** The venue's last quote of an instrument: orders without a price of their own are priced from it (ORD-12). */
export interface QuoteRow {
  readonly instrumentId: number;
  readonly bid: Money;
  readonly ask: Money;
  readonly venueTsNs: Ns;
}

/** Caps on orders; `instrumentId` null is the organisation-wide default row, which takes no money caps. null: no cap. */
export interface TradingPolicyRow {
  readonly tradingPolicyId: number;
  readonly orgId: number;
  readonly instrumentId: number | null;
  readonly maxOrderQty: Money | null;
  readonly maxOrderNotional: Money | null;
  readonly maxOpenOrders: number | null;
  readonly maxOrdersPerMinute: number | null;
}

export type OrderSide = 'BUY' | 'SELL';
export type OrderStatus = 'OPEN' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELLED' | 'REJECTED';

/** An order's refusal, by the orders owner at submission or by the venue later: the legs each state their own scale. */
export interface OrderRejection {
  readonly reason: string;
  readonly observedValue: Money | null;
  readonly limitValue: Money | null;
}

export interface OrderRow {
  readonly orderId: Int64;
  readonly orgId: number;
  readonly clientOrderId: string;
  readonly accountId: number;
  readonly credentialId: number;
  readonly instrumentId: number;
  /** 0 for an order placed by an algo instance. */
  readonly userId: number;
  /** null for an order placed by a human; exactly one of the two is set (ORD-16). */
  readonly algoInstanceId: number | null;
  readonly side: OrderSide;
  readonly status: OrderStatus;
  /** null: priced from the venue's quote. */
  readonly price: Money | null;
  readonly qty: Money;
  readonly cumQty: Money;
  readonly leavesQty: Money;
  readonly avgPx: Money | null;
  readonly lastFillPx: Money | null;
  readonly lastFillQty: Money | null;
  readonly rejection: OrderRejection | null;
  readonly createdAtNs: Ns;
  readonly updatedAtNs: Ns;
}

export interface ExecutionRow {
  readonly executionId: Int64;
  readonly orgId: number;
  readonly orderId: Int64;
  readonly accountId: number;
  readonly instrumentId: number;
  readonly side: OrderSide;
  /** The venue's own id of the trade. */
  readonly tradeId: string;
  readonly price: Money;
  readonly qty: Money;
  /** Positive for a charge; null only where the venue named no held currency or the amount does not fit (EXE-03). */
  readonly fee: Money | null;
  readonly feeAssetId: number | null;
  readonly venueTsNs: Ns;
  readonly executedAtNs: Ns;
}

/** What the owners record. `kind` names the row that the fact replaces. */
export type Fact =
  | { readonly kind: 'AssetRecorded'; readonly asset: AssetRow }
  | { readonly kind: 'InstrumentRecorded'; readonly instrument: InstrumentRow }
  | { readonly kind: 'QuoteRecorded'; readonly quote: QuoteRow }
  | { readonly kind: 'OrganisationRecorded'; readonly organisation: OrganisationRow }
  | { readonly kind: 'UserRecorded'; readonly user: UserRow }
  | { readonly kind: 'PortfolioRecorded'; readonly portfolio: PortfolioRow }
  | { readonly kind: 'AccountRecorded'; readonly account: AccountRow }
  | { readonly kind: 'TradingPolicyRecorded'; readonly policy: TradingPolicyRow }
  | { readonly kind: 'OrderUpdated'; readonly order: OrderRow }
  | { readonly kind: 'ExecutionRecorded'; readonly execution: ExecutionRow };

export type OwnerName = 'register' | 'orders' | 'algos' | 'custody';

/** Whose command it is: stamped by the member from the admitted caller, never taken from a body. */
export interface Principal {
  readonly orgId: number;
  /** 0: the platform itself. */
  readonly userId: number;
}

/** The orders owner's commands from a member. Names are already resolved to ids; unset money is null. */
export interface SubmitOrder {
  readonly kind: 'submit';
  readonly accountId: number;
  readonly instrumentId: number;
  readonly side: OrderSide;
  readonly price: Money | null;
  readonly qty: Money | null;
}

export interface CancelOrder {
  readonly kind: 'cancel';
  readonly orderId: Int64;
}

/** The venue's own words, sequenced like any command; they carry no key. */
export type VenueReport =
  | {
      readonly kind: 'fill';
      readonly orderId: Int64;
      readonly tradeId: string;
      readonly price: Money;
      readonly qty: Money;
      readonly fee: Money | null;
      /** The venue's own name of the fee's currency; null: none named. */
      readonly feeCurrency: string | null;
      readonly venueTsNs: Ns;
    }
  | { readonly kind: 'venue-reject'; readonly orderId: Int64; readonly reason: string };

/** The register's commands: the world's own statements, and the registration of a caller at the first request. */
export type RegisterCommand =
  | { readonly kind: 'state'; readonly facts: readonly Fact[] }
  | { readonly kind: 'register-caller'; readonly externalOrgId: string; readonly subject: string };

export type CommandBody = SubmitOrder | CancelOrder | VenueReport | RegisterCommand;

/**
 * One command as it enters an owner's inbox. `key` with the organisation is what the sequence deduplicates by;
 * `operation` is what the key is bound to (the route and its path ids), so a use for anything else is refused.
 */
export interface Command<Body extends CommandBody = CommandBody> {
  readonly owner: OwnerName;
  readonly principal: Principal;
  readonly key: string | null;
  readonly operation: string;
  readonly body: Body;
}

/** An owner's refusal: a recorded fact, the answer to its key for good. */
export interface OwnerRefusal {
  /** A row of the refusal table that an owner may give. */
  readonly code: string;
  /** Display text. */
  readonly message: string;
  readonly observedValue: Money | null;
  readonly limitValue: Money | null;
}

export type Verdict =
  | { readonly facts: readonly Fact[]; readonly refused?: undefined }
  | { readonly refused: OwnerRefusal; readonly facts?: undefined };

/** One entry of the sequence: a command, where and when it was sequenced, and what its owner said. */
export interface SequencedRecord {
  /** 1 for the first; grows by 1. The value of X-Service-Global-Sequence. */
  readonly position: number;
  /** Strictly increasing with `position`. */
  readonly atNs: Ns;
  readonly command: Command;
  readonly verdict: Verdict;
}
