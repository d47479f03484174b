/** A problem in a profile, and the key that it concerns. */
export type Way = readonly PropertyKey[];

export interface Complaint {
  readonly way: Way;
  readonly message: string;
  /** The problem is in the property's name, not in its value. */
  readonly atName?: boolean;
  /** A variable with a secret is not set: nothing is wrong where nothing is sent. */
  readonly isUnset?: true;
}

/** The path of the key: `principals.trader.clientId`. */
export function said(way: Way): string {
  return way.map(String).join('.');
}
