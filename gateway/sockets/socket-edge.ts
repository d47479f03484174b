import type { SocketName } from '../contract/sockets.ts';

/** Which handshake or frame: what a rule may ask for. */
export interface SocketPlace {
  readonly member: string;
  readonly socket: SocketName;
  /** Of the admitted caller; undefined before. */
  readonly orgId: number | undefined;
  /** Of a frame: its op, or its event kind; undefined of a handshake. */
  readonly frame?: string;
}

/** What becomes of one frame on its way to the client. */
export type FrameFate =
  | { readonly act: 'go' }
  | { readonly act: 'drop' }
  | { readonly act: 'replace'; readonly texts: readonly string[] }
  /** The connection is closed with this code in place of the frame. */
  | { readonly act: 'close'; readonly code: number }
  /** Half of the frame's bytes go out, then the TCP connection is destroyed. */
  | { readonly act: 'cut' };

/**
 * What stands between a member's sessions and their connections. A deployed member has none; a sandbox's faults act here.
 * Each answers undefined where nothing acts, so that a session without faults stays synchronous.
 */
export interface SocketEdge {
  /** After admission, before the handshake is answered. `refuse`: 503 NOT_PRIMED; `drop`: the connection is destroyed. */
  handshake(place: SocketPlace): Promise<'go' | 'refuse' | 'drop'> | undefined;
  /** Between the 101 and the first frame: access may be revoked meanwhile (WSS-14). */
  firstFrame(place: SocketPlace): Promise<void> | undefined;
  /** Every frame of the member; order is kept: frames behind a delayed one wait for it. */
  frame(place: SocketPlace, text: string): Promise<FrameFate> | undefined;
}
