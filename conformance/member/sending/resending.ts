/** Resends a request whose response did not come from the member, at the rate that the response asks for. */
import type { Exchange } from '../exchange/exchange.ts';
import { isWrite, keyOf, pathOf, status } from '../exchange/exchange.ts';
import { isSameBare, mayBeOwn, waitBefore } from '../exchange/foreign.ts';
import type { ForeignLedger } from '../exchange/foreign-ledger.ts';

export interface Resending {
  readonly ledger: ForeignLedger;
  /** Whether the session itself breaks connections and members. */
  readonly isDisturbed: () => boolean;
  /** Sleeps in real time. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly nowMs: () => number;
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

/**
 * The first response of the member to `first` or to the same request sent again; `settling` then holds all messages. If
 * none came within the bound, the last foreign response is returned and marked as such (`foreign`).
 */
export async function insistently(
  first: Exchange,
  sendAgain: () => Promise<Exchange>,
  { ledger, isDisturbed, sleep, nowMs }: Resending,
  boundMs = Number.POSITIVE_INFINITY,
): Promise<Exchange> {
  if (first.foreign === undefined && first.failure !== 'reset') {
    if (first.response !== null) ledger.answered();
    return first;
  }
  const tried = [first];
  const untilMs = nowMs() + Math.min(ledger.patienceMs, boundMs);
  const isOpen = (e: Exchange) =>
    e.foreign === undefined ? isBrokenRead(e) && !isDisturbed() : isSafe(e) || isTurnedAway(e);
  let last = first;
  while (isOpen(last)) {
    const waitMs = waitBefore(tried.length, last);
    if (waitMs === undefined || nowMs() + waitMs > untilMs) break;
    await sleep(waitMs);
    last = await sendAgain();
    tried.push(last);
  }
  if (tried.length === 1 && last.foreign === undefined) {
    if (last.response !== null) ledger.answered();
    return first;
  }
  if (last.foreign !== undefined && tried.length > 2 && mayBeOwn(last) && tried.every((e) => isSameBare(e, last))) {
    ledger.takeBack(last.foreign, tried.length);
    const { foreign: _, ...own } = first;
    return { ...own, answeredAtMs: last.answeredAtMs, response: last.response, settling: tried };
  }
  if (last.foreign === undefined && last.response !== null) ledger.answered();
  else if (tried.length > 1 && !mayBeOwn(last)) ledger.givenUp();
  const { foreign: _, ...bare } = first;
  return {
    ...bare,
    answeredAtMs: last.answeredAtMs,
    response: last.response,
    failure: last.failure,
    ...(last.foreign !== undefined && { foreign: last.foreign }),
    ...(tried.length > 1 && { settling: tried }),
  };
}
