/** Credentials: the register's rows, and the venues' statements about their keys. Never the keys themselves. */

/** A permission of a key at its venue, as the pre-approval probe found it. */
export type VenuePermission = 'READ' | 'TRADE' | 'WITHDRAW';

export type CredentialStatus = 'PROPOSED' | 'ACTIVE' | 'SUSPENDED' | 'REVOKED' | 'WITHDRAWN';

/**
 * The progress of the probe of the waiting material. PENDING: the venue did not answer yet. ANSWERED: the permissions are
 * known, or known to be unobservable. REFUSED: the venue refused the key. UNREACHABLE: the venue did not answer in
 * time.
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
  /** The change that waits for approval on an approved credential (CRED-08). */
  readonly pendingTransition: 'ROTATE' | 'AMEND' | null;
  readonly observedPermissions: readonly VenuePermission[];
  /** The venue does not let a key read its own scope, so no permission is known or required (CRED-06). */
  readonly scopeUnobserved: boolean;
  readonly probe: ProbeOutcome;
  /** The proposer of the waiting change, or of the last approved one. null for the platform. */
  readonly proposedByUserId: number | null;
  /** Other users who stated a part of the waiting change: none of them may approve it (AUTH-15). Never served. */
  readonly coProposerUserIds?: readonly number[];
  readonly approvedByUserId: number | null;
  readonly version: number;
}

export interface CredentialTerms {
  /** Only in a creation. */
  readonly exchangeId?: number;
  readonly displayName?: string | null;
  /** Required in a creation. In an amendment an absent member is unchanged. */
  readonly canReadBalances?: boolean;
  readonly canTrade?: boolean;
}

/** A venue's report on the waiting key of a credential; sequenced like any command, without an idempotency key. */
export interface ProbeReport {
  readonly kind: 'probe-report';
  readonly credentialId: number;
  /** The row version whose material was probed: a report of an older version changes nothing. */
  readonly version: number;
  readonly outcome: Exclude<ProbeOutcome, 'PENDING'>;
  readonly observedPermissions: readonly VenuePermission[];
  readonly scopeUnobserved: boolean;
}

/** An account that a venue showed under a credential. It stays DISCOVERED until a user classifies it. */
export interface DiscoverAccount {
  readonly kind: 'discover-account';
  readonly credentialId: number;
}
