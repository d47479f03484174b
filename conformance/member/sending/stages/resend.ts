import type { Exchange } from '../../exchange/exchange.ts';
import { isWrite, keyOf, pathOf, status } from '../../exchange/exchange.ts';
import { isSameBare, mayBeOwn, waitBefore } from '../../exchange/foreign.ts';
import type { Again, Flight } from '../flight.ts';

/**
 * Sends a request again whose response did not come from the member, at the rate that the response asks for. The
 * exchange then has the first response of the member, and all messages are its `settling`; if none came within the
 * bound, it has the last foreign response and is marked as such (`foreign`).
 */
export function resend(flight: Flight, again: Again): Promise<void> | void {
  const { foreign, failure, response } = flight.exchange;
  if (foreign !== undefined || failure === 'reset') return insist(flight, again);
  if (response !== null) flight.session.run.ledger.answered();
}

async function insist(flight: Flight, again: Again): Promise<void> {
  const { session, outgoing, exchange: first } = flight;
  const { ledger, stopwatch } = session.run;
  const tried = [first];
  const untilMs = stopwatch.nowMs() + Math.min(ledger.patienceMs, outgoing.timeoutMs ?? Number.POSITIVE_INFINITY);
  const isOpen = (e: Exchange) =>
    e.foreign === undefined ? isBrokenRead(e) && !session.disturbed() : isSafe(e) || isTurnedAway(e);
  let last = first;
  while (isOpen(last)) {
    const waitMs = waitBefore(tried.length, last);
    if (waitMs === undefined || stopwatch.nowMs() + waitMs > untilMs) break;
    await session.sleep(waitMs);
    last = await again({ ...outgoing, label: null, departure: undefined });
    tried.push(last);
  }
  const { foreign: _, ...bare } = first;
  const { answeredAtMs, response, failure, foreign } = last;
  if (foreign !== undefined && tried.length > 2 && mayBeOwn(last) && tried.every((e) => isSameBare(e, last))) {
    ledger.takeBack(foreign, tried.length);
    flight.exchange = { ...bare, answeredAtMs, response, settling: tried };
    return;
  }
  if (foreign === undefined && response !== null) ledger.answered();
  else if (tried.length > 1 && !mayBeOwn(last)) ledger.givenUp();
  if (tried.length === 1) return;
  const settling = { settling: tried, ...(foreign !== undefined && { foreign }) };
  flight.exchange = { ...bare, answeredAtMs, response, failure, ...settling };
}

/** Whether resending has no further effect: true for a read, and for a write under a key. */
function isSafe(e: Exchange): boolean {
  return !isWrite(e) || keyOf(e) !== undefined;
}

/** Whether the request was refused before it had an effect, or its effect does not matter: one more ticket. */
function isTurnedAway(e: Exchange): boolean {
  const seen = status(e) ?? 0;
  return seen === 429 || seen === 503 || (pathOf(e) === '/v1/ws-tickets' && (seen === 502 || seen === 504));
}

/** A connection that was reset during a read. For a write the outcome is unknown, and a check may test that. */
function isBrokenRead(e: Exchange): boolean {
  return !isWrite(e) && e.failure === 'reset';
}
