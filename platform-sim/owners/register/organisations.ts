import type { Arm, OrganisationRow, OrganisationStatus } from '../../../gateway/facts.ts';
import type { Refused } from '../../owner.ts';
import { refused } from '../refused.ts';
import type { FamilyRules } from './family.ts';
import { isProposedBy, joinedBy, type States } from './reviewed.ts';
import { changed, recorded } from './write.ts';

/** The next status of each write; a missing cell is not admitted. */
const STATES: States<OrganisationStatus> = {
  PENDING_ACTIVATION: { restate: 'PENDING_ACTIVATION', approve: 'ACTIVE' },
  ACTIVE: { restate: 'ACTIVE', suspend: 'SUSPENDED', retire: 'RETIRED' },
  SUSPENDED: { restate: 'SUSPENDED', reactivate: 'ACTIVE', retire: 'RETIRED' },
  RETIRED: {},
};

/**
 * An organisation proposes others and changes their status, as their sponsor. It cannot change its own, so no user
 * locks themselves out.
 */
export const organisations: FamilyRules<'orgs'> = {
  needs: {
    create: 'orgs:approve',
    restate: 'orgs:approve',
    approve: 'orgs:approve',
    suspend: 'orgs:approve',
    reactivate: 'orgs:approve',
    retire: 'orgs:approve',
  },
  holds: (row, orgId) => row.orgId === orgId || row.sponsorOrgId === orgId,

  create({ directory, orgId: sponsorOrgId, userId }, orgId, { externalId = '', displayName }) {
    // Tokens name organisations by it, on the whole platform.
    if (directory.orgIds.has(externalId))
      return refused('INVALID_FIELD', `externalId: ${externalId} is taken; state another`);
    return recorded('orgs', {
      orgId,
      externalId,
      displayName,
      status: 'PENDING_ACTIVATION',
      sponsorOrgId,
      proposedByUserId: userId,
      version: 1,
    });
  },

  restate({ userId }, { row }, { displayName }) {
    if (STATES[row.status].restate === undefined) return notAdmitted(row.status, 'restate');
    // A user who restates a waiting proposal also proposes it: its externalId is still the first user's, and no user
    // approves their own terms.
    const proposer = row.status === 'PENDING_ACTIVATION' ? joinedBy(row, userId) : {};
    return recorded('orgs', changed(row, { displayName, ...proposer }));
  },

  move({ orgId, userId }, { row }, arm) {
    if (arm === 'approve' && isProposedBy(row, userId))
      return refused('SELF_APPROVAL', 'approve: the proposer of an organisation cannot approve it; another user can');
    if (row.orgId === orgId)
      return refused(
        'TRANSITION_NOT_ADMITTED',
        `${arm}: an organisation does not move its own standing; its sponsor does`,
      );
    const status = STATES[row.status][arm];
    if (status === undefined) return notAdmitted(row.status, arm);
    if (arm !== 'approve') return recorded('orgs', changed(row, { status }));
    // From now on the organisation reads its own row, whose proposer is a user of another organisation.
    const { coProposerUserIds: _, ...settled } = row;
    return recorded('orgs', changed<OrganisationRow>(settled, { status, proposedByUserId: null }));
  },
};

function notAdmitted(status: OrganisationStatus, write: Arm | 'restate'): Refused {
  const instead = Object.keys(STATES[status]).join(', ') || 'nothing any more';
  return refused('TRANSITION_NOT_ADMITTED', `${write}: an organisation that is ${status} admits ${instead}`);
}
