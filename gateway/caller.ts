/** On whose behalf a request is served. */
import type { OrganisationRow, UserRow } from './facts.ts';

/** What a verified token says: who asks, never what they may do. */
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
