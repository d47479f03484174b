import type { SocketName } from '../contract/sockets.ts';
import type { Struck } from './socket-edge.ts';

/** Whose session a socket is, by the keys of the register. */
export interface SessionCaller {
  readonly orgId: number;
  readonly userId: number;
}

/** An event frame that went to the wire. */
export interface SentFrame extends Struck {
  readonly atNs: string;
  readonly member: string;
  /** Of the socket's contract that the member served then. */
  readonly version: string;
  /** Its member, and its number there. */
  readonly session: string;
  readonly socket: SocketName;
  /** null before op auth. */
  readonly caller: SessionCaller | null;
  readonly event: string;
  /** As sent: a fault may have changed it. */
  readonly text: string;
}

/** Receives the event frames of a member's sessions; undefined: nothing watches them. */
export type FrameTap = ((frame: SentFrame) => void) | undefined;
