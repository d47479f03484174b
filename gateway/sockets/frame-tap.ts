import type { SocketName } from '../contract/sockets.ts';

/** Whose session a socket is, by the keys of the register. */
export interface SessionCaller {
  readonly orgId: number;
  readonly userId: number;
}

/** An event frame that went to the wire. */
export interface SentFrame {
  readonly atNs: string;
  readonly member: string;
  /** Its member, and its number there. */
  readonly session: string;
  readonly socket: SocketName;
  /** null before op auth. */
  readonly caller: SessionCaller | null;
  readonly event: string;
  /** As sent: a fault may have changed it. */
  readonly text: string;
}

/**
 * Receives the event frames of a member's sessions. `observe` is set only while the frames are watched, so that a frame
 * that nothing watches costs one comparison.
 */
export interface FrameTap {
  observe: ((frame: SentFrame) => void) | undefined;
}
