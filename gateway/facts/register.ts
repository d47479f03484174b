/** The register: the rows of an organisation. Each row counts its changes in `version`, which is its ETag. */
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
  /** The `org_id` claim of its tokens; printable ASCII. */
  readonly externalId: string;
  readonly displayName: string;
  readonly status: OrganisationStatus;
  /**
   * The organisation that proposed this one and administers it: apart from itself the only one that sees it. null for
   * the platform.
   */
  readonly sponsorOrgId: number | null;
  /** The proposer of the change that awaits approval; null if none waits. */
  readonly proposedByUserId: number | null;
  /** As in a credential. */
  readonly coProposerUserIds?: readonly number[];
}

export type UserStatus = 'AWAITING_ADMISSION' | 'ACTIVE' | 'DISABLED';

export interface UserRow extends Versioned {
  readonly userId: number;
  readonly orgId: number;
  /** The `sub` claim of the user's tokens; unique within the organisation. */
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
  /** null while DISCOVERED: such an account has no name and is addressed only by id (REG-06). */
  readonly displayName: string | null;
  readonly status: AccountStatus;
  /** The venue of the account's credential. */
  readonly exchangeId: number;
  /** null: orders for the account are refused CREDENTIAL_UNAVAILABLE. */
  readonly credentialId: number | null;
}

export interface PortfolioRow extends Versioned {
  readonly portfolioId: number;
  readonly orgId: number;
  readonly displayName: string;
}

/** A deposit address of an account for an asset on one chain. */
export interface AccountAddressRow extends Versioned {
  readonly accountAddressId: number;
  readonly orgId: number;
  readonly accountId: number;
  readonly assetId: number | null;
  readonly chain: string;
  readonly address: string;
  /** The tag or memo that the chain requires. */
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

/** A register row after a change. */
export type RegisterFact = {
  readonly [Family in RegisterFamily]: {
    readonly kind: 'RegisterRecorded';
    readonly family: Family;
    readonly row: RegisterRows[Family];
    /** The approved state if it differs from the row; null if no state is approved yet (REG-02). */
    readonly approved?: RegisterRows[Family] | null;
  };
}[RegisterFamily];

/**
 * The members of a row that a caller states; ids, status and version are the register's. In a restatement, undefined
 * keeps the current value.
 */
export interface RegisterTerms {
  readonly orgs: { readonly externalId?: string; readonly displayName: string };
  readonly users: {
    /** Only in a creation. */
    readonly subject?: string;
    readonly displayName?: string;
    /** The whole set, with presets expanded (CAP-04). */
    readonly capabilities: readonly Scope[];
    readonly status?: 'ACTIVE' | 'DISABLED';
  };
  readonly credentials: CredentialTerms;
  readonly accounts: {
    /** Only in a creation. */
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

/** The strong validator of a conditional write; null if unconditional (MATCH-02). */
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
