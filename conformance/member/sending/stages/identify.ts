import type { Flight } from '../flight.ts';

/** Gives the request its token, and the form in which it may be recorded. */
export function identify(flight: Flight): Promise<void> | void {
  const spelled = flight.outgoing.spelled();
  if (spelled instanceof Promise) {
    return spelled.then((it) => {
      flight.spelled = it;
    });
  }
  flight.spelled = spelled;
}
