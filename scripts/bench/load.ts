/**
 * Requests a second are stated twice. By processor time of the server's threads: on a dedicated core it equals wall time, and
 * other processes do not lengthen it. By wall time: for a server that waits for a disk or another process.
 */
import { type Amount, type LoadRequest, measured } from '../load/measured.ts';
import { processorMsOf } from './cores.ts';
import type { Side } from './row.ts';
import type { Scene } from './scenes.ts';
import type { Server } from './servers.ts';

export interface Target {
  readonly pid: number;
  readonly port: number;
  readonly token: string;
}

/** Throws if an answer is not a 2xx, because the figure would be of something else. */
export async function loaded(target: Target, requests: readonly LoadRequest[], how: Amount) {
  const beforeMs = processorMsOf(target.pid);
  const { requests: answered, errors, non2xx, statusCodeStats, duration } = await measured(target, requests, how);
  const tookMs = processorMsOf(target.pid) - beforeMs;
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
