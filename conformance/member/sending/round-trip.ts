/** Measures a link before a run: how long an answer takes, for a forecast. */
import type { Stopwatch } from '../../runner/stopwatch.ts';
import type { Transport } from './transport.ts';

/** The first one also opens the connection. */
const REQUESTS = 2;
/** Of a link that looks slow: a busy machine looks so too, and not each time. */
const REQUESTS_IF_SLOW = 8;
const SLOW_MS = 30;
const TIMEOUT_MS = 5_000;

/**
 * Real milliseconds from a request to its answer: the least of those after the first. undefined: nothing answered. Sends
 * `GET /me` without a token, as the start of every run does.
 */
export async function roundTripMs(
  transport: Pick<Transport, 'send'>,
  headers: readonly string[],
  stopwatch: Stopwatch,
): Promise<number | undefined> {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < REQUESTS || (i < REQUESTS_IF_SLOW && leastMs > SLOW_MS); i += 1) {
    const sentAtMs = stopwatch.nowMs();
    const answer = await transport.send({ method: 'GET', path: '/me', headers, body: null, timeoutMs: TIMEOUT_MS });
    if ('failure' in answer) return undefined;
    if (i > 0) leastMs = Math.min(leastMs, stopwatch.nowMs() - sentAtMs);
  }
  return leastMs;
}
