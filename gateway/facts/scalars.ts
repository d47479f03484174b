/** Epoch nanoseconds as a decimal string. */
export type Ns = string;
/** An int64 id as a decimal string, minted from the sequenced time of the creating command. */
export type Int64 = string;
/** A decimal in the published money grammar, exact, at the scale its own value states. */
export type Money = string;
