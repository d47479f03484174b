/** A world as data: what the platform states at its beginning, who may ask it things, and what a target profile names of it. */
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
  /** The organisation's account of the name `main`; null where it has none. */
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
  /** A BUY of this price rests. */
  readonly price?: Money;
}

/** What the target profile names, in the profile's own words. */
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
  /** The venue charges nothing for it, and says so. */
  readonly feelessInstrument: NamedInstrument;
  /** The venue trades it finer than the platform's grids, and charges in a currency that the platform does not hold. */
  readonly finerInstrument: NamedInstrument;
  /** Nobody trades it but who caps it. */
  readonly cappedInstrument: NamedInstrument & { readonly tick: Money; readonly step: Money; readonly price: Money };
  readonly asset: { readonly id: number; readonly unitScale: number };
  /** `document`: one that it takes, whose orders rest. */
  readonly algoVersion: { readonly id: number; readonly pool: string; readonly document: string };
  /** The same document, with names for its ids. */
  readonly namingDocument: { readonly text: string };
  /** Started, with all its orders placed. */
  readonly algoInstance: { readonly id: number };
  readonly foreignAlgoInstance: { readonly id: number };
  readonly deletedAlgoInstance: { readonly id: number };
  readonly venues: { readonly a: number; readonly b: number; readonly unscoped: number; readonly unsupported: number };
}

/** What else a test of the sandbox itself may want to find. */
export interface WorldLandmarks {
  /** An order of `fixtures.instrument` that fills at once. */
  readonly fill: { readonly side: OrderSide; readonly price: Money; readonly qty: Money };
  /** Of `fixtures.instrument` for the first organisation. */
  readonly caps: { readonly maxOrderQty: Money; readonly maxOrderNotional: Money };
  /** Of the throttled organisation. */
  readonly ceiling: {
    readonly maxOrdersPerMinute: number;
    readonly maxOpenOrders: number;
    readonly openOrdersOn: NamedInstrument;
  };
}

/** An order of before the world's now: sequenced, judged and filled by the real owners when a platform begins. */
export interface PastOrder {
  readonly orgId: number;
  /** 0 of an order that an algo instance placed. */
  readonly userId: number;
  readonly algoInstanceId?: number;
  readonly accountId: number;
  readonly instrumentId: number;
  readonly side: OrderSide;
  readonly price: Money;
  readonly qty: Money;
  readonly key: string;
  /** From its submission; null: left as the venue leaves it. */
  readonly cancelAfterMs: number | null;
}

export interface World {
  readonly seed: number;
  readonly size: WorldSize;
  /** One record each, in this order. */
  readonly statements: readonly (readonly Fact[])[];
  readonly book: readonly BookRow[];
  /** Before the history. */
  readonly balances: readonly OpeningBalance[];
  /** In order. */
  readonly history: readonly PastOrder[];
  readonly principals: readonly WorldPrincipal[];
  readonly fixtures: WorldFixtures;
  readonly landmarks: WorldLandmarks;
}
