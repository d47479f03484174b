import type { Caller, Token } from '../caller.ts';
import type { SocketName } from '../contract/sockets.ts';
import type { Services } from '../services.ts';
import type { Frame } from './server-frame.ts';
import type { Grant } from './session-rules.ts';
import type { SocketRefusal } from './socket-refusal.ts';
import type { Subscriptions } from './topics.ts';

/** The caller of a session and its grant: unchanged from one authentication to the next (T51). */
export interface Grantee {
  readonly token: Token;
  readonly caller: Caller;
  readonly grant: Grant;
}

/** The part of a session that its operations use. */
export interface SessionView {
  readonly services: Services;
  readonly grantee: Grantee;
  readonly subscriptions: Subscriptions;
}

/** The result of a successful operation: the members of its answer, and what to send after the answer. */
export interface Done {
  readonly rest: object;
  readonly afterwards?: () => void;
}

export interface OpRow<Session = SessionView> {
  /** Throws or rejects if the operation is refused; `refusalOf` gives the code. */
  run(session: Session, params: Readonly<Record<string, unknown>>): Done | Promise<Done>;
  readonly refusalOf: (thrown: unknown) => SocketRefusal;
  /** The member of `params` that holds the command key. */
  readonly key?: string;
}

/** Sends an event to a session's client. @param text the frame in JSON, if it is already serialised. */
export type SendEvent = (event: string, frame: Frame, text?: string) => void;

/** The differences between the two sockets. */
export interface SessionKind {
  readonly socket: SocketName;
  /** The operations besides `auth`. */
  readonly ops: Readonly<Record<string, OpRow>>;
  /** Whether the session warns of the end of its lease (WSS-06). */
  readonly warns: boolean;
  /** Whether it says why before it closes a session whose access was revoked (WSS-14). */
  readonly announcesRevocation: boolean;
  subscriptionsOf(services: Services, grantee: Grantee, send: SendEvent): Subscriptions;
  /** The members of the answer to a successful op auth. */
  acknowledgement(grant: Grant): object;
  refuse(op: string, reqId: string | null, refusal: SocketRefusal): Frame;
}
