/** The sessions of the trading socket in a history, each with the grants that it received. */

import { isAtLeast, NEWEST_SOCKET } from '../contract/versions.ts';
import type { Conversation, Frame, Grant } from '../member/exchange/conversation.ts';
import { eventKind, frameAt, grantOf, isOpened, received } from '../member/exchange/conversation.ts';
import type { History } from '../runner/history.ts';
import { RESTARTED, SAME_CREDENTIAL } from './labels.ts';

export interface Granted {
  /** The frame that carries the grant. */
  readonly frame: Frame;
  readonly grant: Grant;
}

export interface SessionStory {
  readonly conversation: Conversation;
  /** In order: the grant of sessionOpened, then one for each op auth that succeeded. */
  readonly grants: readonly Granted[];
}

function isGranting(frame: Frame): boolean {
  return (
    eventKind(frame) === 'sessionOpened' || (frameAt(frame, 'op') === 'auth' && frameAt(frame, 'success') === true)
  );
}

/** The sessions that opened; none where the socket's contract is older than authenticated handshakes. */
export function sessionsOf(history: History): readonly SessionStory[] {
  if (!isAtLeast(history.target.socket ?? NEWEST_SOCKET, NEWEST_SOCKET)) return [];
  return history.conversations.filter((one) => isOpened(one) && one.socket === 'trading').map(storyOf);
}

/** A conversation with the grants that its frames carry, in order. */
export function storyOf(conversation: Conversation): SessionStory {
  const grants = received(conversation).flatMap((frame): Granted[] => {
    const grant = isGranting(frame) ? grantOf(frame) : undefined;
    return grant === undefined ? [] : [{ frame, grant }];
  });
  return { conversation, grants };
}

/** The grant that was in force at an event with this number. */
export function grantBefore({ grants }: SessionStory, n: number): Granted | undefined {
  return grants.findLast(({ frame }) => frame.n < n);
}

/** Whether `drive` had restarted a member by then: its sessions and its memory of tickets are lost with it. */
export function wasRestarted({ notes }: History, from: number, to: number): boolean {
  return notes.some(({ n, label }) => label === RESTARTED && n > from && n < to);
}

/** The grant by which the credential of `held` first came to its session. */
export function firstOfCredential({ notes }: History, { grants }: SessionStory, held: Granted): Granted {
  const again = new Set(notes.filter(({ label }) => label === SAME_CREDENTIAL).map(({ value }) => value));
  const known = grants.slice(0, grants.indexOf(held) + 1);
  return known.findLast(({ frame }) => !again.has(frameAt(frame, 'reqId'))) ?? held;
}

/** The mark of the ticket that a handshake spends; undefined where it spends none. */
export function spentBy({ request, label }: Conversation): string | undefined {
  const spelled = label?.startsWith('also ') ? label : request.path;
  return /<ticket [0-9]+>/.exec(spelled)?.[0];
}
