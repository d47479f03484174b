/** The family of a venue: it decides which legs a credential carries. */
export type VenueFamily = 'A' | 'B';

export interface VenueRow {
  readonly family: VenueFamily;
  /** The group of the platform's accounts that serves the venue (SVC-08). */
  readonly accountGroup: string;
  /** Whether the venue lets a key read its own permissions; otherwise a credential is scopeUnobserved (CRED-06). */
  readonly scopeRead: boolean;
}

/** The venues with a connector, by exchangeId. */
export const VENUES: Readonly<Record<number, VenueRow>> = {
  1: { family: 'A', accountGroup: 'venue-a', scopeRead: true },
  2: { family: 'B', accountGroup: 'venue-b-spot', scopeRead: true },
  3: { family: 'B', accountGroup: 'venue-b-spot', scopeRead: false },
};

/** The venue of an exchangeId; undefined if it has no connector (VENUE_UNSUPPORTED). */
export function venueOf(exchangeId: number): VenueRow | undefined {
  return VENUES[exchangeId];
}
