/** A schedule of trouble for one start of a client: plain data, which a scenario file states and a seed can draw. */
import type { FaultRule } from '../../conformance/member/control/control.ts';

/** Something that happens while an answer or a frame to the client is held, so that its moment is exact. */
export type Deed =
  /** Later tokens are signed with a new key; without `keep` the tokens before it no longer verify. */
  | { readonly rotate: { readonly keep: boolean } }
  /** A member restarts with another contract version or other surfaces. */
  | {
      readonly deploy: {
        readonly member: string;
        readonly version?: string;
        readonly surfaces?: Readonly<Record<string, boolean>>;
      };
    }
  /** The clock of the sandbox jumps. */
  | { readonly jump: string }
  /** Another hand of the client's organisation writes: it places orders, or changes the rows that the client changes. */
  | { readonly write: { readonly orders?: number; readonly change?: string } }
  /** The client's process is killed, and the command started again. */
  | { readonly restart: 'client' }
  /** The session is closed with this code, or comes to its end. */
  | { readonly session: 'expire' | 'revoke' | 'drain' }
  /** A capability of the client's user is cleared. */
  | { readonly clear: string };

/** The nth answer or frame of this kind to the client, from 1. */
export interface Moment {
  readonly on: Omit<FaultRule['on'], 'edge' | 'owner' | 'command' | 'org' | 'key'>;
  readonly nth: number;
}

export type Act = { readonly fault: FaultRule } | { readonly when: Moment; readonly then: readonly Deed[] };

/** The sandbox that the client meets, where it is not the usual one: its members, their limits, what they may do otherwise. */
export interface Setting {
  readonly members?: readonly string[];
  readonly limits?: Readonly<Record<string, number>>;
  readonly permissive?: readonly string[];
}

/** One trouble: its kind, and where it strikes. */
export interface Trouble {
  /** A name of kinds.ts. */
  readonly kind: string;
  readonly at?: Moment;
}

export interface Schedule {
  readonly seed: number;
  /** None: the client works without trouble. */
  readonly troubles: readonly Trouble[];
}
