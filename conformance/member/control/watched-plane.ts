/** Requests to a control plane. If it does not respond, the target counts as lost, as if the member did not respond. */
import type { Stopwatch } from '../../runner/stopwatch.ts';
import type { CircuitBreaker } from '../sending/circuit-breaker.ts';
import type { Transport } from '../sending/transport.ts';
import { Unreached } from '../sending/unreached.ts';

const PROBE_MS = 5_000;

export interface WatchedPlane {
  readonly transport: Transport;
  /**
   * Runs a change that restores something. If it fails, it is tried once more when the control plane responds again;
   * otherwise the run is stopped.
   */
  insistOn<Done>(change: () => Promise<Done>): Promise<Done | undefined>;
}

/** Watches the transport to a control plane. */
export function watchedPlane(transport: Transport, breaker: CircuitBreaker, stopwatch: Stopwatch): WatchedPlane {
  const probe = async () => {
    const request = { method: 'GET', path: '/clock', headers: [], body: null, timeoutMs: PROBE_MS };
    const answer = await transport.send(request);
    return 'failure' in answer ? `control plane: ${answer.failure}` : undefined;
  };
  const stopped = () => ({ failure: `unreachable (not sent: ${breaker.cause})` });
  const send: Transport['send'] = async (request) => {
    const { signal } = breaker;
    if (signal.aborted) return stopped();
    const sentAtMs = stopwatch.nowMs();
    // An advance may take minutes: stop waiting for it once the target is lost.
    const { promise, resolve } = Promise.withResolvers<{ failure: string }>();
    const end = () => resolve(stopped());
    signal.addEventListener('abort', end, { once: true });
    try {
      const answer = await Promise.race([transport.send(request), promise]);
      if ('failure' in answer)
        breaker.saw({ kind: 'failure', what: `control plane: ${answer.failure}`, sentAtMs }, probe);
      return answer;
    } finally {
      signal.removeEventListener('abort', end);
    }
  };
  return {
    transport: { send, close: () => transport.close() },
    async insistOn(change) {
      try {
        return await change();
      } catch (error) {
        if (!(error instanceof Unreached)) throw error;
        await breaker.ascertain(error.message, probe);
      }
      if (breaker.cause !== undefined) return undefined;
      try {
        return await change();
      } catch (error) {
        if (!(error instanceof Unreached)) throw error;
        // Members stay as a check broke them, so later results would say nothing about them.
        breaker.stop(`the control plane does not take back what a check changed: ${error.message}`);
        return undefined;
      }
    },
  };
}
