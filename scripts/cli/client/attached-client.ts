/** A client that runs already: a person gives it the printed settings, and it states itself when its work is done. */
import { createInterface } from 'node:readline';
import type { ClientProcess } from '../../../conformance/clients/history.ts';
import type { CommandIo } from '../command.ts';
import { clientEnvironment } from './environment.ts';
import type { ClientContext, RunningClient } from './one-start.ts';

/** One round of it: it ends with Enter, with `POST /client/end`, or when the command is interrupted. */
export function attachedClient(io: CommandIo): (context: ClientContext) => RunningClient {
  let isKnown = false;
  return (context) => {
    const startedMs = context.nowMs();
    // The address and the secret stay the same in every round.
    for (const [name, value] of isKnown ? [] : Object.entries(clientEnvironment(context)))
      io.stderr.write(`export ${name}=${value}\n`);
    isKnown = true;
    io.stderr.write(`Let the client work, then press Enter, or send POST ${context.sandbox.controlUrl}/client/end\n`);
    const lines = createInterface({ input: io.stdin ?? process.stdin });
    const ended = new Promise<ClientProcess>((resolve) => {
      const end = (): void => {
        lines.close();
        resolve({ startedMs, endedMs: context.nowMs(), status: 0, killed: false, hung: false, output: [] });
      };
      lines.once('line', end);
      context.done(end);
      if (io.interrupted.aborted) end();
      else io.interrupted.addEventListener('abort', end, { once: true });
    });
    return { ended, kill: async () => {} };
  };
}
