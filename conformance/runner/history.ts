/** What a check's `drive` did, for its `judge`: the exchanges in order of sending, and what is known of the target. */
import { isAtLeast } from '../contract/versions.ts';
import type { Exchange } from '../target/exchange.ts';
import { isOf, isWrite } from '../target/exchange.ts';
import type { TargetFacts } from '../target/target-facts.ts';
import { ANY_TARGET } from '../target/target-facts.ts';

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
