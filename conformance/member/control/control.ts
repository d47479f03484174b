/**
 * Control over a target's time and faults, available if its profile names a control plane. The changes of a check are
 * reverted after it in every case: its faults are removed and its members are restored. A fault that never fired turns
 * a pass into inconclusive.
 */
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

/** Wherever `member` is optional, leaving it out means every member. */
export interface Control {
  /**
   * Moves a virtual clock by `'2s'`, `'90m'` or a number of milliseconds. A running clock is waited for, up to ten
   * seconds of real time (a check that advances further needs `virtual-clock`). The suite then fetches new tokens.
   */
  advance(by: string | number): Promise<Advance>;
  /** How the clock moves: the same for as long as the target exists. */
  readonly clockMode: ClockReading['mode'];
  clock(): Promise<ClockReading>;
  /** `optional: true`: no error if it never fires. */
  fault(rule: FaultRule, options?: { readonly optional?: boolean }): Promise<Fault>;
  /** All faults, including those that others added. */
  faults(): Promise<readonly FaultStanding[]>;
  members(): Promise<readonly ControlledMember[]>;
  /**
   * Absent properties stay unchanged. A new version means a new process: the old one answers the requests in flight and
   * closes its sessions, the new one catches up at once.
   */
  deploy(deployment: Deployment, member?: string): Promise<void>;
  /** Adds a member behind the address under the given name; of the newest version where none is stated. */
  addMember(options?: MemberOptions): Promise<string>;
  removeMember(member: string): Promise<void>;
  /** Selects which of several members serves a request. */
  route(change: RoutingChange): Promise<void>;
  /**
   * Restarts a member with no records applied: it catches up on `catchUp` or after the check. Its own memory of keys
   * and sessions is lost; the platform's is not.
   */
  restart(member?: string): Promise<void>;
  /**
   * Kills the member's process, leaving requests in flight unanswered. Another process replaces it and catches up at
   * once.
   */
  crash(member?: string): Promise<void>;
  /** Lets restarted members catch up with the platform. */
  catchUp(member?: string): Promise<void>;
  /**
   * Partitions the member from the platform: it receives no records, and its commands hang, until `resume` or the end
   * of the check.
   */
  stall(member?: string): Promise<void>;
  resume(member?: string): Promise<void>;
  /** Delays each record to the member by this time (`'2s'`, milliseconds); 0 ends the delay. */
  lag(by: string | number, member?: string): Promise<void>;
  /** Sets the member's clock ahead of the target's, or behind if `by` is negative; 0 ends the skew. */
  skew(by: string | number, member?: string): Promise<void>;
  /** Drains the member: no new requests, sessions closed, until `takeBack` or the end of the check. */
  drain(member?: string): Promise<void>;
  takeBack(member?: string): Promise<void>;
  /**
   * Starts a plan of upgrades, downgrades and drains over the members. After the check it is aborted and the members
   * are restored.
   */
  roll(plan: RollPlan): Promise<Roll>;
  /** The record owner accepts no commands (OWNER_ABSENT) until `returns` or the end of the check. */
  leave(owner: OwnerName): Promise<void>;
  returns(owner: OwnerName): Promise<void>;
  /**
   * Lists an instrument permanently. A fault at the edge `apply` can keep members from learning of it; the same holds
   * for `loadAlgoVersion`.
   */
  listInstrument(terms: InstrumentTerms): Promise<ListedInstrument>;
  /** Loads one more algo version into a pool: a copy of the pool's first one with the stated changes. It stays loaded. */
  loadAlgoVersion(terms: Pick<AlgoVersion, 'pool'> & Partial<AlgoVersion>): Promise<AlgoVersion>;
  /** Sets the venue's quote for an instrument: subscribers receive it at once, and later orders are priced from it. */
  moveQuote(quote: VenueQuote): Promise<void>;
  /** Fills an open order at its venue, wholly or in part. A fault at the edge `venue` may delay or drop the report. */
  fill(orderId: string, trade?: VenueTrade): Promise<VenueOrder>;
  /** Rejects an open order at its venue; its earlier fills stay. Faults apply as for `fill`. */
  reject(orderId: string, reason: RejectionReason): Promise<VenueOrder>;
  /** Sets what the venue holds of an asset in an account, from now on. Faults apply as for `fill`. */
  setBalance(balance: VenueBalance): Promise<void>;
  /** Releases everything held under a name; returns the number. */
  release(name: string): Promise<number>;
  /** Resets the world to a seed, its own if none is stated: orders, keys, users. Needs `destructive`. */
  reset(seed?: number): Promise<void>;
  /** Keeps the world's state under a name, until the session ends. */
  snapshot(name: string): Promise<void>;
  /** Takes the world back to what was kept: sessions are closed, tokens are fetched again. Needs `destructive`. */
  restore(name: string): Promise<void>;
  /** Mints a token, which stays in memory: pass it to a request as `token`. */
  mint(options: MintOptions): Promise<string>;
}
