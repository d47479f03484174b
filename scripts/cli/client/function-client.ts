/** A client that is a function of this process: it gets what it needs, and has done its work when it resolves. */
import type { ClientProcess } from '../../../conformance/clients/history.ts';
import type { ClientContext, RunningClient } from './one-start.ts';

/** Kinds of trouble that need a process of the client's own. */
export const NEEDS_A_PROCESS: readonly string[] = ['client-crash'];

/** @param limitMs how long it may take before it counts as hung */
export function functionClient(
  act: (context: ClientContext) => Promise<unknown>,
  limitMs: number,
): (context: ClientContext) => RunningClient {
  return (context) => {
    const startedMs = context.nowMs();
    const ended = new Promise<ClientProcess>((resolve) => {
      const end = (part: Pick<ClientProcess, 'status' | 'hung' | 'output'>): void => {
        limit.cancel();
        resolve({ startedMs, endedMs: context.nowMs(), killed: false, ...part });
      };
      const limit = context.after(limitMs, () => end({ status: null, hung: true, output: [] }));
      act(context).then(
        () => end({ status: 0, hung: false, output: [] }),
        (error: unknown) =>
          end({ status: 1, hung: false, output: [error instanceof Error ? error.message : String(error)] }),
      );
    });
    return { ended, kill: async () => {} };
  };
}
