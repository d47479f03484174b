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
  deploy(deployment: Deployment, member?: string): Promise<void>;
  /** One more behind the address, by the name that it is given; of the newest version where none is stated. */
  addMember(deployment: Deployment): Promise<string>;
  /**
   * Starts a member anew, with nothing applied: it catches up when told (`catchUp`), or after the check. Its own memory of
   * keys and sessions is gone; the platform's is not.
   */
  restart(member?: string): Promise<void>;
  /** Its process dies with what it has under way, unanswered; another takes its place, which catches up at once. */
  crash(member?: string): Promise<void>;
  /** Lets members that were started anew catch up with the platform. */
  catchUp(member?: string): Promise<void>;
  /** A fault at the edge `apply` keeps members from hearing of it, and of what `loadAlgoVersion` loads. It stays listed. */
  listInstrument(terms: InstrumentTerms): Promise<ListedInstrument>;
  /** Loads one more version in a pool: like the pool's first but for what is stated. It stays loaded. */
  loadAlgoVersion(terms: Pick<AlgoVersion, 'pool'> & Partial<AlgoVersion>): Promise<AlgoVersion>;
  /** The venue's quote of an instrument from now on: who follows it hears it at once, later orders are priced from it. */
  moveQuote(quote: VenueQuote): Promise<void>;
  /** Lets go what is held under a name; answers how many. */
  release(name: string): Promise<number>;
  /** Takes the world back to its seed: orders, keys, users. Needs `destructive`. */
  reset(): Promise<void>;
  /** The token stays in memory: hand it to a request as `token`. */
  mint(options: MintOptions): Promise<string>;
}
