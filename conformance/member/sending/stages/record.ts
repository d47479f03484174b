import type { Flight } from '../flight.ts';

/** Records the effect of a write before it is sent. Throws LeftAlone where it would change rows of others. */
export function record(flight: Flight): void {
  const { outgoing, session, spelled } = flight;
  const { effects } = session.run;
  const { actor, op, way } = outgoing;
  const { check } = session;
  const { request } = spelled;
  if (effects === undefined) return;
  if (way === 'frame') effects.asking(check, actor, op);
  else {
    const written = effects.sending({ check, actor, request });
    flight.owes(written ?? ((answer) => 'failure' in answer || effects.saw(request, answer)));
  }
}
