/**
 * What a check's `drive` did, for its `judge`: the exchanges in order of sending, the WebSocket conversations, what else
 * `drive` noted, and what is known of the target. Exchanges, conversations, frames and notes are numbered in one count.
 */

import type { Conversation } from '../client/conversation.ts';
import type { Exchange } from '../client/exchange.ts';
import { isOf, isWrite } from '../client/exchange.ts';
import type { Note } from '../client/note.ts';
import type { TargetFacts } from '../client/target-facts.ts';
import { ANY_TARGET } from '../client/target-facts.ts';
import { isAtLeast } from '../contract/versions.ts';

/** `drive` did not come to what its judge asks for: an answer was not what it goes on with. */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded';
}

export class History {
  readonly exchanges: readonly Exchange[];
  readonly target: TargetFacts;
  /** Refused handshakes are among them; none is among the exchanges. */
  readonly conversations: readonly Conversation[];
  readonly notes: readonly Note[];

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

  /** The one exchange of this label; throws (a fault of the check) where there is none, or more than one. */
  one(label: string): Exchange {
    return theOne(this.labelled(label), label, 'exchange');
  }

  /** The last of this label, where it may be asked again (`insisting`); throws as `one` does where there is none. */
  last(label: string): Exchange {
    return theOne(this.labelled(label).slice(-1), label, 'exchange');
  }

  /** As `one`; undefined where `drive` did not come to it. */
  maybe(label: string): Exchange | undefined {
    return this.labelled(label)[0];
  }

  /** The conversations of this label, in order of opening. */
  conversationsLabelled(label: string): readonly Conversation[] {
    return this.conversations.filter((c) => c.label === label);
  }

  /** The one conversation of this label; throws as `one` does. */
  conversation(label: string): Conversation {
    return theOne(this.conversationsLabelled(label), label, 'conversation');
  }

  /** As `conversation`; undefined where `drive` did not come to it. */
  maybeConversation(label: string): Conversation | undefined {
    return this.conversationsLabelled(label)[0];
  }

  /** The last note of this label; undefined where `drive` did not come to it. */
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
    return this.exchanges.filter((e) => e.response !== null);
  }

  /** Handshakes too. */
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

  /** As `since`, of the socket contract; one that nobody states is the newest. */
  sinceSocket(version: string): boolean {
    return this.target.socket === undefined || isAtLeast(this.target.socket, version);
  }
}

function theOne<E extends Exchange>([first, second]: readonly E[], label: string, what: string): E {
  if (first === undefined) throw new NotRecorded(`no ${what} is labelled '${label}'`);
  if (second !== undefined) throw new Error(`more than one ${what} is labelled '${label}'`);
  return first;
}
