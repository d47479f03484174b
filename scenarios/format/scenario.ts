/** A scenario ready to be played: parsed, checked and linked. Only places still refer to the file's text. */
import type { FaultRule } from '../../conformance/member/control/control.ts';
import type { PrincipalName } from '../../conformance/member/profile/principals.ts';
import type { ControlStep } from './control-steps.ts';
import type { MemberTerms } from './member-forms.ts';
import type { Place } from './problem.ts';
import type { SocketStep } from './socket-steps.ts';
import type { Saved } from './way.ts';

/** In the order that they are played in. What must hold at the end changes nothing: it reads, and expects. */
export const PHASES = ['storm', 'calm', 'holds'] as const;
export type Phase = (typeof PHASES)[number];

/** One status, a class (`2xx`) or a negation (`not 5xx`). */
export type StatusRule = number | `${'' | 'not '}${1 | 2 | 3 | 4 | 5}xx`;

export interface Expectation {
  /** Any of them matches. */
  readonly status?: readonly StatusRule[];
  /** `error.code`: any of them matches. */
  readonly code?: readonly string[];
  /** By name, case-insensitive; null: the header is absent. Values as in matchers.ts. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** As in matchers.ts; a key that starts with `$.` at the top is a path into the body. */
  readonly body?: unknown;
  /** The connection ends without an answer. For an op: no answer comes by the sync deadline, or the session ends. */
  readonly answer?: 'none';
  /** Only for the answer to an op: the frame, as `body`. */
  readonly frame?: unknown;
}

export interface Common {
  /** 1 for the first step of the storm; the calm continues the count. */
  readonly n: number;
  readonly phase: Phase;
  /** The place of the step. */
  readonly at: Place;
  readonly note?: string;
}

export interface FaultStep extends Common {
  readonly kind: 'fault';
  /** The name for `clear` and messages: its own, its hold's, or `fault N` of step N. */
  readonly name: string;
  readonly rule: FaultRule;
  /** Minimum number of times that it must fire before the scenario ends; with fewer the scenario proves nothing. */
  readonly fires: number;
}

export interface ClearStep extends Common {
  readonly kind: 'clear';
  /** null: every fault of this scenario. */
  readonly fault: string | null;
}

export interface ReleaseStep extends Common {
  readonly kind: 'release';
  readonly hold: string;
}

export interface AdvanceStep extends Common {
  readonly kind: 'advance';
  readonly ms: number;
}

export interface WaitStep extends Common {
  readonly kind: 'wait';
  readonly ms: number;
}

export interface Judged extends Common {
  readonly expect?: Expectation;
  /** Names for values of the answer's body or headers, for `${name}` in later steps. */
  readonly save: Readonly<Record<string, Saved>>;
  /** Where a part of `expect` stands: `placeOf('headers', 'location')`. */
  placeOf(...way: readonly string[]): Place;
}

export interface Sent {
  readonly as: PrincipalName | 'anonymous';
  readonly method: string;
  /** With the query string as the scenario states it. */
  readonly path: string;
  /** The name of an issue step whose token it carries, instead of the principal's own. */
  readonly bearer?: string;
  readonly key?: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers: Readonly<Record<string, string>>;
  /** `json` may contain bigints: integers past the exact range of JSON numbers. */
  readonly body?: { readonly json: unknown } | { readonly text: string };
}

export interface RequestStep extends Judged {
  readonly kind: 'request';
  readonly name?: string;
  readonly sent: Sent;
  /** Repeated until the answer matches, for this much of the target's time. */
  readonly withinMs?: number;
  /** Not awaited: a later `await` of its name takes the answer. */
  readonly background: boolean;
  /** Wrong on purpose: the contract document does not say what it may be. */
  readonly unchecked: boolean;
}

export interface AwaitStep extends Judged {
  readonly kind: 'await';
  /** The name of the request, or of the op. */
  readonly request: string;
}

export type Step =
  | FaultStep
  | ClearStep
  | ReleaseStep
  | AdvanceStep
  | WaitStep
  | RequestStep
  | AwaitStep
  | SocketStep
  | ControlStep;

export interface Scenario {
  /** Its name in messages: the path as given. */
  readonly file: string;
  readonly id: string;
  readonly story: string;
  /** What a client should do. */
  readonly client?: string;
  readonly theme?: string;
  readonly proves: readonly string[];
  readonly world: {
    readonly seed: number;
    /** The members behind the address, `m1` first; absent: the target's own. */
    readonly members?: readonly MemberTerms[];
  };
  /** The steps of the storm, then those of the calm. */
  readonly steps: readonly Step[];
}
