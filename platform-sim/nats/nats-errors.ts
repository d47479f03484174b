/** Errors that end the use of a stream for good, each in one line for the user. */
import { LogError } from '../log/log-error.ts';

/** "wrong last sequence", "wrong last msg ID". */
const REFUSED_ORDER = [10071, 10164, 10070];
/** "stream not found". */
const NO_SUCH_STREAM = 10059;
/** "JetStream system temporarily unavailable": a cluster elects a leader. */
const NO_LEADER = 10008;

/** The code of an error of JetStream's API. */
export function codeOf(error: unknown): number | undefined {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'number' ? code : undefined;
}

/** Whether the expected last message was another. */
export function isOutOfOrder(code: number | undefined): boolean {
  return code !== undefined && REFUSED_ORDER.includes(code);
}

/** Whether a later attempt may succeed. */
export function isPassing(code: number | undefined): boolean {
  return code === undefined || code === NO_LEADER || isOutOfOrder(code);
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
