/** Steps that speak over a socket as they are played, and those that get what a handshake is opened with. */
import type { SocketName } from '../../conformance/client/conversation.ts';
import type { PrincipalName } from '../../conformance/client/principals.ts';
import type { Common, Judged } from './scenario.ts';

/** Whose token: a principal's own, or one that an issue step saved. */
export type Bearer = { readonly as: PrincipalName } | { readonly issued: string };

/** A ticket is minted, and saved by its name. */
export interface MintStep extends Judged {
  readonly kind: 'mint';
  readonly name: string;
  readonly as: PrincipalName | 'anonymous';
  readonly body: unknown;
}

/** The control plane's issuer makes a token to measure, and it is saved by its name. */
export interface IssueStep extends Common {
  readonly kind: 'issue';
  readonly name: string;
  readonly as: PrincipalName;
  readonly expiresInMs?: number;
  /** Merged over the principal's own; null deletes a claim. */
  readonly claims: Readonly<Record<string, unknown>>;
}

export interface OpenStep extends Judged {
  readonly kind: 'open';
  readonly name: string;
  readonly socket: SocketName;
  readonly bearer?: Bearer;
  /** The name of a mint step's. */
  readonly ticket?: string;
  readonly origin?: string;
}

export interface OpStep extends Judged {
  readonly kind: 'op';
  readonly socket: string;
  readonly op: string;
  /** Its own; absent: the step's name, or `step-N`. */
  readonly reqId: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Stands in `params.token`. */
  readonly bearer?: Bearer;
  readonly name?: string;
  /** Not waited for: a later `await` of its name takes the answer. */
  readonly background: boolean;
}

/** A frame that is no op, or a text that is no frame. */
export interface SendStep extends Common {
  readonly kind: 'send';
  readonly socket: string;
  readonly content: { readonly json: unknown } | { readonly text: string };
}

export interface Heard {
  /** As a body's; `none`: nothing is heard. Absent where `closed` is there. */
  readonly frame?: unknown;
  /** Any of these codes; empty: any code at all. */
  readonly closed?: readonly number[];
}

/** What a session says unasked: the next frame that answers no op of the scenario, its silence, or its close. */
export interface HearStep extends Omit<Judged, 'expect'> {
  readonly kind: 'hear';
  readonly socket: string;
  /** Frames of other events before it are left for later. */
  readonly event?: string;
  /** Of the target's time; it passes where nothing comes. */
  readonly withinMs?: number;
  readonly expect?: Heard;
}

export interface CloseStep extends Common {
  readonly kind: 'close';
  readonly socket: string;
}

export type SocketStep = MintStep | IssueStep | OpenStep | OpStep | SendStep | HearStep | CloseStep;
