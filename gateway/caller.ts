/** The caller of a request: a user and the user's organisation, as the verified token names them. */
import type { OrganisationRow, UserRow } from './facts.ts';

/** The claims of a verified token. They identify the caller; capabilities come from the register. */
export interface Token {
  readonly externalOrgId: string;
  readonly subject: string;
  /** Epoch seconds; null where the token never expires. */
  readonly expiresAtS: number | null;
}

export interface Caller {
  readonly user: UserRow;
  readonly organisation: OrganisationRow;
}
