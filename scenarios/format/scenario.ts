/** A scenario as it is played: read, checked and linked. Nothing in it refers to a file's text any more but the places. */
import type { FaultRule } from '../../conformance/client/control.ts';
import type { PrincipalName } from '../../conformance/client/principals.ts';
import type { MemberTerms, PlatformStep } from './platform-steps.ts';
import type { Place } from './problem.ts';
import type { SocketStep } from './socket-steps.ts';
import type { Saved } from './way.ts';

/** In the order that they are played in. What must hold at the end changes nothing: it reads, and expects. */
export const PHASES = ['storm', 'calm', 'holds'] as const;
export type Phase = (typeof PHASES)[number];

/** One status, a class (`2xx`) or what it is not (`not 5xx`). */
export type StatusRule = number | `${'' | 'not '}${1 | 2 | 3 | 4 | 5}xx`;

export interface Expectation {
  /** Any of them. */
  readonly status?: readonly StatusRule[];
  /** `error.code`: any of them. */
  readonly code?: readonly string[];
  /** By name, in any case; null: the header is absent. Values as in matchers.ts. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** As in matchers.ts; a key that starts with `$.` at the top is a way into the body. */
  readonly body?: unknown;
  /** The connection ends without an answer; to an op none comes by the sync deadline, or the session ends. */
  readonly answer?: 'none';
  /** Of the answer to an op alone: the frame, as `body`. */
  readonly frame?: unknown;
}

export interface Common {
  /** 1 for the first step of the storm; the calm counts on. */
  readonly n: number;
  readonly phase: Phase;
  /** Where the step stands. */
  readonly at: Place;
  readonly note?: string;
}

export interface FaultStep extends Common {
  readonly kind: 'fault';
  /** For `clear`, and for what is said of it: its own, its hold's, or `fault N` of step N. */
  readonly name: string;
  readonly rule: FaultRule;
  /** How often it fires at least until the scenario is over; less and the scenario proves nothing. */
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
  /** With a query string where the scenario wrote one. */
  readonly path: string;
  readonly key?: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers: Readonly<Record<string, string>>;
  /** `json` may hold bigints: integers that the scenario wrote beyond what a JSON number holds exactly. */
  readonly body?: { readonly json: unknown } | { readonly text: string };
}

export interface RequestStep extends Judged {
  readonly kind: 'request';
  readonly name?: string;
  readonly sent: Sent;
  /** Sent again and again until it is answered as expected, for this long of the target's time. */
  readonly withinMs?: number;
  /** Not waited for: a later `await` of its name takes the answer. */
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
  | PlatformStep;

export interface Scenario {
  /** What messages call it: the path as it was given. */
  readonly file: string;
  readonly id: string;
  readonly story: string;
  readonly proves: readonly string[];
  readonly world: {
    readonly seed: number;
    /** The members behind the address, `m1` first; the target's own where absent. */
    readonly members?: readonly MemberTerms[];
  };
  /** The storm's and then the calm's. */
  readonly steps: readonly Step[];
}
