/** What commands share that serve until they are interrupted. */
import { PortError } from '../../platform-sim/front/port-error.ts';
import { LogError } from '../../platform-sim/log/log-error.ts';
import type { CommandIo } from './command.ts';
import { orUsage } from './usage-error.ts';

/** For a client that sends its next request just as the process ends. */
export const DRAIN = { idleGraceMs: 250, deadlineMs: 10_000 } as const;

/** undefined: it was interrupted while it waited. Throws UsageError if it cannot start. */
export async function started<Started>(
  starting: () => Promise<Started>,
  interrupted?: AbortSignal,
): Promise<Started | undefined> {
  try {
    return await orUsage(starting, PortError, LogError);
  } catch (error) {
    if (interrupted?.aborted === true) return undefined;
    throw error;
  }
}

/** Resolves with the first SIGINT or SIGTERM. */
export async function aborted(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return;
  await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
}

/**
 * The same, interrupted also at the end of standard input. The end of a pipe passes npx, shells and wrappers, which a signal
 * does not, and it comes when the process at its other end is killed.
 */
export function orInputEnded(io: CommandIo): CommandIo {
  const ended = new AbortController();
  const input = io.stdin ?? process.stdin;
  for (const event of ['end', 'close', 'error']) input.once(event, () => ended.abort());
  input.resume();
  return { ...io, interrupted: AbortSignal.any([io.interrupted, ended.signal]) };
}
