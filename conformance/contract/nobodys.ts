/**
 * An int32 key that no row has. Ids are minted from the time of creation (ID-05), so the greatest key is never reached.
 */
export const NOBODYS_KEY = 2_147_483_647;
/** An int64 id that no row has, as text. */
export const NOBODYS_ID = '9223372036854775807';

/** The same ids as text for a path, by the type of the route's ids. */
export const NOBODYS = { int32: `${NOBODYS_KEY}`, int64: NOBODYS_ID } as const;
