/** Load by autocannon: each connection sends its next request when it has its answer, without pipelining. */
import autocannon from 'autocannon';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

export interface Amount {
  readonly seconds?: number;
  /** The number of requests to send, instead of a duration. */
  readonly amount?: number;
  /** Requests a second. Absent: as many as the server answers. */
  readonly perSecond?: number;
  readonly connections?: number;
  /** The time in which an answer must arrive. */
  readonly timeoutS?: number;
}

const CONNECTIONS = 64;
/** Autocannon's default of 10 s is too short if a busy machine stops the server or the load. */
const TIMEOUT_S = 120;

const keyPrefix = `k${process.pid}-${startStopwatch().startedAtMs}`;
let keys = 0;

/** Sends these requests in turn, each write under a fresh key. */
export function measured(
  { port, token }: { readonly port: number; readonly token: string },
  requests: readonly LoadRequest[],
  { seconds = 1, amount, perSecond, connections = CONNECTIONS, timeoutS = TIMEOUT_S }: Amount,
): Promise<autocannon.Result> {
  let turn = 0;
  const authorization = `Bearer ${token}`;
  // All connections share one counter. With a counter each, all would send the same request at the same time.
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const next = requests[turn++ % requests.length] as LoadRequest;
    if (next.body === undefined) return { ...request, method: 'GET', path: next.path, headers: { authorization } };
    const typed = { authorization, 'content-type': 'application/json', 'idempotency-key': `${keyPrefix}-${keys++}` };
    return { ...request, method: 'POST', path: next.path, headers: typed, body: next.body };
  };
  return autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    requests: [{ setupRequest }],
    duration: seconds,
    timeout: timeoutS,
    ...(amount !== undefined && { amount }),
    ...(perSecond !== undefined && { overallRate: perSecond }),
  });
}
