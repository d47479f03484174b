import type { Arm, OrganisationStatus } from '../../../gateway/facts.ts';
import { refused } from '../refused.ts';
import type { FamilyRules } from './family.ts';
import { changed, recorded } from './write.ts';

/** Where each arm leads from each status; a missing cell is not admitted. */
const MOVES: Readonly<Record<OrganisationStatus, Partial<Readonly<Record<Arm, OrganisationStatus>>>>> = {
  PENDING_ACTIVATION: { approve: 'ACTIVE' },
  ACTIVE: { suspend: 'SUSPENDED', retire: 'RETIRED' },
  SUSPENDED: { reactivate: 'ACTIVE', retire: 'RETIRED' },
  RETIRED: {},
};

/**
 * An organisation proposes others and moves them, as their sponsor; its own standing is not its own to move, so nobody
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
    if (row.status === 'RETIRED') return refused('TRANSITION_NOT_ADMITTED', 'the organisation is retired for good');
    // What waits is proposed anew by whoever restates it, so that nobody approves their own words.
    const proposer = row.status === 'PENDING_ACTIVATION' ? { proposedByUserId: userId } : {};
    return recorded('orgs', changed(row, { displayName, ...proposer }));
  },

  move({ orgId, userId }, { row }, arm) {
    if (arm === 'approve' && row.proposedByUserId === userId)
      return refused('SELF_APPROVAL', 'the proposer of an organisation may not approve it');
    if (row.orgId === orgId)
      return refused('TRANSITION_NOT_ADMITTED', 'an organisation does not move its own standing');
    const moves = MOVES[row.status];
    const status = moves[arm];
    if (status === undefined) {
      const admitted = Object.keys(moves).join(', ') || 'nothing any more';
      return refused('TRANSITION_NOT_ADMITTED', `${arm}: an organisation that is ${row.status} admits ${admitted}`);
    }
    return recorded('orgs', changed(row, { status }));
  },
};
