/**
 * What was observed, from a recording, a HAR file, a log, or the evidence of a check. `scenarioOf` makes a
 * scenario file of it. Nothing here is secret: the reader of traffic replaces tokens, tickets and key material first,
 * in the spelling of the suite's client (`<token of trader>`, `<ticket 1>`).
 */
import type { ControlAction } from '../../conformance/member/control/control-action.ts';
import type { Conversation } from '../../conformance/member/exchange/conversation.ts';
import type { Exchange } from '../../conformance/member/exchange/exchange.ts';

export type { ControlAction };

export type TrafficEvent = Exchange | Conversation | ControlAction;

export interface Seen {
  readonly event: TrafficEvent;
  /** Where it stands in its source, for messages: `entry 4`, `line 17`. */
  readonly where: string;
}

/** A contract version, or what a member is deployed with. */
export type MemberStated = string | Readonly<Record<string, unknown>>;

export interface Traffic {
  /** In order of `n`, which is the order of sending. Times are milliseconds since the first of them. */
  readonly events: readonly Seen[];
  /** The world that it was seen in, where that is known. */
  readonly world?: { readonly seed: number; readonly members?: readonly MemberStated[] };
  /** A virtual clock passes no time between requests, so that pauses are not played; absent: virtual if it was advanced. */
  readonly clock?: 'virtual' | 'real';
  /**
   * Everything that was sent matters, as in a check: all headers, and the tokens that were minted, whose marks are numbered
   * (`<minted token 2 of trader>`). Absent: what a client sends by itself is left out.
   */
  readonly isExact?: boolean;
  /** `fixtures` of the target's profile: their values become `${fixtures...}`, so that the file plays on other targets. */
  readonly fixtures?: Readonly<Record<string, unknown>>;
}

/** What a scenario file says about itself. */
export interface Head {
  readonly id: string;
  readonly story: string;
  readonly proves?: readonly string[];
  /** `expect` of the step that the event with this `n` becomes, instead of what was seen: as in a scenario file. */
  readonly expects?: ReadonlyMap<number, unknown>;
}

/** A scenario file, and what of the traffic is not in it. */
export interface Draft {
  readonly text: string;
  /** One sentence for each part that could not be expressed: `entry 4: ...`. */
  readonly unmapped: readonly string[];
}
