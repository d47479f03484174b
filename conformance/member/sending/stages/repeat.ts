import { isTurnedAway } from '../../exchange/busy.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { header, isFactual, isReplay, isWrite, position, status } from '../../exchange/exchange.ts';
import { secondsToWait } from '../../exchange/retry-after.ts';
import type { Again, Flight } from '../flight.ts';
import { asItsOwn } from './settle.ts';

const FIRST_WAIT_MS = 25;
const LONGEST_WAIT_MS = 400;
/** With checks side by side, several wait for the same limit and meet it again together. */
const MOST_BUSY_REPEATS = 3;
/** The longest wait for one response: the interface does not bound Retry-After. */
const LONGEST_BUSY_WAIT_MS = 60_000;
const USUAL_BUSY_WAIT_MS = 1_000;

/**
 * Repeats a request whose response is not conclusive: a read that shows the state before a write of the session (a
 * member need not show a client its own writes at once, decision A41), and a request that a busy member refuses with a
 * time to wait. The judge sees the last response; the earlier ones are its `earlier`.
 */
export function repeat(flight: Flight, again: Again): Promise<void> | void {
  const { session, exchange } = flight;
  if (!session.repeats()) return undefined;
  if (waitIfBusy(flight, exchange, 0) !== undefined || isBehind(flight, exchange)) return repeated(flight, again);
  session.wrote(positionWritten(exchange));
}

async function repeated(flight: Flight, again: Again): Promise<void> {
  const { session, outgoing, exchange: first, writtenBefore } = flight;
  const { stopwatch } = session.run;
  const earlier: Exchange[] = [];
  let last = first;
  const after = async (waitMs: number) => {
    await session.pause(waitMs);
    earlier.push(last);
    last = await again({ ...outgoing, departure: undefined });
  };
  for (let repeats = 0; ; repeats += 1) {
    const waitMs = waitIfBusy(flight, last, repeats);
    if (waitMs === undefined) break;
    await after(waitMs);
  }
  const untilMs = stopwatch.nowMs() + session.run.readLagMs;
  for (let waitMs = FIRST_WAIT_MS; isBehind(flight, last); waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    if (stopwatch.nowMs() + waitMs > untilMs) {
      session.givenUp = writtenBefore;
      break;
    }
    await after(waitMs);
  }
  if (earlier.length > 0) flight.exchange = asItsOwn(session, { ...last, n: first.n, label: first.label, earlier });
  session.wrote(positionWritten(last));
}

/** Milliseconds; undefined: the member is not busy, or has been for too long. */
function waitIfBusy({ session }: Flight, e: Exchange, repeats: number): number | undefined {
  if (session.judgesBusyAnswers || repeats >= MOST_BUSY_REPEATS || !isTurnedAway(e)) return undefined;
  const seconds = secondsToWait(e);
  const waitMs = seconds === undefined ? USUAL_BUSY_WAIT_MS : seconds * 1_000;
  return waitMs > LONGEST_BUSY_WAIT_MS ? undefined : waitMs;
}

/**
 * Whether the response is from before the write: a read, or a write's 404 for a row that the member does not hold yet
 * (decision A40).
 */
function isBehind({ session, writtenBefore }: Flight, e: Exchange): boolean {
  const isOwed = session.manners.repeatsStaleReads === true && writtenBefore !== session.givenUp;
  if (!isOwed || writtenBefore === undefined) return false;
  const at = position(e);
  if (at === undefined || at >= writtenBefore) return false;
  return isWrite(e) ? status(e) === 404 && header(e, 'x-service-as-of-seq-ts') !== undefined : true;
}

/** The position of a fact: later reads must show it. */
function positionWritten(e: Exchange): bigint | undefined {
  return isFactual(e) && !isReplay(e) ? position(e) : undefined;
}
