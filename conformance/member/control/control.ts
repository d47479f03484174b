/**
 * Control over a target's time and faults, available if its profile names a control plane. The changes of a check are
 * reverted after it in every case: its faults are removed and its members are restored. A fault that never fired turns
 * a pass into inconclusive.
 */
import type { ControlSession } from './control-session.ts';
import type * as wire from './wire.gen.ts';

/** Where, what (exactly one effect) and how often (every time where absent): plain data, the same as in a scenario. */
export type FaultRule = wire.FaultRule;

export type FaultEdge = NonNullable<FaultRule['on']['edge']>;

/** What a member is deployed with. Absent properties stay unchanged. */
export type Deployment = wire.Deploy;

export interface Fault {
  readonly id: string;
  /** How often it has fired. */
  firings(): Promise<number>;
  /** Waits until it holds `n` commands (default 1); otherwise the run is inconclusive. */
  untilHeld(n?: number): Promise<void>;
  /** Waits until it has fired `n` times (default 1); otherwise as in `untilHeld`. */
  untilFired(n?: number): Promise<void>;
  /** Removes it; commands that it holds continue. */
  remove(): Promise<void>;
}

/** The current state of a fault. */
export type FaultStanding = Pick<wire.Fault, 'firings' | 'held'>;

export interface ClockReading {
  readonly mode: wire.Clock['mode'];
  readonly nowNs: bigint;
  /** The number of faults set. */
  readonly timers: number;
}

export interface Advance extends Pick<wire.Advanced, 'fired' | 'held'> {
  readonly nowNs: bigint;
}

/** A token with chosen claims for a principal, by name: one defect at a time. */
export type MintOptions = wire.Mint;

/**
 * An instrument for the platform to list while it runs, such as `AVAX-USD`. An instrument that is already listed cannot
 * be listed again.
 */
export type InstrumentTerms = wire.ListInstrument;

export type ListedInstrument = Pick<wire.Instrument, 'instrumentId' | 'symbol'>;

export type VenueQuote = wire.MoveQuote;

/** A trade at the venue: all that is left of the order and at its own price, unless stated. */
export type VenueTrade = wire.FillOrder;

/** An order's state after a report of its venue. */
export type VenueOrder = Pick<wire.VenueOrder, 'status' | 'qty' | 'cumQty' | 'leavesQty'>;

/** A reason of the published ones, which becomes OrderRejected.reason. */
export type RejectionReason = wire.RejectOrder['reason'];

/** What a venue holds of an asset, by its id or symbol, in an account. */
export type VenueBalance = wire.SetBalance;

/** A row of GET /algos/versions. */
export type AlgoVersion = wire.AlgoVersion;

/** A member to add: its deployment, and the offset of its clock. */
export type MemberOptions = wire.AddMember;

export type RoutingChange = wire.RoutingChange;

export type RollPlan = wire.NewRoll;

export type OwnerName = wire.Owner['name'];

/** A roll in progress. After `start` the clock does each step; `step` does one step at a time. */
export interface Roll {
  readonly id: string;
  /** Its steps, which of them are done, and the plan as text. */
  reading(): Promise<wire.Roll>;
  start(): Promise<void>;
  pause(): Promise<void>;
  /** Does the next step now. */
  step(): Promise<wire.Roll>;
}

/** A member as the control plane reports it. */
export type ControlledMember = wire.Member;

/** What a check or a scenario may do: wherever `member` is optional, leaving it out means every member. */
export type Control = Omit<ControlSession, 'holdsBack' | 'disturbed' | 'finish'>;
