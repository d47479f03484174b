import type { Flight } from '../flight.ts';

/** Waits until the target is probed, for the turn of the session, and for the requests that leave together with it. */
export function pace({ session, outgoing }: Flight): Promise<void> | undefined {
  const { breaker, pace: of } = session.run;
  const { departure } = outgoing;
  const turn = breaker.turn()?.then(() => of.turn(session)) ?? of.turn(session);
  if (departure === undefined) return turn && session.waited.during(turn).then(() => {});
  const together = async () => {
    if ((await turn) !== false) await departure();
  };
  return session.waited.during(together());
}
