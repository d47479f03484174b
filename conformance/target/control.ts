/**
 * Power over a target's time and misfortune, where its profile names a control plane. Rules are inert data, the same in
 * JSON and in a scenario. Every fault that a check adds is removed after it, whatever happens, and one that never fired
 * makes a pass inconclusive.
 */

export type FaultEdge =
  | 'look-up'
  | 'intake'
  | 'inbox'
  | 'verdict'
  | 'engine'
  | 'apply'
  | 'answer'
  /** Of a socket: after admission and before the 101; between the 101 and the first frame; every frame of the member. */
  | 'handshake'
  | 'first-frame'
  | 'frame';

export interface FaultPlace {
  readonly edge?: FaultEdge;
  readonly owner?: 'orders' | 'register' | 'algos' | 'custody';
  readonly command?: string;
  /** The organisation's register key. */
  readonly org?: number;
  readonly key?: string;
  readonly member?: string;
  readonly socket?: 'trading' | 'market-data';
  /** The op that a frame answers, or the kind of its event. */
  readonly frame?: string;
}

/** What happens: exactly one of them. */
export type FaultEffect =
  | { readonly delay: string | number }
  | { readonly hold: string }
  | { readonly refuse: string }
  | { readonly drop: 'answer' | 'handshake' | 'frame' }
  | { readonly fail: true }
  /** A frame is sent twice, spoilt so that it is no JSON, cut in half with the connection, or replaced by a close code. */
  | { readonly duplicate: true }
  | { readonly garble: true }
  | { readonly cut: true }
  | { readonly close: number };

export type FaultRule = {
  readonly on: FaultPlace;
  /** Default: every time. */
  readonly times?: number | { readonly every: number } | { readonly probability: number };
} & FaultEffect;

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

export interface ClockReading {
  readonly mode: 'real' | 'virtual' | 'scaled';
  readonly nowNs: bigint;
}

export interface Advance {
  readonly nowNs: bigint;
  /** In order; `times`: so many of one label in a row. */
  readonly fired: readonly { readonly atNs: string; readonly label: string; readonly times?: number }[];
  readonly held: readonly { readonly name: string; readonly count: number }[];
}

/** A token made to measure: one defect at a time. */
export interface MintOptions {
  /** A principal's name. */
  readonly persona: string;
  /** Merged over the persona's own; null deletes a claim. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly expiresIn?: string | number;
  readonly key?: 'own' | 'foreign' | 'none' | 'hmac-public';
  readonly tamper?: 'signature' | 'payload';
}

/** What a member of the target is deployed with. */
export interface Deployment {
  readonly algos?: boolean;
  readonly balances?: boolean;
  /** false: it stores no credentials. */
  readonly intake?: boolean;
  /** false: it has no key to sign tickets with. */
  readonly tickets?: boolean;
  /** It takes no writes. */
  readonly replica?: boolean;
}

/** An instrument that the platform shall list under way. */
export interface InstrumentTerms {
  /** Of two assets, such as `AVAX-USD`; one that is listed already is not reached again. */
  readonly symbol: string;
  /** null: no grid is stated. A grid of the platform's own where absent, as with `step`. */
  readonly tick?: string | null;
  readonly step?: string | null;
  /** What the venue quotes; nothing without the two. */
  readonly bid?: string;
  readonly ask?: string;
}

export interface ListedInstrument {
  readonly instrumentId: number;
  readonly symbol: string;
}

export interface VenueQuote {
  readonly instrumentId: number;
  readonly bid: string;
  readonly ask: string;
}

/** A row of GET /algos/versions. */
export interface AlgoVersion {
  readonly algoVersionId: number;
  readonly pool: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly documentSchema: Readonly<Record<string, unknown>>;
}

export interface Control {
  /**
   * Moves a virtual clock: `'2s'`, `'90m'` or milliseconds; one that moves by itself is waited for, up to ten seconds of
   * real time (a check that advances further needs `virtual-clock`). Tokens that the suite holds are then fetched anew.
   */
  advance(by: string | number): Promise<Advance>;
  clock(): Promise<ClockReading>;
  /** `optional: true`: no complaint where it never fires. */
  fault(rule: FaultRule, options?: { readonly optional?: boolean }): Promise<Fault>;
  /** Deploys every member of the target so; what it was before comes back after the check. */
  deploy(deployment: Deployment): Promise<void>;
  /**
   * Starts every member anew, with nothing applied: each catches up when told (`catchUp`), or after the check. Its own
   * memory of keys and sessions is gone; the platform's is not.
   */
  restart(): Promise<void>;
  /** Lets members that were started anew catch up with the platform. */
  catchUp(): Promise<void>;
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
  /** GET of any other route of the control plane, as JSON (`/journal?limit=10`). */
  read(path: string): Promise<unknown>;
}
