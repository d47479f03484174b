import { publishedStatus } from '../../../contract/refusals.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { errorCode, pathOf, retryable, status } from '../../exchange/exchange.ts';
import { exchangeOf, type Received } from '../../exchange/exchange-of.ts';
import { foreignIn } from '../../exchange/foreign.ts';
import { secondsToWait } from '../../exchange/retry-after.ts';
import type { Outcome } from '../circuit-breaker.ts';
import type { Flight } from '../flight.ts';
import { TICKET_ROUTE } from '../ticket-room.ts';

/** Makes the exchange: decides whether the member answered, and reports what the answer says of the target. */
export function classify(flight: Flight): void {
  const { session, outgoing, sent, answer } = flight;
  const { log, run, waited } = session;
  const answeredAtMs = log.nowMs();
  if (!('failure' in answer)) waited.onTheLine(sent.sentAtMs, run.line.took(answeredAtMs - sent.sentAtMs));
  const exchange = exchangeOf(sent, answeredAtMs, received(flight));
  flight.exchange = exchange;
  run.trace.answered(exchange);
  if (outgoing.socket !== undefined) outgoing.socket.handshaking = exchange;
  else {
    if (!session.disturbed() || (session.isHooked && isRefusedBusy(exchange))) run.met.saw(exchange);
    log.ended(exchange, flight.isHidden);
  }
  if (!session.disturbed()) report(flight, exchange);
}

/** By the member, whatever stands before it: the answer has a code of the interface. */
function isRefusedBusy(e: Exchange): boolean {
  return [429, 503].includes(status(e) ?? 0) && publishedStatus(errorCode(e) ?? '') !== undefined;
}

/** The only place that decides whether the member sent a response. */
function received({ session, outgoing, sent, answer }: Flight): Received {
  if ('failure' in answer) return { response: null, failure: answer.failure };
  const { request } = sent;
  const { ledger } = session.run;
  const response = session.log.redacted(request, answer);
  const isDisturbed = session.disturbed();
  const rule = { isDisturbed, areBareOnesOwn: ledger.areBareOnesOwn, isRaw: outgoing.way !== 'request' };
  const foreign = foreignIn({ request, response }, rule);
  if (foreign !== undefined) ledger.note(foreign);
  return foreign === undefined ? { response, failure: null } : { response, failure: null, foreign };
}

/**
 * Reports to pace and circuit breaker, except for faults of the check and bytes that no HTTP client sends: they say
 * nothing about the target. Nor does a busy answer that the session provoked to test it.
 */
function report({ session, outgoing, spelled, timeoutMs }: Flight, e: Exchange): void {
  const { breaker, hanging, pace, probe } = session.run;
  const outcome = outcomeOf(e, session.judgesBusyAnswers);
  const isSlowing = isPushBack(e);
  hanging.saw(spelled.kind, e.failure === 'timeout' ? timeoutMs : undefined);
  if (outcome.kind !== 'answer' && isSlowing) pace.pushedBack((secondsToWait(e) ?? 0) * 1_000);
  if (outcome.kind === 'answer' && !isSlowing) pace.answered();
  if (outgoing.way !== 'bytes' || outcome.kind === 'answer') breaker.saw(outcome, probe);
}

/**
 * The limit of the intake, or of one user's tickets. Only a request for more of them has to wait: it does not say that the
 * member is busy.
 */
function isOfOneRoute(e: Exchange): boolean {
  const path = pathOf(e);
  return errorCode(e) === 'RATE_LIMITED' && (path.endsWith(TICKET_ROUTE) || path.startsWith('/credentials'));
}

/** Whether the target asked for fewer requests: a 429, or a 503 that is not for good (of a surface that it lacks). */
export function isPushBack(e: Exchange): boolean {
  return (status(e) === 429 && !isOfOneRoute(e)) || (status(e) === 503 && retryable(e) !== false);
}

/** Description: `429 RATE_LIMITED`. */
function statusAndCode(e: Exchange): string {
  return [status(e), errorCode(e)].filter((part) => part !== undefined).join(' ');
}

/**
 * The outcome for the circuit breaker. `judgesBusyAnswers`: the session tests busy responses, so they do not count
 * against the target.
 */
function outcomeOf(e: Exchange, judgesBusyAnswers: boolean): Outcome {
  const { sentAtMs, failure, foreign } = e;
  if (failure !== null) return { kind: 'failure', what: failure, sentAtMs };
  if (foreign !== undefined) return { kind: 'foreign', what: foreign, sentAtMs };
  return isPushBack(e) && !judgesBusyAnswers ? { kind: 'busy', what: statusAndCode(e), sentAtMs } : { kind: 'answer' };
}
