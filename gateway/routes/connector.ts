import { Refusal } from '../contract/refusals.ts';
import { venueOf } from '../contract/venues.ts';
import type { Services } from '../services.ts';

/** Refuses a venue without a connector before anything is stored or sent (CRED-04). */
export function requireConnector({ gates }: Pick<Services, 'gates'>, exchangeId: number): void {
  const venue = venueOf(exchangeId);
  if (venue === undefined || (venue.family === 'B' && !gates['credentials.family-b']))
    throw new Refusal('VENUE_UNSUPPORTED', `exchangeId: no connector of the platform serves venue ${exchangeId}`);
}
