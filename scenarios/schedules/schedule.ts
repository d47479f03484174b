/** A schedule of trouble for one start of a client: plain data, which a scenario file states and a seed can draw. */
import type { FaultRule } from '../../conformance/member/control/control.ts';

/** The nth time that something passes a place on its way to or from the client, from 1. */
export interface Spot {
  readonly on: FaultRule['on'];
  readonly nth: number;
}

/** Something that happens while an answer or a frame is held, so that its moment is exact. */
export type Deed =
  /** A call of the control plane; `{session}` in the path is each open session of the client, one after another. */
  | { readonly control: readonly [method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown] }
  /** The clock of the sandbox jumps ahead. */
  | { readonly jump: string }
  /** Another hand of the client's organisation places this many orders, or changes the rows that the client has read. */
  | { readonly others: 'place orders' | 'change rows' }
  /** The client's process is ended as by a crash, and its command started again. */
  | { readonly restart: 'client' };

export type Act = { readonly fault: FaultRule } | { readonly at: Spot; readonly do: Deed };

/** What the sandbox of a start is, where it is not the usual one. */
export interface Setting {
  /** Contract versions of its members; absent: one member of the newest. */
  readonly members?: readonly string[];
  /** How requests are spread over several members. Tickets open at the member that minted them alone, so taking turns would never open one. */
  readonly route?: 'random';
  readonly limits?: Readonly<Record<string, number>>;
  /** Names of variations: other conforming behaviour. */
  readonly permissive?: readonly string[];
}

/** One trouble: its kind (kinds.ts), and where it strikes; kinds that strike everywhere have no spot. */
export interface Trouble {
  readonly kind: string;
  readonly at?: Spot;
}

export interface Schedule {
  /** Of the sandbox. */
  readonly seed: number;
  /** None: the client works without trouble. */
  readonly troubles: readonly Trouble[];
}
