import type { AccountRow, CredentialRow, Fact } from '../../gateway/facts.ts';
import { NAMED_ACCOUNTS } from './accounts.ts';
import { VENUES } from './market.ts';
import { ORG_IDS, userIdOf } from './organisations.ts';

const credential = (credentialId: number, of: Partial<CredentialRow> = {}): CredentialRow => ({
  credentialId,
  orgId: ORG_IDS.first,
  displayName: null,
  exchangeId: VENUES.a,
  canReadBalances: true,
  canTrade: true,
  status: 'ACTIVE',
  pendingTransition: null,
  observedPermissions: ['READ', 'TRADE'],
  scopeUnobserved: false,
  probe: 'ANSWERED',
  proposedByUserId: null,
  approvedByUserId: null,
  version: 1,
  ...of,
});

/** Credentials of accounts that differ from the default. */
const APART: Readonly<Record<number, Partial<CredentialRow>>> = {
  [NAMED_ACCOUNTS.suspendedCredentialAccount.id]: { status: 'SUSPENDED', version: 2 },
  [NAMED_ACCOUNTS.balancesOnlyAccount.id]: { canTrade: false, observedPermissions: ['READ'] },
};

const ADMIN = { proposedByUserId: userIdOf('admin') };
/** Family B at a venue that lets no key read its scope. */
const UNOBSERVED = { exchangeId: 3, observedPermissions: [], scopeUnobserved: true } as const;

/** Without an account: one in each further state, with ids past those of accounts. */
const APPROVED_READS = credential(1_003, { ...UNOBSERVED, displayName: 'amended', canTrade: false });
const APPROVED_KEY = credential(1_004, { displayName: 'rotated', exchangeId: VENUES.b });
const FURTHER: readonly { readonly row: CredentialRow; readonly approved?: CredentialRow | null }[] = [
  { row: credential(1_001, { displayName: 'proposed', status: 'PROPOSED', ...ADMIN }), approved: null },
  {
    row: credential(1_002, { ...UNOBSERVED, displayName: 'unobserved', status: 'PROPOSED', ...ADMIN }),
    approved: null,
  },
  {
    row: { ...APPROVED_READS, canTrade: true, pendingTransition: 'AMEND', ...ADMIN, version: 2 },
    approved: APPROVED_READS,
  },
  { row: { ...APPROVED_KEY, pendingTransition: 'ROTATE', ...ADMIN, version: 3 }, approved: APPROVED_KEY },
  { row: credential(1_005, { displayName: 'revoked', status: 'REVOKED', version: 2 }) },
  { row: credential(1_006, { displayName: 'withdrawn', status: 'WITHDRAWN', ...ADMIN, version: 2 }), approved: null },
  {
    row: credential(1_007, {
      displayName: 'unreachable',
      status: 'PROPOSED',
      probe: 'UNREACHABLE',
      observedPermissions: [],
      ...ADMIN,
    }),
    approved: null,
  },
];

/** Each account with a credential has its own. */
export function credentials(accounts: readonly AccountRow[]): readonly Fact[] {
  const ofAccounts = accounts.flatMap(({ credentialId, orgId, exchangeId, displayName }) =>
    credentialId === null
      ? []
      : [{ row: credential(credentialId, { orgId, exchangeId, displayName, ...APART[credentialId] }) }],
  );
  return [...ofAccounts, ...FURTHER].map((held) => ({ kind: 'RegisterRecorded', family: 'credentials', ...held }));
}
