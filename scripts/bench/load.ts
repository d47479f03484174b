/**
 * Load by autocannon: connections that each send their next request when they have their answer, without pipelining. Requests
 * a second are stated twice: by the time that the server's threads ran (on a core of its own that is the wall's, and
 * neighbours on the machine do not lengthen it), and by the wall, where a server waits for a disk or another process.
 */
import autocannon from 'autocannon';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { processorMsOf } from './cores.ts';
import type { Side } from './row.ts';
import type { Asked, Scene } from './scenes.ts';
import type { Server } from './servers.ts';

const CONNECTIONS = 64;
/** A request waits longer than autocannon's 10 s where a busy machine stops the server or the load. */
const TIMEOUT_S = 120;

export interface Target {
  readonly pid: number;
  readonly port: number;
  readonly token: string;
}

interface Amount {
  readonly seconds?: number;
  /** Of requests, instead of seconds. */
  readonly amount?: number;
  /** Requests a second; absent, as many as the server answers. */
  readonly perSecond?: number;
}

const keyPrefix = `k${process.pid}-${startStopwatch().startedAtMs}`;
let keys = 0;

/** Throws if an answer is not a 2xx: then it measured something else. */
export async function loaded({ pid, port, token }: Target, asked: readonly Asked[], how: Amount) {
  let turn = 0;
  const authorization = `Bearer ${token}`;
  // All connections share the turn: each of its own would ask for the same as the others at the same time.
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const next = asked[turn++ % asked.length] as Asked;
    if (next.body === undefined) return { ...request, method: 'GET', path: next.path, headers: { authorization } };
    const typed = { authorization, 'content-type': 'application/json', 'idempotency-key': `${keyPrefix}-${keys++}` };
    return { ...request, method: 'POST', path: next.path, headers: typed, body: next.body };
  };
  const beforeMs = processorMsOf(pid);
  const { requests, errors, non2xx, statusCodeStats, duration } = await autocannon({
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
    const [{ method, path }] = asked as [Asked];
    throw new Error(
      `${method} ${path}: ${errors} connections failed; ${JSON.stringify(statusCodeStats)} were the answers`,
    );
  }
  return { perSecond: (requests.total / tookMs) * 1_000, wallPerSecond: requests.total / duration };
}

/** What V8 needs to compile the sandbox's path of a request for good: tried, the rate is steady from there on. */
export const WARM_REQUESTS = 15_000;
/** Long enough for collections of the young generation in every window. */
const SECONDS = 3;

/** A server under a scene's load: `perSecond` and `wallPerSecond`. */
export function load(server: Server, scene: Scene, { seconds = SECONDS, warm = WARM_REQUESTS } = {}): Side {
  return async (tree) => {
    const { asked, ...target } = await server(tree, scene);
    await loaded(target, asked, { amount: warm });
    return {
      measure: () => loaded(target, asked, { seconds }),
      [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
    };
  };
}
