/** The register: what an organisation is made of. Every row counts its changes in `version`, which is its ETag. */
import type { Scope } from '../contract/capabilities.ts';
import type { CredentialRow, CredentialTerms } from './credentials.ts';
import type {
  AssetPolicyRow,
  AssetPolicyTerms,
  ChainPolicyRow,
  ChainPolicyTerms,
  TradingPolicyRow,
  TradingPolicyTerms,
} from './policies.ts';

interface Versioned {
  /** 1 for the first state of the row; one more with every change. */
  readonly version: number;
}

export type OrganisationStatus = 'PENDING_ACTIVATION' | 'ACTIVE' | 'SUSPENDED' | 'RETIRED';

export interface OrganisationRow extends Versioned {
  readonly orgId: number;
  /** What a token's `org_id` claim names; printable ASCII. */
  readonly externalId: string;
  readonly displayName: string;
  readonly status: OrganisationStatus;
  /** The organisation that proposed this one and moves it: besides itself the only one that sees it. null: the platform's own. */
  readonly sponsorOrgId: number | null;
  /** Who proposed what awaits approval; null where nothing does. */
  readonly proposedByUserId: number | null;
  /** As a credential's. */
  readonly coProposerUserIds?: readonly number[];
}

export type UserStatus = 'AWAITING_ADMISSION' | 'ACTIVE' | 'DISABLED';

export interface UserRow extends Versioned {
  readonly userId: number;
  readonly orgId: number;
  /** What a token's `sub` claim names; unique within the organisation. */
  readonly subject: string;
  readonly displayName: string;
  readonly status: UserStatus;
  readonly capabilities: readonly Scope[];
}

export type AccountStatus = 'DISCOVERED' | 'ACTIVE' | 'SUSPENDED' | 'RETIRED';

export interface AccountRow extends Versioned {
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

export interface PortfolioRow extends Versioned {
  readonly portfolioId: number;
  readonly orgId: number;
  readonly displayName: string;
}

/** Where an account takes deposits of an asset, on one chain. */
export interface AccountAddressRow extends Versioned {
  readonly accountAddressId: number;
  readonly orgId: number;
  readonly accountId: number;
  readonly assetId: number | null;
  readonly chain: string;
  readonly address: string;
  /** The tag or memo that the chain asks for. */
  readonly memo: string | null;
  readonly displayName: string | null;
}

/** The nine register collections, by their paths, and the row of each. */
export interface RegisterRows {
  readonly orgs: OrganisationRow;
  readonly users: UserRow;
  readonly credentials: CredentialRow;
  readonly accounts: AccountRow;
  readonly 'account-addresses': AccountAddressRow;
  readonly portfolios: PortfolioRow;
  readonly 'asset-policies': AssetPolicyRow;
  readonly 'chain-policies': ChainPolicyRow;
  readonly 'trading-policies': TradingPolicyRow;
}

export type RegisterFamily = keyof RegisterRows;

/** A row as it stands after a change. */
export type RegisterFact = {
  readonly [Family in RegisterFamily]: {
    readonly kind: 'RegisterRecorded';
    readonly family: Family;
    readonly row: RegisterRows[Family];
    /** The approved state where it is not the row itself; null: nothing of the row is approved yet (REG-02). */
    readonly approved?: RegisterRows[Family] | null;
  };
}[RegisterFamily];

/** What a caller states of a row; ids, status and version are the register's. Of a restatement, undefined is kept as it stands. */
export interface RegisterTerms {
  readonly orgs: { readonly externalId?: string; readonly displayName: string };
  readonly users: {
    /** Of a creation alone. */
    readonly subject?: string;
    readonly displayName?: string;
    /** The whole set, presets expanded (CAP-04). */
    readonly capabilities: readonly Scope[];
    readonly status?: 'ACTIVE' | 'DISABLED';
  };
  readonly credentials: CredentialTerms;
  readonly accounts: {
    /** Of a creation alone. */
    readonly exchangeId?: number;
    readonly displayName: string;
    readonly portfolioId?: number | null;
    readonly credentialId?: number | null;
    readonly status?: 'ACTIVE' | 'SUSPENDED' | 'RETIRED';
  };
  readonly 'account-addresses': Omit<AccountAddressRow, 'accountAddressId' | 'orgId' | 'version'>;
  readonly portfolios: { readonly displayName: string };
  readonly 'asset-policies': AssetPolicyTerms;
  readonly 'chain-policies': ChainPolicyTerms;
  readonly 'trading-policies': TradingPolicyTerms;
}

/** The strong validator that a write is conditional on; null: unconditional (MATCH-02). */
export type IfMatch = string | null;

export type RegisterCreate = {
  readonly [Family in RegisterFamily]: {
    readonly kind: 'create';
    readonly family: Family;
    readonly terms: RegisterTerms[Family];
  };
}[RegisterFamily];

export type RegisterRestate = {
  readonly [Family in RegisterFamily]: {
    readonly kind: 'restate';
    readonly family: Family;
    readonly id: number;
    readonly ifMatch: IfMatch;
    readonly terms: RegisterTerms[Family];
  };
}[RegisterFamily];

export type Arm =
  | 'approve'
  | 'suspend'
  | 'reactivate'
  | 'revoke'
  | 'withdraw'
  | 'rotate'
  | 'retire'
  | 'halt'
  | 'resume';

export interface RegisterMove {
  readonly kind: Arm;
  readonly family: RegisterFamily;
  readonly id: number;
  readonly ifMatch: IfMatch;
}
