import type { Exchange } from '../../exchange/exchange.ts';
import { exchangeOf, type Received } from '../../exchange/exchange-of.ts';
import { foreignIn } from '../../exchange/foreign.ts';
import { inMs, isPushBack, outcomeOf } from '../../exchange/outcome-of.ts';
import { secondsToWait } from '../../exchange/retry-after.ts';
import type { Flight } from '../flight.ts';

/** Makes the exchange: decides whether the member answered, and reports what the answer says of the target. */
export function classify(flight: Flight): void {
  const { session, outgoing, sent, answer } = flight;
  const { log, run, waited } = session;
  const answeredAtMs = log.nowMs();
  if (!('failure' in answer)) waited.onTheLine(sent.sentAtMs, run.line.took(answeredAtMs - sent.sentAtMs));
  const exchange = exchangeOf(sent, answeredAtMs, received(flight));
  flight.exchange = exchange;
  run.trace.answered(exchange);
  if (outgoing.underway !== undefined) outgoing.underway.handshake = exchange;
  else {
    if (!session.disturbed()) run.met.saw(exchange);
    log.ended(exchange, flight.isHidden);
  }
  if (!session.disturbed()) report(flight, exchange);
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
  if (outcome.kind !== 'answer' && isSlowing) pace.pushedBack(inMs(secondsToWait(e)));
  if (outcome.kind === 'answer' && !isSlowing) pace.answered();
  if (outgoing.way !== 'bytes' || outcome.kind === 'answer') breaker.saw(outcome, probe);
}
