import { Refusal } from '../contract/refusals.ts';
import { venueOf } from '../contract/venues.ts';
import type { Services } from '../services.ts';

/** A venue that nobody connects to is refused at the door: nothing is stored, nothing sent (CRED-04). */
export function requireConnector({ gates }: Pick<Services, 'gates'>, exchangeId: number): void {
  const venue = venueOf(exchangeId);
  if (venue === undefined || (venue.family === 'B' && !gates['credentials.family-b']))
    throw new Refusal('VENUE_UNSUPPORTED', `exchangeId: no connector of the platform serves venue ${exchangeId}`);
}
