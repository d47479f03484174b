/** What is wrong with a profile, and which key it is about. */
export type Way = readonly PropertyKey[];

export interface Complaint {
  readonly way: Way;
  readonly message: string;
  /** The complaint is about the property's name, not its value. */
  readonly atName?: boolean;
}

/** `principals.trader.clientId` */
export function said(way: Way): string {
  return way.map(String).join('.');
}
