/** What a check's `drive` did, for its `judge`: the exchanges in order of sending, and what is known of the target. */
import { isAtLeast } from '../contract/versions.ts';
import type { Exchange } from '../target/exchange.ts';
import { isOf, isWrite } from '../target/exchange.ts';

export interface TargetFacts {
  /** The REST contract version that the target serves. */
  readonly rest: string;
  /** The socket contract's; undefined where nothing says it. */
  readonly socket: string | undefined;
  /** One member behind the address (decisions A41, A42). */
  readonly singleMember: boolean;
  /** Held to the decisions of the tolerance register too: the sandbox's own member alone. */
  readonly strict: boolean;
}

/** A target of which nothing more is known than the newest contract: what a hand-written history assumes. */
export const ANY_TARGET: TargetFacts = { rest: '0.14.0', socket: '1.4.0', singleMember: false, strict: false };

export class History {
  readonly exchanges: readonly Exchange[];
  readonly target: TargetFacts;

  constructor(exchanges: readonly Exchange[], target: TargetFacts = ANY_TARGET) {
    this.exchanges = exchanges;
    this.target = target;
  }

  /** The exchanges of this label, in order of sending. */
  labelled(label: string): readonly Exchange[] {
    return this.exchanges.filter((e) => e.label === label);
  }

  /** The one exchange of this label; throws (a fault of the check) where there is none, or more than one. */
  one(label: string): Exchange {
    const [first, second] = this.labelled(label);
    if (first === undefined) throw new Error(`no exchange is labelled '${label}'`);
    if (second !== undefined) throw new Error(`more than one exchange is labelled '${label}'`);
    return first;
  }

  /** As `one`; undefined where `drive` did not come to it. */
  maybe(label: string): Exchange | undefined {
    return this.labelled(label)[0];
  }

  /** The exchanges of a route by its template, answered or not: `history.of('POST /orders/{id}/cancel')`. */
  of(route: string): readonly Exchange[] {
    return this.exchanges.filter((e) => isOf(e, route));
  }

  by(actor: string): readonly Exchange[] {
    return this.exchanges.filter((e) => e.actor === actor);
  }

  get answered(): readonly Exchange[] {
    return this.exchanges.filter((e) => e.response !== null);
  }

  get unanswered(): readonly Exchange[] {
    return this.exchanges.filter((e) => e.response === null);
  }

  get writes(): readonly Exchange[] {
    return this.exchanges.filter(isWrite);
  }

  /** Whether the target's REST contract is this version or newer. */
  since(version: string): boolean {
    return isAtLeast(this.target.rest, version);
  }
}
