/**
 * For tests: a register of two organisations with a row of every collection each. A refused command succeeds without
 * its one defect.
 */
import { SCOPES, type Scope } from '../../gateway/contract/capabilities.ts';
import { REGISTER_KEYS, registerKeyOf } from '../../gateway/contract/register.ts';
import type {
  Arm,
  Fact,
  Principal,
  RegisterCommand,
  RegisterFamily,
  RegisterRows,
  RegisterTerms,
  Verdict,
} from '../../gateway/facts.ts';
import { type Held, heldOf } from '../owners/directory.ts';
import { type RegisterState, register } from '../owners/register.ts';
import { asset, lastOf, registered, SampleOwner } from './sample-owner.ts';

/** The users of commands; all but `stranger` and `unregistered` belong to the first organisation. */
export const USERS = {
  admin: 11,
  deputy: 12,
  viewer: 13,
  disabled: 14,
  awaiting: 15,
  stranger: 21,
  unregistered: 99,
} as const;
export type Name = keyof typeof USERS;

/** The user: a name, or a user of the first organisation who holds every scope but this one. */
export type As = Name | { readonly without: Scope };

export function principalOf(as: As): Principal {
  if (typeof as === 'object') return { orgId: 1, userId: 30 + SCOPES.indexOf(as.without) };
  return { orgId: as === 'stranger' ? 2 : 1, userId: USERS[as] };
}

export const user = (userId: number, subject: string, of: Partial<RegisterRows['users']> = {}): Fact =>
  registered('users', { userId, subject, displayName: subject, ...of });
export const organisation = (orgId: number, externalId: string, of: Partial<RegisterRows['orgs']> = {}): Fact =>
  registered('orgs', { orgId, externalId, displayName: externalId, ...of });

const SPONSORED = { status: 'PENDING_ACTIVATION', sponsorOrgId: 1, proposedByUserId: USERS.deputy } as const;
const PROPOSED = { status: 'PROPOSED', proposedByUserId: USERS.deputy } as const;
const POLICIES = ['asset-policies', 'chain-policies', 'trading-policies'] as const;

/** Row 1 of each collection belongs to the first organisation, row 2 to the second; the deputy proposed what waits. */
const ROWS: readonly Fact[] = [
  asset(1, 'USD', 8),
  organisation(1, 'one'),
  organisation(2, 'two'),
  organisation(3, 'suspended', { status: 'SUSPENDED' }),
  organisation(4, 'pending', { status: 'PENDING_ACTIVATION' }),
  organisation(5, 'retired', { status: 'RETIRED' }),
  organisation(6, 'sponsored', SPONSORED),
  organisation(7, 'sponsored-elsewhere', { status: 'PENDING_ACTIVATION', sponsorOrgId: 2 }),
  user(USERS.admin, 'admin', { capabilities: SCOPES }),
  user(USERS.deputy, 'deputy', { capabilities: SCOPES }),
  user(USERS.viewer, 'viewer'),
  user(USERS.disabled, 'disabled', { capabilities: SCOPES, status: 'DISABLED' }),
  user(USERS.awaiting, 'awaiting', { status: 'AWAITING_ADMISSION' }),
  user(USERS.stranger, 'stranger', { orgId: 2, capabilities: SCOPES }),
  ...SCOPES.map((without) =>
    user(principalOf({ without }).userId, `without ${without}`, {
      capabilities: SCOPES.filter((scope) => scope !== without),
    }),
  ),
  ...[1, 2].flatMap((orgId): Fact[] => [
    registered('portfolios', { portfolioId: orgId, orgId }),
    registered('credentials', { credentialId: orgId, orgId, ...PROPOSED }, null),
    registered('accounts', { accountId: orgId, orgId, portfolioId: orgId, credentialId: orgId }),
    registered('account-addresses', { accountAddressId: orgId, orgId, accountId: orgId }),
    ...POLICIES.map((family) =>
      registered(family, { [REGISTER_KEYS[family]]: orgId, orgId, instrumentId: null, ...PROPOSED }, null),
    ),
  ]),
  // Of another venue than the first organisation's accounts.
  registered('credentials', { credentialId: 3, exchangeId: 2, ...PROPOSED }, null),
  registered('accounts', { accountId: 3, displayName: null, status: 'DISCOVERED' }),
  registered('accounts', { accountId: 4, displayName: 'retired', status: 'RETIRED', credentialId: null }),
  registered('accounts', { accountId: 5, displayName: 'second', credentialId: null }),
];

export class SampleRegister extends SampleOwner<RegisterState, RegisterCommand> {
  constructor(...further: readonly Fact[]) {
    super(register, [...ROWS, ...further]);
  }

  send(body: RegisterCommand, by: As | Principal = 'admin', atNs?: bigint): Verdict {
    return this.judge(body, typeof by === 'object' && 'orgId' in by ? by : principalOf(by), atNs);
  }

  create<Family extends RegisterFamily>(family: Family, terms: RegisterTerms[Family], by?: As | Principal): Verdict {
    return this.send({ kind: 'create', family, terms } as RegisterCommand, by);
  }

  restate<Family extends RegisterFamily>(
    family: Family,
    id: number,
    terms: RegisterTerms[Family],
    by?: As | Principal,
  ): Verdict {
    return this.send({ kind: 'restate', family, id, ifMatch: null, terms } as RegisterCommand, by);
  }

  move(kind: Arm, family: RegisterFamily, id: number, by?: As | Principal): Verdict {
    return this.send({ kind, family, id, ifMatch: null }, by);
  }

  held<Family extends RegisterFamily>(family: Family, id: number): Held<RegisterRows[Family]> | undefined {
    return heldOf(this.state.directory, family, id);
  }
}

/** The row of a verdict's last fact; throws its refusal. */
export function rowOf<Family extends RegisterFamily>(family: Family, verdict: Verdict): RegisterRows[Family] {
  const fact = lastOf('RegisterRecorded', verdict);
  if (fact.family !== family) throw new Error(`no row of ${family}, but of ${fact.family}`);
  return fact.row as RegisterRows[Family];
}

export function idOf(family: RegisterFamily, verdict: Verdict): number {
  return registerKeyOf(family, rowOf(family, verdict));
}
