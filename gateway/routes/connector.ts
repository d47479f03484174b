import { Refusal } from '../contract/refusals.ts';
import { venueOf } from '../contract/venues.ts';

/** A venue that nobody connects to is refused at the door: nothing is stored, nothing sent (CRED-04). */
export function requireConnector(exchangeId: number): void {
  if (venueOf(exchangeId) === undefined)
    throw new Refusal('VENUE_UNSUPPORTED', `exchangeId: no connector of the platform serves venue ${exchangeId}`);
}
