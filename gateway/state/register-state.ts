import { REGISTER_FAMILIES, registerKeyOf } from '../contract/register.ts';
import type { View } from '../contract/routes.ts';
import type {
  AccountRow,
  OrganisationRow,
  RegisterFact,
  RegisterFamily,
  RegisterRows,
  UserRow,
  UserStatus,
} from '../facts.ts';
import { byInt64, type Rows, RowsByName } from './rows.ts';

type AnyRow = RegisterRows[RegisterFamily];

/** One view of a collection: rows by organisation, and users also by status, so that no page needs a search. */
type Surface = RowsByName<AnyRow>;

/**
 * The register as one member has applied it: nine collections, each with its latest and its approved rows (REG-02).
 */
export class RegisterState {
  #latest = surfaces(() => new RowsByName<AnyRow>(byInt64));
  #approved = surfaces(() => new RowsByName<AnyRow>(byInt64));
  #organisations: Map<string, OrganisationRow> = new Map();
  #users: Map<string, UserRow> = new Map();
  #accountsByName: Map<string, AccountRow> = new Map();

  organisationNamed(externalId: string): OrganisationRow | undefined {
    return this.#organisations.get(externalId);
  }

  userNamed(orgId: number, subject: string): UserRow | undefined {
    return this.#users.get(`${orgId}/${subject}`);
  }

  accountNamed(orgId: number, displayName: string): AccountRow | undefined {
    return this.#accountsByName.get(`${orgId}/${displayName}`);
  }

  /** The rows of a collection that one organisation sees. Keys are the decimal texts of the register keys. */
  rows<Family extends RegisterFamily>(
    family: Family,
    orgId: number,
    view: View = 'latest',
  ): Rows<string, RegisterRows[Family]> {
    return this.#surface(view)[family].of(orgId) as unknown as Rows<string, RegisterRows[Family]>;
  }

  usersOf(orgId: number, status: UserStatus, view: View): Rows<string, UserRow> {
    return this.#surface(view).users.of(`${orgId}/${status}`) as unknown as Rows<string, UserRow>;
  }

  put(fact: RegisterFact): void {
    const key = String(registerKeyOf(fact.family, fact.row));
    const approved = fact.approved === undefined ? approvedOf(fact) : fact.approved;
    if (fact.family === 'users') this.#putUser(fact.row, key, approved !== null);
    if (fact.family === 'accounts') this.#bindName(fact.row, key);
    if (fact.family === 'orgs') this.#organisations.set(fact.row.externalId, fact.row);
    const holders = fact.family === 'orgs' ? holdersOf(fact.row) : [fact.row.orgId];
    for (const orgId of holders) {
      put(this.#latest[fact.family], orgId, key, fact.row);
      put(this.#approved[fact.family], orgId, key, approved);
    }
  }

  /** An independent copy. */
  fork(): RegisterState {
    const fork = new RegisterState();
    fork.#latest = surfaces((family) => this.#latest[family].fork());
    fork.#approved = surfaces((family) => this.#approved[family].fork());
    fork.#organisations = new Map(this.#organisations);
    fork.#users = new Map(this.#users);
    fork.#accountsByName = new Map(this.#accountsByName);
    return fork;
  }

  #surface(view: View) {
    return view === 'latest' ? this.#latest : this.#approved;
  }

  #putUser(user: UserRow, key: string, isApproved: boolean): void {
    const name = `${user.orgId}/${user.subject}`;
    const before = this.#users.get(name);
    this.#users.set(name, user);
    if (before !== undefined && before.status !== user.status) {
      put(this.#latest.users, `${user.orgId}/${before.status}`, key, null);
      put(this.#approved.users, `${user.orgId}/${before.status}`, key, null);
    }
    put(this.#latest.users, `${user.orgId}/${user.status}`, key, user);
    put(this.#approved.users, `${user.orgId}/${user.status}`, key, isApproved ? user : null);
  }

  /** Binds a name to one account: a rename frees the old name, and a DISCOVERED account binds none (REG-06). */
  #bindName(account: AccountRow, key: string): void {
    const before = this.rows('accounts', account.orgId).get(key);
    const name = (row: AccountRow) => `${row.orgId}/${row.displayName}`;
    // If the name belongs to another account now, that account keeps it.
    if (before?.displayName != null && this.#accountsByName.get(name(before))?.accountId === before.accountId) {
      this.#accountsByName.delete(name(before));
    }
    if (account.displayName !== null) this.#accountsByName.set(name(account), account);
  }
}

/** @param row null removes the row from the view. */
function put(surface: Surface, name: string | number, key: string, row: AnyRow | null): void {
  if (row === null) surface.remove(name, key);
  else surface.put(name, key, row);
}

function surfaces(surfaceOf: (family: RegisterFamily) => Surface): Readonly<Record<RegisterFamily, Surface>> {
  const each = REGISTER_FAMILIES.map((family) => [family, surfaceOf(family)] as const);
  return Object.fromEntries(each) as Record<RegisterFamily, Surface>;
}

/** The organisations that see a row: the organisation itself and its proposer. */
function holdersOf({ orgId, sponsorOrgId }: OrganisationRow): readonly number[] {
  return sponsorOrgId === null || sponsorOrgId === orgId ? [orgId] : [orgId, sponsorOrgId];
}

/** The approved state of a row whose fact does not state it separately: the row itself, once it is approved. */
function approvedOf({ family, row }: RegisterFact): AnyRow | null {
  const waits =
    (family === 'users' && row.status === 'AWAITING_ADMISSION') ||
    (family === 'accounts' && row.status === 'DISCOVERED') ||
    (family === 'orgs' && row.status === 'PENDING_ACTIVATION');
  return waits ? null : row;
}
