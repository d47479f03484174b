/** The largest int32: of register keys, counts and limits. */
export const INT32_MAX = 2_147_483_647;
