import type { Scope } from '../../gateway/contract/capabilities.ts';
import { SCOPES } from '../../gateway/contract/capabilities.ts';
import type { OrganisationRow, OrganisationStatus, UserRow, UserStatus } from '../../gateway/facts.ts';
import type { Names } from './names.ts';
import type { PrincipalName } from './world.ts';

/** The organisations of principals and fixtures; those of a large world come after them. */
export const ORG_IDS = { first: 1, second: 2, suspended: 3, throttled: 4, proposed: 5 } as const;

type OrgName = keyof typeof ORG_IDS;

const ORG_STATUS: Readonly<Record<OrgName, OrganisationStatus>> = {
  first: 'ACTIVE',
  second: 'ACTIVE',
  suspended: 'SUSPENDED',
  throttled: 'ACTIVE',
  proposed: 'PENDING_ACTIVATION',
};

interface PrincipalRow {
  readonly name: PrincipalName;
  readonly org: OrgName;
  readonly status: UserStatus;
  readonly capabilities: readonly Scope[];
}

const principal = (
  name: PrincipalName,
  org: OrgName,
  capabilities: readonly Scope[],
  status: UserStatus = 'ACTIVE',
): PrincipalRow => ({
  name,
  org,
  status,
  capabilities,
});

/** User ids count from 1 in this order; `awaiting` is not registered before its first request. */
export const PRINCIPALS: readonly PrincipalRow[] = [
  principal('admin', 'first', SCOPES),
  principal('trader', 'first', ['orders:trade']),
  principal('approver', 'first', ['credentials:approve']),
  principal('viewer', 'first', []),
  principal('algoManager', 'first', ['algos:manage']),
  principal('disabled', 'first', [], 'DISABLED'),
  principal('outsider', 'second', SCOPES),
  principal('suspended', 'suspended', ['orders:trade']),
  principal('throttled', 'throttled', ['orders:trade']),
  principal('awaiting', 'first', [], 'AWAITING_ADMISSION'),
  principal('deputy', 'first', SCOPES),
];

/** The `org_id` claim of an organisation's tokens. */
export function externalOrgId(org: OrgName): string {
  return `org-${org}`;
}

/** null: not registered. */
export function userIdOf(name: PrincipalName): number | null {
  return name === 'awaiting' ? null : PRINCIPALS.findIndex((row) => row.name === name) + 1;
}

/** The review state of the platform's own organisations: they have no proposer. */
const OWN = { sponsorOrgId: null, proposedByUserId: null, version: 1 } as const;

/** The named organisations, and further ones of a large world. */
export function organisations(names: Names, further: number): readonly OrganisationRow[] {
  const named = (Object.keys(ORG_IDS) as OrgName[]).map((org) => ({
    orgId: ORG_IDS[org],
    externalId: externalOrgId(org),
    displayName: names.company(),
    status: ORG_STATUS[org],
    ...OWN,
    // It awaits approval: the admin of its sponsor may approve it, the deputy who proposed it may not.
    ...(org === 'proposed' ? { sponsorOrgId: ORG_IDS.first, proposedByUserId: userIdOf('deputy') } : {}),
  }));
  const others = Array.from({ length: further }, (_, index) => ({
    orgId: named.length + 1 + index,
    externalId: `org-${named.length + 1 + index}`,
    displayName: names.company(),
    status: 'ACTIVE' as const,
    ...OWN,
  }));
  return [...named, ...others];
}

/** The users of the registered principals. */
export function users(names: Names): readonly UserRow[] {
  return PRINCIPALS.flatMap(({ name, org, status, capabilities }) => {
    const userId = userIdOf(name);
    const displayName = names.person();
    return userId === null
      ? []
      : [{ userId, orgId: ORG_IDS[org], subject: name, displayName, status, capabilities, version: 1 }];
  });
}
