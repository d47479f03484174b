/** A quantity of one unit in the eighteenth decimal place. The owner refuses an order for it, so nothing rests. */
export const FINER_THAN_ANY_GRID = '0.000000000000000001';
