/**
 * A WebSocket connection in the hands of a check or a scenario. Nothing here throws for what the wire does and nothing is
 * retried: a refused handshake is a socket that is not `opened`, a wait that comes to nothing is undefined. Waits are
 * bounded in real time, so a clock that stands still keeps nobody.
 */
import type { CommonOptions } from './actor.ts';
import type { Closed, Conversation, Frame } from './conversation.ts';

export interface OpenSocketOptions extends CommonOptions {
  /**
   * Put into the address as `?ticket=`, percent-encoded: one in the clear (`mintTicket`), or the mark of a recorded one.
   * Where it is given no Authorization header is sent, unless `token` or `authorization` is given too.
   */
  readonly ticket?: string;
  /** Further query parameters, after the ticket; a string stands as it is. */
  readonly query?: Readonly<Record<string, string | number>> | string;
}

/** A client operation as it is sent: `{ op: 'auth', params: { token } }`. Further members are sent too. */
export interface Op {
  readonly op: string;
  readonly params?: unknown;
  /** Default: one of the client's own, alphanumeric, another for each op. */
  readonly reqId?: string;
  readonly [name: string]: unknown;
}

export type FrameMatch = (frame: Frame) => boolean;

export interface OpenSocket {
  /** The handshake was answered with 101. */
  readonly opened: boolean;
  /** What was recorded so far; a new object each time. */
  conversation(): Conversation;
  /** An object is sent as JSON, a string as it is, bytes as a binary message. Silently nothing once it is closed. */
  send(message: object | string | Uint8Array): Promise<void>;
  /** Sends an op and waits for the answer with its reqId. `timeoutMs` instead of the profile's. */
  ask(op: Op, timeoutMs?: number): Promise<Frame | undefined>;
  /**
   * The first message received that matches and that neither `next` nor `ask` has handed out before; waits for it. Those
   * before it that do not match stay for later.
   */
  next(match?: FrameMatch, timeoutMs?: number): Promise<Frame | undefined>;
  /** As `next`, of an event of this kind. */
  nextEvent(kind: string, timeoutMs?: number): Promise<Frame | undefined>;
  /** How it was closed; undefined where it stays open so long. */
  untilClosed(timeoutMs?: number): Promise<Closed | undefined>;
  /** Closes it (1000) and waits until it is closed. Every socket that a check leaves open is closed after it. */
  close(code?: number, reason?: string): Promise<void>;
}
