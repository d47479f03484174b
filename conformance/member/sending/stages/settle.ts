import type { Exchange } from '../../exchange/exchange.ts';
import { header, isReplay, status } from '../../exchange/exchange.ts';
import { recordState } from '../../exchange/operation-record.ts';
import {
  asFirstAnswer,
  isPromise,
  isRetryOf,
  isUnsettled,
  namesItsOperation,
  operationOf,
  pathOfLocation,
} from '../../exchange/settling.ts';
import type { Again, Flight, Sender } from '../flight.ts';

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 500;
/** How often a key with a final record is resent: a 202 that stays is what the key replays (decision A23). */
const MOST_REPLAYS_OF_A_FINAL_ONE = 2;

/**
 * Follows a write that was answered 202 to its outcome: polls the `Location` (IDEM-11, IDEM-12), then resends the
 * identical request under the same key, which returns the write's own response (IDEM-13). Judges see one exchange with
 * that response; all messages are kept in its `settling`.
 */
export function settle(flight: Flight, again: Again): Promise<void> | void {
  const { session, outgoing, exchange } = flight;
  const isKept = outgoing.settle === false || session.holdsBack(outgoing.key ?? '');
  if (!isKept && isPromise(exchange)) return follow(flight, again);
  const own = asItsOwn(session, exchange);
  flight.exchange = isKept && isUnsettled(exchange) ? { ...own, unfollowed: true } : own;
}

/** A response that was obtained by resending, of it or of an earlier try, counts as the response to the first request. */
export function asItsOwn({ log }: Sender, e: Exchange): Exchange {
  const isResent = [e, ...(e.earlier ?? [])].some(({ settling }) => settling !== undefined);
  return isResent && !log.exchanges().some((earlier) => isRetryOf(e, earlier)) ? asFirstAnswer(e) : e;
}

async function follow(flight: Flight, again: Again): Promise<void> {
  const { session, outgoing, exchange: promise } = flight;
  const { base, settlingBound: bound, stopwatch } = session.run;
  const settling = [promise];
  // A wrong Location is a separate failure (IDEM-11); the operation is still that of the key.
  const named = namesItsOperation(promise) ? pathOfLocation(header(promise, 'location') ?? '', base) : undefined;
  const poll = outgoing.reading?.(named ?? operationOf(promise)) ?? outgoing;
  const untilMs = stopwatch.nowMs() + bound.ms(flight.timeoutMs);
  let waitMs = FIRST_WAIT_MS;
  for (let replays = 0, polls = 1; ; polls += 1) {
    const record = await again(poll);
    settling.push(record);
    if (status(record) === 401 || status(record) === 403) break;
    const state = recordState(record);
    if (state !== 'pending') {
      const answer = await again({ ...outgoing, label: null, departure: undefined });
      settling.push(answer);
      replays += 1;
      if (answer.response !== null && status(answer) !== 202) {
        bound.settled();
        const { response, answeredAtMs } = answer;
        flight.exchange = asItsOwn(session, { ...promise, response, answeredAtMs, settling });
        return;
      }
      if (status(answer) === 202 && isReplay(answer)) break;
      if (state === 'final' && replays >= MOST_REPLAYS_OF_A_FINAL_ONE) break;
    }
    if (stopwatch.nowMs() + waitMs > untilMs) break;
    await session.pauseForOutcome(waitMs, polls);
    waitMs = Math.min(waitMs * 1.5, LONGEST_WAIT_MS);
  }
  bound.givenUp();
  flight.exchange = { ...promise, settling };
}
