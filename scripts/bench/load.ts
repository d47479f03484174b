/**
 * Load by autocannon: each connection sends its next request when it has its answer, without pipelining. Requests a second
 * are stated twice. By processor time of the server's threads: on a dedicated core it equals wall time, and other processes
 * do not lengthen it. By wall time: for a server that waits for a disk or another process.
 */
import autocannon from 'autocannon';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { processorMsOf } from './cores.ts';
import type { Side } from './row.ts';
import type { LoadRequest, Scene } from './scenes.ts';
import type { Server } from './servers.ts';

const CONNECTIONS = 64;
/** Autocannon's default of 10 s is too short if a busy machine stops the server or the load. */
const TIMEOUT_S = 120;

export interface Target {
  readonly pid: number;
  readonly port: number;
  readonly token: string;
}

interface Amount {
  readonly seconds?: number;
  /** The number of requests to send, instead of a duration. */
  readonly amount?: number;
  /** Requests a second. Absent: as many as the server answers. */
  readonly perSecond?: number;
}

const keyPrefix = `k${process.pid}-${startStopwatch().startedAtMs}`;
let keys = 0;

/** Throws if an answer is not a 2xx, because the figure would be of something else. */
export async function loaded({ pid, port, token }: Target, requests: readonly LoadRequest[], how: Amount) {
  let turn = 0;
  const authorization = `Bearer ${token}`;
  // All connections share one counter. With a counter each, all would send the same request at the same time.
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const next = requests[turn++ % requests.length] as LoadRequest;
    if (next.body === undefined) return { ...request, method: 'GET', path: next.path, headers: { authorization } };
    const typed = { authorization, 'content-type': 'application/json', 'idempotency-key': `${keyPrefix}-${keys++}` };
    return { ...request, method: 'POST', path: next.path, headers: typed, body: next.body };
  };
  const beforeMs = processorMsOf(pid);
  const {
    requests: answered,
    errors,
    non2xx,
    statusCodeStats,
    duration,
  } = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    requests: [{ setupRequest }],
    duration: how.seconds ?? 1,
    timeout: TIMEOUT_S,
    ...(how.amount !== undefined && { amount: how.amount }),
    ...(how.perSecond !== undefined && { overallRate: how.perSecond }),
  });
  const tookMs = processorMsOf(pid) - beforeMs;
  if (errors > 0 || non2xx > 0) {
    const [{ method, path }] = requests as [LoadRequest];
    throw new Error(
      `${method} ${path}: ${errors} connections failed; ${JSON.stringify(statusCodeStats)} were the answers`,
    );
  }
  return { perSecond: (answered.total / tookMs) * 1_000, wallPerSecond: answered.total / duration };
}

/** Requests until V8 has optimised the request path: found by experiment, the rate is steady after them. */
export const WARM_REQUESTS = 15_000;
/** Long enough for young-generation collections in every window. */
const SECONDS = 3;

/** A server under a scene's load: `perSecond` and `wallPerSecond`. */
export function load(server: Server, scene: Scene, { seconds = SECONDS, warm = WARM_REQUESTS } = {}): Side {
  return async (tree) => {
    const { requests, ...target } = await server(tree, scene);
    await loaded(target, requests, { amount: warm });
    return {
      measure: () => loaded(target, requests, { seconds }),
      [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
    };
  };
}
