/** Socket steps as they are played, with the steps that obtain tickets and tokens. */
import type { SocketName } from '../../conformance/member/exchange/conversation.ts';
import type { PrincipalName } from '../../conformance/member/profile/principals.ts';
import type { Common, Judged } from './scenario.ts';

/** The token to use: a principal's own, or one that an issue step saved. */
export type Bearer = { readonly as: PrincipalName } | { readonly issued: string };

/** Mints a ticket and saves it under its name. */
export interface MintStep extends Judged {
  readonly kind: 'mint';
  readonly name: string;
  readonly as: PrincipalName | 'anonymous';
  readonly body: unknown;
}

/** Issues a custom token by the control plane, and saves it under its name. */
export interface IssueStep extends Common {
  readonly kind: 'issue';
  readonly name: string;
  readonly as: PrincipalName;
  readonly expiresInMs?: number;
  /** Merged over the principal's own; null removes a claim. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Passed to the issuer as they are. */
  readonly forged?: Readonly<Record<string, unknown>>;
}

export interface OpenStep extends Judged {
  readonly kind: 'open';
  readonly name: string;
  readonly socket: SocketName;
  readonly bearer?: Bearer;
  /** The name of a mint step. */
  readonly ticket?: string;
  readonly origin?: string;
  /** Query parameters of the address, as stated: also a ticket that no step mints. */
  readonly query?: Readonly<Record<string, string | number>>;
}

export interface OpStep extends Judged {
  readonly kind: 'op';
  readonly socket: string;
  readonly op: string;
  /** Stated, or the step's name, or `stepN`: some members take letters and digits alone. */
  readonly reqId: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Sent as `params.token`. */
  readonly bearer?: Bearer;
  readonly name?: string;
  /** Not awaited: a later `await` of its name takes the answer. */
  readonly background: boolean;
}

/** Sends a frame without an op, or text that is not a frame. */
export interface SendStep extends Common {
  readonly kind: 'send';
  readonly socket: string;
  readonly content: { readonly json: unknown } | { readonly text: string };
}

export interface ExpectedFrame {
  /** As for a body; `none`: nothing is received. Absent if `closed` is stated. */
  readonly frame?: unknown;
  /** Any of these codes; empty: any code. */
  readonly closed?: readonly number[];
}

/** Waits for an unrequested message: the next frame that answers no op of the scenario, silence, or the close. */
export interface HearStep extends Omit<Judged, 'expect'> {
  readonly kind: 'hear';
  readonly socket: string;
  /** Frames of other events before it are kept for later steps. */
  readonly event?: string;
  /** Of the target's time; the step passes if nothing comes. */
  readonly withinMs?: number;
  readonly expect?: ExpectedFrame;
}

export interface CloseStep extends Common {
  readonly kind: 'close';
  readonly socket: string;
}

export type SocketStep = MintStep | IssueStep | OpenStep | OpStep | SendStep | HearStep | CloseStep;
