import type {
  Arm,
  CredentialRow,
  CredentialStatus,
  CredentialTerms,
  Fact,
  ProbeReport,
  VenuePermission,
} from '../../../gateway/facts.ts';
import type { Refused } from '../../owner.ts';
import { type Directory, heldOf } from '../directory.ts';
import { refused } from '../refused.ts';
import type { FamilyRules } from './family.ts';
import { moved, proposedBy, restated, reviewed, type States, withTerms } from './reviewed.ts';
import { changed, recorded } from './write.ts';

const CREDENTIAL_STATES: States<CredentialStatus> = {
  PROPOSED: { restate: 'PROPOSED', approve: 'ACTIVE', withdraw: 'WITHDRAWN' },
  ACTIVE: { restate: 'ACTIVE', rotate: 'ACTIVE', suspend: 'SUSPENDED', revoke: 'REVOKED' },
  SUSPENDED: { reactivate: 'ACTIVE', revoke: 'REVOKED' },
  REVOKED: {},
  WITHDRAWN: {},
};

/** The probe of material that the venue was not asked about yet. */
const UNPROBED = { observedPermissions: [], scopeUnobserved: false, probe: 'PENDING' } as const;

/** Credentials: the vault holds the material itself, and the probe states its permissions (CRED-07). */
export const credentials: FamilyRules<'credentials'> = {
  needs: {
    create: 'credentials:propose',
    restate: 'credentials:propose',
    rotate: 'credentials:propose',
    withdraw: 'credentials:propose',
    approve: 'credentials:approve',
    suspend: 'credentials:approve',
    reactivate: 'credentials:approve',
    revoke: 'credentials:approve',
  },

  create: ({ orgId, userId }, credentialId, { exchangeId = 0, ...terms }) =>
    recorded(
      'credentials',
      { credentialId, orgId, exchangeId, ...termsOf(terms), ...UNPROBED, ...proposedBy(userId) },
      null,
    ),

  restate({ userId }, held, { exchangeId: _, ...terms }) {
    const inactive = held.row.status === 'PROPOSED' ? undefined : notActive(held.row, 'amend');
    if (inactive !== undefined) return inactive;
    const next = restated(CREDENTIAL_STATES, held, 'restate', userId, 'some of it');
    if ('refused' in next) return next;
    const stated = termsOf(terms, held.row);
    // The key's permissions decide what a credential may do: the venue is asked again about the existing key.
    const asked = declaredBy({ ...held.row, ...stated }).join() === declaredBy(held.row).join() ? {} : UNPROBED;
    return reviewed('credentials', withTerms(next, { ...stated, ...asked }));
  },

  move({ userId }, held, arm) {
    const inactive = arm === 'suspend' || arm === 'rotate' ? notActive(held.row, arm) : undefined;
    if (inactive !== undefined) return inactive;
    if (arm === 'rotate') {
      const next = restated(CREDENTIAL_STATES, held, arm, userId, 'nothing');
      return 'refused' in next ? next : reviewed('credentials', withTerms(next, UNPROBED));
    }
    const next = moved(CREDENTIAL_STATES, held, arm, userId);
    const unfit = arm === 'approve' && !('refused' in next) ? unfitOf(held.row) : undefined;
    return unfit ?? reviewed('credentials', next);
  },
};

/**
 * A venue's report on waiting material. A report on an older version of the row changes nothing: the venue is asked
 * again whenever the row changes.
 */
export function probed(directory: Directory, report: ProbeReport): readonly Fact[] {
  const { credentialId, version, outcome: probe, observedPermissions, scopeUnobserved } = report;
  const held = heldOf(directory, 'credentials', credentialId);
  if (held?.row.version !== version || held.row.probe !== 'PENDING') return [];
  return recorded('credentials', changed(held.row, { probe, observedPermissions, scopeUnobserved }), held.approved);
}

function termsOf({ displayName, canReadBalances, canTrade }: CredentialTerms, before?: CredentialRow) {
  return {
    displayName: displayName === undefined ? (before?.displayName ?? null) : displayName,
    canReadBalances: canReadBalances ?? before?.canReadBalances ?? false,
    canTrade: canTrade ?? before?.canTrade ?? false,
  };
}

function notActive({ status }: CredentialRow, arm: Arm | 'amend'): Refused | undefined {
  if (status === 'ACTIVE') return undefined;
  return refused('CREDENTIAL_NOT_ACTIVE', `${arm}: the credential is ${status}, and only an ACTIVE one admits it`);
}

/**
 * Why the waiting change cannot be approved, by the venue's report on its material; an unobserved scope is no objection
 * (CRED-06).
 */
function unfitOf(row: CredentialRow): Refused | undefined {
  switch (row.probe) {
    case 'PENDING':
      return refused('TRANSITION_NOT_ADMITTED', 'approve: the venue did not answer the probe of the key yet');
    case 'REFUSED':
      return refused('WRONG_CREDENTIAL', 'approve: the venue does not take the key: propose other material');
    case 'UNREACHABLE':
      return refused('CONNECTION_DOWN', 'approve: the venue did not answer the probe of the key');
    case 'ANSWERED':
      return row.scopeUnobserved ? undefined : outOfScope(row);
  }
}

/** The permissions that a credential declares for its key. */
export function declaredBy({ canReadBalances, canTrade }: CredentialRow): readonly VenuePermission[] {
  return [...(canReadBalances ? ['READ' as const] : []), ...(canTrade ? ['TRADE' as const] : [])];
}

function outOfScope(row: CredentialRow): Refused | undefined {
  const { observedPermissions: observed } = row;
  const declared = declaredBy(row);
  const lacking = declared.filter((permission) => !observed.includes(permission));
  if (lacking.length > 0) {
    return refused('SCOPE_INSUFFICIENT', `approve: the key lacks ${lacking.join(', ')}, which the credential declares`);
  }
  const beyond = observed.filter((permission) => !declared.includes(permission));
  if (beyond.length === 0) return undefined;
  return refused('SCOPE_MISMATCH', `approve: the key has ${beyond.join(', ')}, which the credential does not declare`);
}
