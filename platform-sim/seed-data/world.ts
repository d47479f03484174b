/** A world as data: the platform's first statements, its principals, and the fixtures of a target profile. */
import type { Fact, Money, OrderSide } from '../../gateway/facts.ts';
import type { BookRow } from '../venues/book.ts';
import type { OpeningBalance } from './balances.ts';

export type WorldSize = 'small' | 'large';

/** A principal that the issuer knows. */
export interface WorldPrincipal {
  readonly name: PrincipalName;
  readonly clientId: string;
  /** The token's `org_id`. */
  readonly externalOrgId: string;
  /** The token's `sub`. */
  readonly subject: string;
  readonly orgId: number;
  /** null: the platform does not know the user before its first request. */
  readonly userId: number | null;
  /** The organisation's account with the name `main`; null if it has none. */
  readonly accountId: number | null;
}

export type PrincipalName =
  | 'admin'
  | 'trader'
  | 'approver'
  | 'viewer'
  | 'algoManager'
  | 'awaiting'
  | 'disabled'
  | 'outsider'
  | 'suspended'
  | 'throttled'
  | 'deputy';

export interface NamedAccount {
  readonly id: number;
  readonly name: string;
}

export interface NamedInstrument {
  readonly id: number;
  readonly symbol: string;
  readonly tick?: Money;
  readonly step?: Money;
  /** A BUY at this price rests. */
  readonly price?: Money;
}

/** The fixtures of the target profile, by the profile's own names. */
export interface WorldFixtures {
  readonly account: NamedAccount;
  readonly discoveredAccount: { readonly id: number; readonly holds: true };
  readonly foreignAccount: NamedAccount;
  readonly uncredentialledAccount: NamedAccount;
  readonly throttledAccount: NamedAccount;
  /** Orders for it are refused CREDENTIAL_NOT_ACTIVE. */
  readonly suspendedCredentialAccount: NamedAccount;
  /** Its credential may not trade: orders for it are refused CREDENTIAL_UNAVAILABLE. */
  readonly balancesOnlyAccount: NamedAccount;
  readonly instrument: NamedInstrument & { readonly tick: Money; readonly step: Money; readonly price: Money };
  readonly gridlessInstrument: NamedInstrument;
  readonly unpricedInstrument: NamedInstrument;
  readonly haltedInstrument: NamedInstrument;
  /** Its quote is no multiple of its tick. */
  readonly offGridInstrument: NamedInstrument;
  /** The venue charges no fee for it, and states so. */
  readonly feelessInstrument: NamedInstrument;
  /**
   * The venue trades it finer than the platform's grids, and charges in a currency that the platform does not hold.
   */
  readonly finerInstrument: NamedInstrument;
  /** Traded only by tests that cap it. */
  readonly cappedInstrument: NamedInstrument & { readonly tick: Money; readonly step: Money; readonly price: Money };
  readonly asset: { readonly id: number; readonly unitScale: number };
  /** `document`: a valid one, whose orders rest. */
  readonly algoVersion: { readonly id: number; readonly pool: string; readonly document: string };
  /** The same document, with names for its ids. */
  readonly namingDocument: { readonly text: string };
  /** Started, with all its orders placed. */
  readonly algoInstance: { readonly id: number };
  readonly foreignAlgoInstance: { readonly id: number };
  readonly deletedAlgoInstance: { readonly id: number };
  readonly venues: { readonly a: number; readonly b: number; readonly unscoped: number; readonly unsupported: number };
}

/** Further rows for tests of the sandbox itself. */
export interface WorldLandmarks {
  /** An order of `fixtures.instrument` that fills at once. */
  readonly fill: { readonly side: OrderSide; readonly price: Money; readonly qty: Money };
  /** The caps on `fixtures.instrument` for the first organisation. */
  readonly caps: { readonly maxOrderQty: Money; readonly maxOrderNotional: Money };
  /** The ceiling of the throttled organisation. */
  readonly ceiling: {
    readonly maxOrdersPerMinute: number;
    readonly maxOpenOrders: number;
    readonly openOrdersOn: NamedInstrument;
  };
}

/** An order before the world's now: sequenced, judged and filled by the real owners when a platform begins. */
export interface PastOrder {
  readonly orgId: number;
  /** 0 for an order of an algo instance. */
  readonly userId: number;
  readonly algoInstanceId?: number;
  readonly accountId: number;
  readonly instrumentId: number;
  readonly side: OrderSide;
  readonly price: Money;
  readonly qty: Money;
  readonly key: string;
  /** Milliseconds from its submission; null: not cancelled. */
  readonly cancelAfterMs: number | null;
}

export interface World {
  readonly seed: number;
  readonly size: WorldSize;
  /** One record each, in this order. */
  readonly statements: readonly (readonly Fact[])[];
  readonly book: readonly BookRow[];
  /** The balances before the history. */
  readonly balances: readonly OpeningBalance[];
  /** In order. */
  readonly history: readonly PastOrder[];
  readonly principals: readonly WorldPrincipal[];
  readonly fixtures: WorldFixtures;
  readonly landmarks: WorldLandmarks;
}
