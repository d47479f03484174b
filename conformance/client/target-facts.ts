/** What is known of a target beyond its address: what judges may ask. */
export interface TargetFacts {
  /** The REST contract version that the target serves. */
  readonly rest: string;
  /** The socket contract's; undefined where nothing says it. */
  readonly socket: string | undefined;
  /** One member behind the address (decisions A41, A42). */
  readonly singleMember: boolean;
  /** Held to the decisions of the tolerance register too: an address that a sandbox's control plane calls its own gateway. */
  readonly strict: boolean;
  /** A control plane is at hand: the target is a sandbox, configured as the interface's defaults say. */
  readonly controlled?: boolean;
  /** What the run did not make may be changed (`limits.destructive`). */
  readonly destructive?: boolean;
  /** Where members of several contract versions answer (a deploy window): those that were seen; `rest` is the oldest. */
  readonly window?: readonly string[];
}

/** A target of which nothing more is known than the newest contract: what a hand-written history assumes. */
export const ANY_TARGET: TargetFacts = { rest: '0.14.0', socket: '1.4.0', singleMember: false, strict: false };
