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

/** The close code of RFC 6455 (1005: a close without a code; 1006: no close arrived), and the reason. */
export interface Ended {
  readonly code: number;
  readonly why: EndReason;
}

/** What becomes of a connection: a session is its own listener, so that none holds functions for it. */
export interface ConnectionListener {
  /** A binary message is null. */
  received(text: string | null): void;
  closed(ended: Ended): void;
}

/** One open WebSocket connection as a session sees it: whole messages in order, without the wire protocol. */
export interface Connection {
  /** Sends one text message. Does nothing once the connection is closing. */
  send(text: string): void;
  /** Sends half of the frame of one text message and destroys the TCP connection: used by a fault. */
  cut(text: string): void;
  /** Starts the closing handshake; a peer that does not answer it is cut off. May be called more than once. */
  close(code: number, reason: string): void;
  /** Tells the listener of every message in order, also of earlier ones, and once of the close, of any kind. */
  listen(listener: ConnectionListener): void;
  /** Bytes that the peer did not read yet. */
  readonly bufferedBytes: number;
}
