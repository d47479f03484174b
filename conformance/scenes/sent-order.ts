/** One unit of the eighteenth place: an order of it is the owner's to refuse, so nothing rests. */
export const FINER_THAN_ANY_GRID = '0.000000000000000001';
