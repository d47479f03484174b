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
  onClose(hear: () => void): void;
  /** Bytes that the peer has not taken yet. */
  readonly bufferedBytes: number;
}
