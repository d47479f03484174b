/** Errors of a NATS server: those that another attempt may change, and those that end the use of a stream for good. */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../gateway/platform-port.ts';
import { LogError } from '../log/log-error.ts';

/** "wrong last sequence", "wrong last msg ID". */
const REFUSED_ORDER = [10071, 10164, 10070];
/** "stream not found". */
const NO_SUCH_STREAM = 10059;
/** "JetStream system temporarily unavailable": a cluster elects a leader. */
const NO_LEADER = 10008;
/**
 * No room, for as long as the disk or a limit is full: "insufficient resources", memory and storage "resources exceeded",
 * what the store of a stream refused (also "maximum bytes exceeded"); and JetStream that is off, as the server turns it
 * off when its disk is full, for the account and for the server.
 */
const NO_ROOM = [10023, 10028, 10047, 10077, 10039, 10076];

/** The code of an error of JetStream's API. */
export function codeOf(error: unknown): number | undefined {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'number' ? code : undefined;
}

/** Whether the expected last message was another. */
export function isOutOfOrder(code: number | undefined): boolean {
  return code !== undefined && REFUSED_ORDER.includes(code);
}

/** Whether the server has no room for another message. */
export function isNoRoom(code: number | undefined): boolean {
  return code !== undefined && NO_ROOM.includes(code);
}

/** Whether a later attempt may succeed. */
export function isPassing(code: number | undefined): boolean {
  return code === undefined || code === NO_LEADER || isNoRoom(code) || isOutOfOrder(code);
}

export function isNoStream(error: unknown): boolean {
  return codeOf(error) === NO_SUCH_STREAM;
}

/** For `catch`: an absent stream, or the error itself. */
export function orGone(stream: string): (error: unknown) => never {
  return (error) => {
    if (!isNoStream(error)) throw error;
    throw new LogError(`the stream ${stream} is gone from the NATS server: restore it, or begin another world`);
  };
}

/** Another process is the active one now. */
export class TakenOver extends LogError {
  constructor(what: string) {
    super(`another platform process took over ${what}: this one no longer writes, and all answered writes are safe`);
  }
}

export function lostItsTail(stream: string, last: number, known: number): LogError {
  return new LogError(
    `the stream ${stream} ends at message ${last}, and ${known} were safe: the NATS server lost what was answered (sync_interval); restore it, or begin another world`,
  );
}

export function takesNoMore(what: string, why: string): LogError {
  return new LogError(
    `${what} can no longer be written (${why}): reads continue, writes are refused, and all answered writes are safe; see to the NATS server and start again`,
  );
}

export const TRY_AGAIN_AFTER_MS = 100;

export function nextAttempt(clock: Clock): Promise<void> {
  return new Promise((resolve) => void clock.after(TRY_AGAIN_AFTER_MS, 'next attempt at NATS', resolve));
}

/** Asks until the server answers: with a result, or with an error that another attempt does not change. */
export async function answered<T>({ nc, clock }: Asking, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const code = codeOf(error);
      if (nc.isClosed() || isOutOfOrder(code) || !isPassing(code)) throw error;
      await nextAttempt(clock);
    }
  }
}

interface Asking {
  readonly nc: NatsConnection;
  readonly clock: Clock;
}
