/**
 * For tests: a register of two organisations with a row of every collection each. A refused command succeeds without
 * its one defect.
 */
import { SCOPES, type Scope } from '../../gateway/contract/capabilities.ts';
import { registerKeyOf } from '../../gateway/contract/register.ts';
import type {
  Command,
  Fact,
  OrganisationRow,
  Principal,
  RegisterCommand,
  RegisterFact,
  RegisterFamily,
  RegisterRows,
  SequencedRecord,
  UserRow,
  Verdict,
} from '../../gateway/facts.ts';
import type { Held } from '../owners/directory.ts';
import { heldOf } from '../owners/directory.ts';
import { type RegisterState, register } from '../owners/register.ts';
import { type RunningOwner, runningOwner } from '../running-owner.ts';

export const START_NS = 1_767_571_200_000_000_000n;

/** The users of commands; all but `stranger` and `nobody` belong to the first organisation. */
export const USERS = {
  admin: 11,
  deputy: 12,
  viewer: 13,
  disabled: 14,
  awaiting: 15,
  stranger: 21,
  nobody: 99,
} as const;
export type Name = keyof typeof USERS;

export const PLATFORM: Principal = { orgId: 0, userId: 0 };

/** The user: a name, or a user of the first organisation who holds every scope but this one. */
export type As = Name | { readonly without: Scope };

export function principalOf(as: As): Principal {
  if (typeof as === 'object') return { orgId: 1, userId: 30 + SCOPES.indexOf(as.without) };
  return { orgId: as === 'stranger' ? 2 : 1, userId: USERS[as] };
}

const REVIEWED = {
  pendingTransition: null,
  proposedByUserId: USERS.deputy,
  approvedByUserId: null,
  version: 1,
} as const;
const PROPOSED = { status: 'PROPOSED', ...REVIEWED } as const;

/**
 * Row 1 of each collection belongs to the first organisation, row 2 to the second; the deputy proposed the waiting
 * changes.
 */
const ROWS: readonly Fact[] = [
  { kind: 'AssetRecorded', asset: { assetId: 1, symbol: 'USD', unitScale: 8 } },
  organisation(1, 'one'),
  organisation(2, 'two'),
  organisation(3, 'suspended', { status: 'SUSPENDED' }),
  organisation(4, 'pending', { status: 'PENDING_ACTIVATION' }),
  organisation(5, 'retired', { status: 'RETIRED' }),
  organisation(6, 'sponsored', { status: 'PENDING_ACTIVATION', sponsorOrgId: 1, proposedByUserId: USERS.deputy }),
  organisation(7, 'sponsored-elsewhere', { status: 'PENDING_ACTIVATION', sponsorOrgId: 2 }),
  user(USERS.admin, 'admin', { capabilities: SCOPES }),
  user(USERS.deputy, 'deputy', { capabilities: SCOPES }),
  user(USERS.viewer, 'viewer'),
  user(USERS.disabled, 'disabled', { capabilities: SCOPES, status: 'DISABLED' }),
  user(USERS.awaiting, 'awaiting', { status: 'AWAITING_ADMISSION' }),
  user(USERS.stranger, 'stranger', { orgId: 2, capabilities: SCOPES }),
  ...SCOPES.map((scope, index) =>
    user(30 + index, `without ${scope}`, { capabilities: SCOPES.filter((other) => other !== scope) }),
  ),
  ...[1, 2].flatMap((orgId): RegisterFact[] => [
    {
      kind: 'RegisterRecorded',
      family: 'portfolios',
      row: { portfolioId: orgId, orgId, displayName: 'P', version: 1 },
    },
    credential(orgId, orgId, 1),
    account(orgId, orgId, { displayName: 'main', portfolioId: orgId, credentialId: orgId }),
    {
      kind: 'RegisterRecorded',
      family: 'account-addresses',
      row: {
        accountAddressId: orgId,
        orgId,
        accountId: orgId,
        assetId: 1,
        chain: 'BITCOIN',
        address: 'a',
        memo: null,
        displayName: null,
        version: 1,
      },
    },
    {
      kind: 'RegisterRecorded',
      family: 'asset-policies',
      row: {
        assetPolicyId: orgId,
        orgId,
        assetId: 1,
        maxTicketAmount: null,
        approvalThresholdAmount: null,
        reconciliationToleranceAmount: null,
        ...PROPOSED,
      },
      approved: null,
    },
    {
      kind: 'RegisterRecorded',
      family: 'chain-policies',
      row: {
        chainPolicyId: orgId,
        orgId,
        assetId: 1,
        chain: 'BITCOIN',
        minTransferAmount: null,
        maxTransferAmount: null,
        ...PROPOSED,
      },
      approved: null,
    },
    {
      kind: 'RegisterRecorded',
      family: 'trading-policies',
      row: {
        tradingPolicyId: orgId,
        orgId,
        instrumentId: null,
        maxOrderQty: null,
        maxOrderNotional: null,
        maxOpenOrders: null,
        maxOrdersPerMinute: null,
        ...PROPOSED,
      },
      approved: null,
    },
  ]),
  // Of another venue than the first organisation's accounts.
  credential(3, 1, 2),
  account(3, 1, { status: 'DISCOVERED', credentialId: 1 }),
  account(4, 1, { displayName: 'retired', status: 'RETIRED' }),
  account(5, 1, { displayName: 'second' }),
];

export function organisation(orgId: number, externalId: string, of: Partial<OrganisationRow> = {}): RegisterFact {
  return {
    kind: 'RegisterRecorded',
    family: 'orgs',
    row: {
      orgId,
      externalId,
      displayName: externalId,
      status: 'ACTIVE',
      sponsorOrgId: null,
      proposedByUserId: null,
      version: 1,
      ...of,
    },
  };
}

export function user(userId: number, subject: string, of: Partial<UserRow> = {}): RegisterFact {
  return {
    kind: 'RegisterRecorded',
    family: 'users',
    row: { userId, orgId: 1, subject, displayName: subject, status: 'ACTIVE', capabilities: [], version: 1, ...of },
  };
}

function account(accountId: number, orgId: number, of: Partial<RegisterRows['accounts']>): RegisterFact {
  const none = { portfolioId: null, displayName: null, credentialId: null };
  return {
    kind: 'RegisterRecorded',
    family: 'accounts',
    row: { accountId, orgId, exchangeId: 1, status: 'ACTIVE', version: 1, ...none, ...of },
  };
}

function credential(credentialId: number, orgId: number, exchangeId: number): RegisterFact {
  return {
    kind: 'RegisterRecorded',
    family: 'credentials',
    row: {
      credentialId,
      orgId,
      exchangeId,
      displayName: null,
      canReadBalances: true,
      canTrade: true,
      observedPermissions: ['READ', 'TRADE'],
      scopeUnobserved: false,
      probe: 'ANSWERED',
      ...PROPOSED,
    },
    approved: null,
  };
}

export class SampleRegister {
  readonly records: SequencedRecord[] = [];
  readonly #owner: RunningOwner = runningOwner(register);
  #nowNs = START_NS;

  constructor(...further: readonly Fact[]) {
    this.send({ kind: 'state', facts: [...ROWS, ...further] }, PLATFORM);
  }

  get state(): RegisterState {
    return this.#owner.state() as RegisterState;
  }

  /** A microsecond after the last, unless a time is given. */
  send(body: RegisterCommand, by: As | Principal = 'admin', atNs: bigint = this.#nowNs + 1_000n): Verdict {
    const principal = typeof by === 'object' && 'orgId' in by ? by : principalOf(by);
    const command: Command = { owner: 'register', principal, key: null, operation: body.kind, body };
    this.#nowNs = atNs;
    const placed = { position: this.records.length + 1, atNs: atNs.toString(), command };
    const record = { ...placed, verdict: this.#owner.judge(placed.position, placed.atNs, command) };
    this.records.push(record);
    this.#owner.apply(record);
    return record.verdict;
  }

  held<Family extends RegisterFamily>(family: Family, id: number): Held<RegisterRows[Family]> | undefined {
    return heldOf(this.state.directory, family, id);
  }
}

/** The row of a verdict's last fact; throws its refusal. */
export function rowOf<Family extends RegisterFamily>(
  family: Family,
  { facts, refused }: Verdict,
): RegisterRows[Family] {
  const fact = facts?.findLast((one) => one.kind === 'RegisterRecorded' && one.family === family);
  if (fact?.kind !== 'RegisterRecorded') throw new Error(`no row of ${family}: ${refused?.code} ${refused?.message}`);
  return fact.row as RegisterRows[Family];
}

export function idOf(family: RegisterFamily, verdict: Verdict): number {
  return registerKeyOf(family, rowOf(family, verdict));
}
