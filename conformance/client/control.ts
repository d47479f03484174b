/**
 * Power over a target's time and misfortune, where its profile names a control plane. What a check changes is changed back
 * after it, whatever happens: its faults are removed, its members are as they were. A fault that never fired makes a pass
 * inconclusive.
 */
import type * as wire from './control-plane/wire.gen.ts';

/** Where, what (exactly one effect), how often (every time where absent): inert data, the same in a scenario. */
export type FaultRule = wire.FaultRule;

export type FaultEdge = NonNullable<FaultRule['on']['edge']>;

/** What a member is deployed with; what is not stated stays as it is. */
export type Deployment = wire.Deploy;

export interface Fault {
  readonly id: string;
  /** How often it fired so far. */
  firings(): Promise<number>;
  /** Waits until it holds `n` commands (1); the run is inconclusive where that does not come about. */
  untilHeld(n?: number): Promise<void>;
  /** Waits until it has fired `n` times (1); as `untilHeld`. */
  untilFired(n?: number): Promise<void>;
  /** Takes it away; what it holds goes on. */
  remove(): Promise<void>;
}

/** How a fault stands now. */
export type FaultStanding = Pick<wire.Fault, 'firings' | 'held'>;

export interface ClockReading {
  readonly mode: wire.Clock['mode'];
  readonly nowNs: bigint;
  /** How many are set. */
  readonly timers: number;
}

export interface Advance extends Pick<wire.Advanced, 'fired' | 'held'> {
  readonly nowNs: bigint;
}

/** A token made to measure, for a principal by its name: one defect at a time. */
export type MintOptions = wire.Mint;

/** An instrument that the platform shall list under way, such as `AVAX-USD`; one that is listed already is not reached again. */
export type InstrumentTerms = wire.ListInstrument;

export type ListedInstrument = Pick<wire.Instrument, 'instrumentId' | 'symbol'>;

export type VenueQuote = wire.MoveQuote;

/** A row of GET /algos/versions. */
export type AlgoVersion = wire.AlgoVersion;

/** A member that is added: what it is deployed with, and how far its clock is off. */
export type MemberOptions = wire.AddMember;

export type RoutingChange = wire.RoutingChange;

export type RollPlan = wire.NewRoll;

export type OwnerName = wire.Owner['name'];

/** A roll under way: it is begun by `start`, which leaves the clock to do each step, or `step` by step. */
export interface Roll {
  readonly id: string;
  /** Its steps, which of them are done, and the plan as text. */
  reading(): Promise<wire.Roll>;
  start(): Promise<void>;
  pause(): Promise<void>;
  /** Does the next step now. */
  step(): Promise<wire.Roll>;
}

/** A member as the control plane tells of it. */
export type ControlledMember = wire.Member;

/** Where `member` may be named, every member is meant without it. */
export interface Control {
  /**
   * Moves a virtual clock: `'2s'`, `'90m'` or milliseconds; one that moves by itself is waited for, up to ten seconds of
   * real time (a check that advances further needs `virtual-clock`). Tokens that the suite holds are then fetched anew.
   */
  advance(by: string | number): Promise<Advance>;
  clock(): Promise<ClockReading>;
  /** `optional: true`: no complaint where it never fires. */
  fault(rule: FaultRule, options?: { readonly optional?: boolean }): Promise<Fault>;
  /** All that there are, whoever added them. */
  faults(): Promise<readonly FaultStanding[]>;
  members(): Promise<readonly ControlledMember[]>;
  /**
   * What is not stated stays as it is. A version is another process: the former answers what it has begun and closes its
   * sessions, the new one catches up at once.
   */
  deploy(deployment: Deployment, member?: string): Promise<void>;
  /** One more behind the address, by the name that it is given; of the newest version where none is stated. */
  addMember(options?: MemberOptions): Promise<string>;
  removeMember(member: string): Promise<void>;
  /** Which of several members serves a request. */
  route(change: RoutingChange): Promise<void>;
  /**
   * Starts a member anew, with nothing applied: it catches up when told (`catchUp`), or after the check. Its own memory of
   * keys and sessions is gone; the platform's is not.
   */
  restart(member?: string): Promise<void>;
  /** Its process dies with what it has under way, unanswered; another takes its place, which catches up at once. */
  crash(member?: string): Promise<void>;
  /** Lets members that were started anew catch up with the platform. */
  catchUp(member?: string): Promise<void>;
  /** It hears nothing of the platform, and what it asks of it hangs, until `resume` or the end of the check. */
  stall(member?: string): Promise<void>;
  resume(member?: string): Promise<void>;
  /** It hears of each record so much later (`'2s'`, milliseconds); 0 ends it. */
  lag(by: string | number, member?: string): Promise<void>;
  /** Its clock is so much ahead of the target's, or behind where `by` is below 0; 0 ends it. */
  skew(by: string | number, member?: string): Promise<void>;
  /** It is given no requests any more, and its sessions are closed, until `takeBack` or the end of the check. */
  drain(member?: string): Promise<void>;
  takeBack(member?: string): Promise<void>;
  /** A plan of upgrades, downgrades and drains over the members; it is aborted after the check, and they are as they were. */
  roll(plan: RollPlan): Promise<Roll>;
  /** A record owner takes nothing (OWNER_ABSENT) until it returns, or the check ends. */
  leave(owner: OwnerName): Promise<void>;
  returns(owner: OwnerName): Promise<void>;
  /** A fault at the edge `apply` keeps members from hearing of it, and of what `loadAlgoVersion` loads. It stays listed. */
  listInstrument(terms: InstrumentTerms): Promise<ListedInstrument>;
  /** Loads one more version in a pool: like the pool's first but for what is stated. It stays loaded. */
  loadAlgoVersion(terms: Pick<AlgoVersion, 'pool'> & Partial<AlgoVersion>): Promise<AlgoVersion>;
  /** The venue's quote of an instrument from now on: who follows it hears it at once, later orders are priced from it. */
  moveQuote(quote: VenueQuote): Promise<void>;
  /** Lets go what is held under a name; answers how many. */
  release(name: string): Promise<number>;
  /** Takes the world back to a seed, its own where none is stated: orders, keys, users. Needs `destructive`. */
  reset(seed?: number): Promise<void>;
  /** Keeps the world's state under a name, until the session ends. */
  snapshot(name: string): Promise<void>;
  /** Takes the world back to what was kept: sessions are closed, tokens are fetched again. Needs `destructive`. */
  restore(name: string): Promise<void>;
  /** The token stays in memory: hand it to a request as `token`. */
  mint(options: MintOptions): Promise<string>;
}
