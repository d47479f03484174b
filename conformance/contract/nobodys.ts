/** Keys that no row has: ids are minted from the time of a creation (ID-05), and these are the greatest that there are. */
export const NOBODYS_KEY = 2_147_483_647;
export const NOBODYS_ID = '9223372036854775807';

/** As they stand in a path, by the kind of the ids there. */
export const NOBODYS = { int32: `${NOBODYS_KEY}`, int64: NOBODYS_ID } as const;
