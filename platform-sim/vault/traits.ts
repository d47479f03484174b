import type { VenuePermission } from '../../gateway/facts.ts';

/** What the fake venue is to make of a key: all that is kept of its text besides a digest. */
export interface Traits {
  readonly answer: 'KNOWN' | 'REFUSED' | 'UNREACHABLE';
  /** null: just what the credential declares. */
  readonly permissions: readonly VenuePermission[] | null;
}

export const ORDINARY: Traits = { answer: 'KNOWN', permissions: null };

const PERMISSIONS: readonly VenuePermission[] = ['READ', 'TRADE', 'WITHDRAW'];

/**
 * A key's text steers the probe: `refused` in it is a key that the venue does not know, `unreachable` gets no answer,
 * `perms:READ,TRADE` (`perms:` alone: none) has just these permissions; any other has what its credential declares.
 */
export function traitsOf(key: string): Traits {
  const listed = /perms:((?:(?:READ|TRADE|WITHDRAW),?)*)/.exec(key)?.[1]?.split(',');
  return {
    answer: key.includes('refused') ? 'REFUSED' : key.includes('unreachable') ? 'UNREACHABLE' : 'KNOWN',
    permissions: listed === undefined ? null : PERMISSIONS.filter((permission) => listed.includes(permission)),
  };
}
