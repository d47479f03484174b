import type { VenuePermission } from '../../gateway/facts.ts';

/** How the fake venue treats a key: besides a digest, nothing else of its text is kept. */
export interface Traits {
  readonly answer: 'KNOWN' | 'REFUSED' | 'UNREACHABLE';
  /** null: exactly the permissions that the credential declares. */
  readonly permissions: readonly VenuePermission[] | null;
}

/** The traits of a key without a marker in its text. */
export const ORDINARY: Traits = { answer: 'KNOWN', permissions: null };

const PERMISSIONS: readonly VenuePermission[] = ['READ', 'TRADE', 'WITHDRAW'];

/**
 * A key's text controls the probe: `refused` in it is a key that the venue does not know, `unreachable` gets no answer,
 * `perms:READ,TRADE` (`perms:` alone: none) has exactly these permissions; any other has those that its credential
 * declares.
 */
export function traitsOf(key: string): Traits {
  const listed = /perms:((?:(?:READ|TRADE|WITHDRAW),?)*)/.exec(key)?.[1]?.split(',');
  return {
    answer: key.includes('refused') ? 'REFUSED' : key.includes('unreachable') ? 'UNREACHABLE' : 'KNOWN',
    permissions: listed === undefined ? null : PERMISSIONS.filter((permission) => listed.includes(permission)),
  };
}
