/** The way to a control plane: where it gives no answer the target is lost, as where the member gives none. */
import type { Stopwatch } from '../runner/stopwatch.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Transport } from './transport.ts';

const PROBE_MS = 5_000;

export interface WatchedPlane {
  readonly transport: Transport;
  /** What a session could not change back, it tries once more if the plane answers again; else the run is stopped. */
  insistOn<Done>(change: () => Promise<Done>): Promise<Done | undefined>;
}

/** @param isGone whether an error says that the plane did not do what it was asked. */
export function watchedPlane(
  transport: Transport,
  breaker: CircuitBreaker,
  stopwatch: Stopwatch,
  isGone: (error: unknown) => error is Error,
): WatchedPlane {
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
    // An advance may take minutes: nobody waits for one once the target is lost.
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
        if (!isGone(error)) throw error;
        await breaker.ascertain(error.message, probe);
      }
      if (breaker.cause !== undefined) return undefined;
      try {
        return await change();
      } catch (error) {
        if (!isGone(error)) throw error;
        // Members stay as a check broke them: what the next ones saw would say nothing of them.
        breaker.stop(`the control plane does not take back what a check changed: ${error.message}`);
        return undefined;
      }
    },
  };
}
