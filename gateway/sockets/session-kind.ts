import type { Caller, Token } from '../caller.ts';
import type { SocketName } from '../contract/sockets.ts';
import type { Services } from '../services.ts';
import type { Frame } from './server-frame.ts';
import type { Grant } from './session-rules.ts';
import type { SocketRefusal } from './socket-refusal.ts';
import type { Subscriptions } from './topics.ts';

/** Whom a session is of, and what it was granted: fixed from one authentication to the next (T51). */
export interface Grantee {
  readonly token: Token;
  readonly caller: Caller;
  readonly grant: Grant;
}

/** What a session's operations see of it. */
export interface SessionView {
  readonly services: Services;
  readonly grantee: Grantee;
  readonly subscriptions: Subscriptions;
}

/** An operation that was done: the members of its answer, and what follows the answer. */
export interface Done {
  readonly rest: object;
  readonly afterwards?: () => void;
}

export interface OpRow<Session = SessionView> {
  /** Throws, or rejects, where it is refused; `refusalOf` says by which code. */
  run(session: Session, params: Readonly<Record<string, unknown>>): Done | Promise<Done>;
  readonly refusalOf: (thrown: unknown) => SocketRefusal;
  /** The member of `params` that holds the command key. */
  readonly key?: string;
}

/** Sends an event to a session's client. @param text the frame in JSON, where somebody has it already. */
export type Tell = (event: string, frame: Frame, text?: string) => void;

/** Where the two sockets differ. */
export interface SessionKind {
  readonly socket: SocketName;
  /** Besides `auth`. */
  readonly ops: Readonly<Record<string, OpRow>>;
  /** Whether the session says when its lease is about to end (WSS-06). */
  readonly warns: boolean;
  subscriptionsOf(services: Services, grantee: Grantee, tell: Tell): Subscriptions;
  /** What the answer to an op auth says that went well. */
  acknowledgement(grant: Grant): object;
  refuse(op: string, reqId: string | null, refusal: SocketRefusal): Frame;
}
