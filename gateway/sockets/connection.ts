/** Why a session ended. */
export type EndReason =
  // the member's own closes
  | 'lapsed'
  | 'revoked'
  | 'idle'
  | 'slow reader'
  | 'drained'
  | 'fault'
  // the wire
  | 'too big'
  | 'protocol error'
  | 'silent'
  // the client
  | 'closed by the client'
  | 'gone';

/** The close code, as RFC 6455 has it (1005: a close without one; 1006: none came), and why. */
export interface Ended {
  readonly code: number;
  readonly why: EndReason;
}

/** One open WebSocket connection as a session sees it: whole messages in order, and nothing of the wire below. */
export interface Connection {
  /** Sends one text message. Silently nothing once the connection is closing. */
  send(text: string): void;
  /** Sends half of the frame of one text message and destroys the TCP connection: what a fault does. */
  cut(text: string): void;
  /** Begins the closing handshake; a peer that does not answer it is cut off. More than once does no harm. */
  close(code: number, reason: string): void;
  /** Told of every message, in order; a binary one is null. Messages that came before are told at once. */
  onMessage(hear: (text: string | null) => void): void;
  /** Told once, whoever closed it and however. */
  onClose(hear: (ended: Ended) => void): void;
  /** Bytes that the peer has not taken yet. */
  readonly bufferedBytes: number;
}
