/**
 * What a check's `drive` did, for its `judge`: the exchanges in order of sending, the WebSocket conversations, the
 * notes of `drive`, and the facts of the target. Exchanges, conversations, frames and notes share one count.
 */

import { isAtLeast } from '../contract/versions.ts';
import type { Conversation } from '../member/exchange/conversation.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import { isOf, isWrite } from '../member/exchange/exchange.ts';
import type { Note } from '../member/exchange/note.ts';
import type { TargetFacts } from '../member/profile/target-facts.ts';
import { ANY_TARGET } from '../member/profile/target-facts.ts';

/** `drive` did not get as far as the judge needs: an answer was not one that it could continue with. */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded';
}

/** Everything that one trial recorded. Judges read it and change nothing. */
export class History {
  readonly exchanges: readonly Exchange[];
  readonly target: TargetFacts;
  /** Includes refused handshakes; `exchanges` does not. */
  readonly conversations: readonly Conversation[];
  readonly notes: readonly Note[];
  #answered: readonly Exchange[] | undefined;

  constructor(
    exchanges: readonly Exchange[],
    target: TargetFacts = ANY_TARGET,
    conversations: readonly Conversation[] = [],
    notes: readonly Note[] = [],
  ) {
    this.exchanges = exchanges.map((e) => ({ ...e, answeredBy: target }));
    this.target = target;
    this.conversations = conversations.map((c) => ({ ...c, answeredBy: target }));
    this.notes = notes;
  }

  /** The exchanges of this label, in order of sending. */
  labelled(label: string): readonly Exchange[] {
    return this.exchanges.filter((e) => e.label === label);
  }

  /** The one exchange of this label. Throws (a fault of the check) where there is none, or more than one. */
  one(label: string): Exchange {
    return theOne(this.labelled(label), label, 'exchange');
  }

  /**
   * The last of this label, where the request may be repeated (`insisting`). Throws as `one` does where there is
   * none.
   */
  last(label: string): Exchange {
    return theOne(this.labelled(label).slice(-1), label, 'exchange');
  }

  /** Like `one`; undefined where `drive` did not get to it. */
  maybe(label: string): Exchange | undefined {
    return this.labelled(label)[0];
  }

  /** The conversations of this label, in order of opening. */
  conversationsLabelled(label: string): readonly Conversation[] {
    return this.conversations.filter((c) => c.label === label);
  }

  /** The one conversation of this label. Throws as `one` does. */
  conversation(label: string): Conversation {
    return theOne(this.conversationsLabelled(label), label, 'conversation');
  }

  /** Like `conversation`; undefined where `drive` did not get to it. */
  maybeConversation(label: string): Conversation | undefined {
    return this.conversationsLabelled(label)[0];
  }

  /** The last note of this label; undefined where `drive` did not get to it. */
  noted(label: string): Note | undefined {
    return this.notes.findLast((note) => note.label === label);
  }

  /** The exchanges of a route by its template, answered or not: `history.of('POST /orders/{id}/cancel')`. */
  of(route: string): readonly Exchange[] {
    return this.exchanges.filter((e) => isOf(e, route));
  }

  by(actor: string): readonly Exchange[] {
    return this.exchanges.filter((e) => e.actor === actor);
  }

  get answered(): readonly Exchange[] {
    this.#answered ??= this.exchanges.filter((e) => e.response !== null);
    return this.#answered;
  }

  /** Includes handshakes. */
  get unanswered(): readonly Exchange[] {
    return [...this.exchanges, ...this.conversations].filter((e) => e.response === null);
  }

  get writes(): readonly Exchange[] {
    return this.exchanges.filter(isWrite);
  }

  /** Whether the target's REST contract is this version or newer. */
  since(version: string): boolean {
    return isAtLeast(this.target.rest, version);
  }
}

function theOne<E extends Exchange>([first, second]: readonly E[], label: string, what: string): E {
  if (first === undefined) throw new NotRecorded(`no ${what} is labelled '${label}'`);
  if (second !== undefined) throw new Error(`more than one ${what} is labelled '${label}'`);
  return first;
}
