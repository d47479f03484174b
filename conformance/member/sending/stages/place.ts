import type { Flight } from '../flight.ts';

/**
 * Waits for a place among the requests in flight. Requests with a departure leave together, so the limit does not apply
 * to them.
 */
export function place(flight: Flight): Promise<void> | void {
  const { session, outgoing } = flight;
  if (outgoing.departure !== undefined) return undefined;
  const { inFlight } = session.run;
  const leave = () => inFlight.leave();
  const wait = inFlight.take(session);
  if (wait !== undefined)
    return session.waited.during(wait).then((isPlaced) => flight.owes(isPlaced ? leave : undefined));
  return flight.owes(leave);
}
