/** Sends a request again where the answer did not come from the member, at the pace that was asked for. */
import type { Exchange } from './exchange.ts';
import { isWrite, keyOf, pathOf, status } from './exchange.ts';
import { isSameBare, mayBeOwn, waitBefore } from './foreign.ts';
import type { ForeignLedger } from './foreign-ledger.ts';

export interface Resending {
  readonly ledger: ForeignLedger;
  /** The session breaks connections and members itself. */
  readonly isDisturbed: () => boolean;
  /** Real time. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly nowMs: () => number;
}

/** A request has one effect however often it is sent: a read, or a write under a key. */
function isSafe(e: Exchange): boolean {
  return !isWrite(e) || keyOf(e) !== undefined;
}

/** Turned away before it had any effect, or of no effect that matters: a ticket more. */
function isTurnedAway(e: Exchange): boolean {
  const seen = status(e) ?? 0;
  return seen === 429 || seen === 503 || (pathOf(e) === '/v1/ws-tickets' && (seen === 502 || seen === 504));
}

/** A connection that broke under a read; of a write the outcome is unknown, and a check may be about it. */
function isBrokenRead(e: Exchange): boolean {
  return !isWrite(e) && e.failure === 'reset';
}

/**
 * The first answer of the member to `first` or to the same request sent again; `settling` then holds all that went over the
 * wire. Where none came within the bound the last foreign answer stands, and says so (`foreign`).
 */
export async function insistently(
  first: Exchange,
  sendAgain: () => Promise<Exchange>,
  { ledger, isDisturbed, sleep, nowMs }: Resending,
  boundMs = Number.POSITIVE_INFINITY,
): Promise<Exchange> {
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
