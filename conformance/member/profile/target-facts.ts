/** What is known about a target beyond its address; judges may read it. */
export interface TargetFacts {
  /** The REST contract version that the target serves. */
  readonly rest: string;
  /** The socket contract's version; undefined where nothing states it. */
  readonly socket: string | undefined;
  /** One member behind the address (decisions A41, A42). */
  readonly singleMember: boolean;
  /**
   * Whether the decisions of the tolerance register apply too: the control plane reports the address as its own
   * gateway.
   */
  readonly strict: boolean;
  /** A control plane is available: the target is a sandbox in the default configuration of the interface. */
  readonly controlled?: boolean;
  /** Whether the profile says that the target is a read replica; absent: it does not say. */
  readonly replica?: boolean;
  /** Rows of others may be changed (`limits.destructive`). */
  readonly destructive?: boolean;
  /** How long after a write a read may show the state before it (`limits.readLagMs`). */
  readonly readLagMs?: number;
  /** The versions seen in a deploy window, where members of several contract versions respond; `rest` is the oldest. */
  readonly window?: readonly string[];
}

/** `readLagMs` where the profile states none. */
export const USUAL_READ_LAG_MS = 5_000;

/** A target of the newest contract about which nothing else is known: the default of a hand-written history. */
export const ANY_TARGET: TargetFacts = { rest: '0.14.0', socket: '1.4.0', singleMember: false, strict: false };
