/** Credentials: the register's rows, and what venues say of the keys behind them. Never the keys themselves. */

/** What a key may do at its venue, as the pre-approval probe found it. */
export type VenuePermission = 'READ' | 'TRADE' | 'WITHDRAW';

export type CredentialStatus = 'PROPOSED' | 'ACTIVE' | 'SUSPENDED' | 'REVOKED' | 'WITHDRAWN';

/**
 * How far the probe of the waiting material has come. PENDING: the venue has not answered. ANSWERED: the permissions are
 * known, or known to be unobservable. REFUSED: the venue does not take the key. UNREACHABLE: the venue did not answer in time.
 */
export type ProbeOutcome = 'PENDING' | 'ANSWERED' | 'REFUSED' | 'UNREACHABLE';

export interface CredentialRow {
  readonly credentialId: number;
  readonly orgId: number;
  readonly displayName: string | null;
  readonly exchangeId: number;
  readonly canReadBalances: boolean;
  readonly canTrade: boolean;
  readonly status: CredentialStatus;
  /** What waits for approval on a credential that was approved before (CRED-08). */
  readonly pendingTransition: 'ROTATE' | 'AMEND' | null;
  readonly observedPermissions: readonly VenuePermission[];
  /** The venue offers no read of a key's own scope: nothing was stated, and nothing is held against it (CRED-06). */
  readonly scopeUnobserved: boolean;
  readonly probe: ProbeOutcome;
  /** Who proposed what waits, or what was approved last. null: the platform's own. */
  readonly proposedByUserId: number | null;
  /** Whoever else stated a part of what waits: none of them approves it either (AUTH-15). Never served. */
  readonly coProposerUserIds?: readonly number[];
  readonly approvedByUserId: number | null;
  readonly version: number;
}

export interface CredentialTerms {
  /** Of a creation alone. */
  readonly exchangeId?: number;
  readonly displayName?: string | null;
  /** A creation states both; of an amendment, what is absent stays. */
  readonly canReadBalances?: boolean;
  readonly canTrade?: boolean;
}

/** What a venue said of the key that waits on a credential; sequenced like any command, without a key of its own. */
export interface ProbeReport {
  readonly kind: 'probe-report';
  readonly credentialId: number;
  /** The version of the row whose material was probed: a report of an older one changes nothing. */
  readonly version: number;
  readonly outcome: Exclude<ProbeOutcome, 'PENDING'>;
  readonly observedPermissions: readonly VenuePermission[];
  readonly scopeUnobserved: boolean;
}

/** An account that a venue showed under a credential: it stands DISCOVERED until somebody classifies it. */
export interface DiscoverAccount {
  readonly kind: 'discover-account';
  readonly credentialId: number;
}
