import type { SocketName } from '../contract/sockets.ts';

/** The handshake or frame that a rule of faults may match. */
export interface SocketPlace {
  readonly member: string;
  readonly socket: SocketName;
  /** The organisation of the admitted caller; undefined before admission. */
  readonly orgId: number | undefined;
  /** The op or event of a frame; undefined for a handshake. */
  readonly frame?: string;
}

/** What a rule of a sandbox's faults did to a request or a frame. A deployed member meets none. */
export interface FaultStrike {
  /** The id of the rule. */
  readonly fault: string;
  readonly edge: string;
  readonly effect: string;
  /** What the rule states for its effect: a duration, a name, a code. */
  readonly value?: string;
  readonly atNs: string;
  /** When it let the request or the frame go; null: it still holds it. */
  readonly endNs: string | null;
}

/** The strikes that a request or a frame met, in order. */
export interface Struck {
  readonly strikes?: readonly FaultStrike[];
}

/** What a fault does to one frame on its way to the client. */
export type FrameFate = Struck & FrameAct;

type FrameAct =
  | { readonly act: 'go' }
  | { readonly act: 'drop' }
  | { readonly act: 'replace'; readonly texts: readonly string[] }
  /** The connection is closed with this code in place of the frame. */
  | { readonly act: 'close'; readonly code: number }
  /** Half of the frame's bytes go out, then the TCP connection is destroyed. */
  | { readonly act: 'cut' };

/**
 * The layer between a member's sessions and their connections. A deployed member has none; a sandbox's faults act here.
 * Each method returns undefined where no fault acts, so that a session without faults stays synchronous.
 */
export interface SocketEdge {
  /**
   * Called after admission, before the handshake is answered. `refuse`: 503 NOT_PRIMED; `drop`: the connection is
   * destroyed.
   */
  handshake(place: SocketPlace): Promise<Struck & { readonly act: 'go' | 'refuse' | 'drop' }> | undefined;
  /** Called between the 101 and the first frame: access may be revoked meanwhile (WSS-14). */
  firstFrame(place: SocketPlace): Promise<Struck> | undefined;
  /** Called for every frame of the member. Order is kept: frames behind a delayed one wait for it. */
  frame(place: SocketPlace, text: string): Promise<FrameFate> | undefined;
}
