/** What a recording proxy reports while traffic passes. Everything is as on the wire, secrets included: it stays in memory. */
import type { HeaderLines } from '../../conformance/member/exchange/exchange.ts';

export interface RequestHead {
  readonly method: string;
  /** With the query string. */
  readonly path: string;
  readonly headers: HeaderLines;
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: HeaderLines;
}

export interface ExchangeObserver {
  /** A piece of the request's body. */
  sent(bytes: Buffer): void;
  answered(head: AnswerHead): void;
  /** A piece of the answer's body. */
  received(bytes: Buffer): void;
  /** Called once. null: the answer was complete; otherwise why there is none: `reset`, or `aborted` by the client. */
  ended(failure: string | null): void;
}

export interface CloseFrame {
  /** 1005: a close frame without a code; 1006: the connection ended without a close frame. */
  readonly code: number;
  readonly reason: string;
  readonly by: 'client' | 'target';
}

/** A handshake that is answered 101 has frames after it; any other is an exchange. */
export interface SocketObserver extends ExchangeObserver {
  /** null: a binary message. */
  frame(from: 'client' | 'target', text: string | null): void;
  /** Its bytes are not frames, or a frame is too long: they pass, and this direction is no longer read. */
  unreadable(from: 'client' | 'target', why: string): void;
  /** Called once, with the first close frame or at the end of the connection. */
  closed(close: CloseFrame): void;
}

export interface Observer {
  request(head: RequestHead): ExchangeObserver;
  handshake(head: RequestHead): SocketObserver;
  /** The target cannot be connected to; at most one for each connection. */
  unreached(why: string): void;
}
