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
import { byInt64, Rows } from './rows.ts';

type AnyRow = RegisterRows[RegisterFamily];

/** One surface of a collection: rows by organisation, and users by their status too, so that no page is searched for. */
class Surface<Row> {
  readonly #rows: Map<string, Rows<string, Row>> = new Map();

  of(name: string | number): Rows<string, Row> {
    let rows = this.#rows.get(String(name));
    if (rows === undefined) {
      rows = new Rows<string, Row>(byInt64);
      this.#rows.set(String(name), rows);
    }
    return rows;
  }

  put(names: readonly (string | number)[], key: string, row: Row | null): void {
    for (const name of names) {
      if (row === null) this.of(name).remove(key);
      else this.of(name).put(key, row);
    }
  }
}

/** The register as one member has applied it: nine collections, each with its latest and its approved rows (REG-02). */
export class RegisterState {
  readonly #latest = surfaces();
  readonly #approved = surfaces();
  readonly #organisations: Map<string, OrganisationRow> = new Map();
  readonly #users: Map<string, UserRow> = new Map();
  readonly #accountsByName: Map<string, AccountRow> = new Map();

  organisationNamed(externalId: string): OrganisationRow | undefined {
    return this.#organisations.get(externalId);
  }

  userNamed(orgId: number, subject: string): UserRow | undefined {
    return this.#users.get(`${orgId}/${subject}`);
  }

  accountNamed(orgId: number, displayName: string): AccountRow | undefined {
    return this.#accountsByName.get(`${orgId}/${displayName}`);
  }

  /** What one organisation sees of a collection. Keys are the decimal texts of the register keys. */
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
    this.#latest[fact.family].put(holders, key, fact.row);
    this.#approved[fact.family].put(holders, key, approved);
  }

  #surface(view: View) {
    return view === 'latest' ? this.#latest : this.#approved;
  }

  #putUser(user: UserRow, key: string, isApproved: boolean): void {
    const name = `${user.orgId}/${user.subject}`;
    const before = this.#users.get(name);
    this.#users.set(name, user);
    if (before !== undefined && before.status !== user.status) {
      this.#latest.users.put([`${user.orgId}/${before.status}`], key, null);
      this.#approved.users.put([`${user.orgId}/${before.status}`], key, null);
    }
    this.#latest.users.put([`${user.orgId}/${user.status}`], key, user);
    this.#approved.users.put([`${user.orgId}/${user.status}`], key, isApproved ? user : null);
  }

  /** A name is bound to one account: a rename frees the old one, and a DISCOVERED account binds none (REG-06). */
  #bindName(account: AccountRow, key: string): void {
    const before = this.rows('accounts', account.orgId).get(key);
    const name = (row: AccountRow) => `${row.orgId}/${row.displayName}`;
    // Another account may have been given the name in the meantime: it stays bound to that one.
    if (before?.displayName != null && this.#accountsByName.get(name(before))?.accountId === before.accountId) {
      this.#accountsByName.delete(name(before));
    }
    if (account.displayName !== null) this.#accountsByName.set(name(account), account);
  }
}

function surfaces(): Readonly<Record<RegisterFamily, Surface<AnyRow>>> {
  return Object.fromEntries(REGISTER_FAMILIES.map((family) => [family, new Surface<AnyRow>()])) as Record<
    RegisterFamily,
    Surface<AnyRow>
  >;
}

/** An organisation sees itself, and those that it proposed. */
function holdersOf({ orgId, sponsorOrgId }: OrganisationRow): readonly number[] {
  return sponsorOrgId === null || sponsorOrgId === orgId ? [orgId] : [orgId, sponsorOrgId];
}

/** The approved state of a row whose fact does not state one apart: the row itself, once somebody has let it in. */
function approvedOf({ family, row }: RegisterFact): AnyRow | null {
  const waits =
    (family === 'users' && row.status === 'AWAITING_ADMISSION') ||
    (family === 'accounts' && row.status === 'DISCOVERED') ||
    (family === 'orgs' && row.status === 'PENDING_ACTIVATION');
  return waits ? null : row;
}
