import type { Flight } from '../flight.ts';
import { unlessHeld } from '../not-sent.ts';
import { TICKET_ROUTE } from '../ticket-room.ts';

/** Counts what the request would make against the plan. Throws NotSent past it, and for a principal that is held back. */
export function bound(flight: Flight): void {
  const { outgoing, session, spelled } = flight;
  const { bounds, heldWrites } = session.run;
  const { method, path } = spelled.request;
  const isWrite =
    outgoing.way === 'frame'
      ? path === 'submit' || path === 'cancel'
      : method !== 'GET' && !path.startsWith(TICKET_ROUTE);
  if (isWrite) unlessHeld(outgoing.actor, heldWrites);
  if (outgoing.way === 'handshake') flight.owes(bounds.opening('sessions'));
  else if (outgoing.way !== 'frame') flight.owes(bounds.making(spelled.request));
  else if (path === 'submit') bounds.opening('orders');
}
