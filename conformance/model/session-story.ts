/** The sessions of the trading socket in a history, each with the grants that it was given. */

import type { Conversation, Frame, Grant } from '../client/conversation.ts';
import { eventKind, frameAt, grantOf, isOpened, received } from '../client/conversation.ts';
import { NEWEST_SOCKET } from '../contract/socket-versions.ts';
import { isAtLeast } from '../contract/versions.ts';
import type { History } from '../runner/history.ts';

export interface Granted {
  /** The frame that carries it. */
  readonly frame: Frame;
  readonly grant: Grant;
}

export interface SessionStory {
  readonly conversation: Conversation;
  /** In order: sessionOpened's, and that of every op auth that was answered with success. */
  readonly grants: readonly Granted[];
}

function isGranting(frame: Frame): boolean {
  return (
    eventKind(frame) === 'sessionOpened' || (frameAt(frame, 'op') === 'auth' && frameAt(frame, 'success') === true)
  );
}

const TOLD = new WeakMap<History, readonly SessionStory[]>();

/** Those that opened; none where the socket's contract is older than authenticated handshakes. */
export function sessionsOf(history: History): readonly SessionStory[] {
  let sessions = TOLD.get(history);
  if (sessions === undefined) {
    const isCurrent = isAtLeast(history.target.socket ?? NEWEST_SOCKET, NEWEST_SOCKET);
    sessions = isCurrent
      ? history.conversations.filter((one) => isOpened(one) && one.socket === 'trading').map(storyOf)
      : [];
    TOLD.set(history, sessions);
  }
  return sessions;
}

export function storyOf(conversation: Conversation): SessionStory {
  const grants = received(conversation).flatMap((frame): Granted[] => {
    const grant = isGranting(frame) ? grantOf(frame) : undefined;
    return grant === undefined ? [] : [{ frame, grant }];
  });
  return { conversation, grants };
}

/** The grant that held when something of this number happened. */
export function grantBefore({ grants }: SessionStory, n: number): Granted | undefined {
  return grants.findLast(({ frame }) => frame.n < n);
}

/** Whether `drive` had a member started anew by then: its sessions and its memory of tickets are gone with it. */
export function wasRestarted({ notes }: History, from: number, to: number): boolean {
  return notes.some(({ n, label }) => label === RESTARTED && n > from && n < to);
}

export const RESTARTED = 'restarted';

/** `drive` notes by it the reqId of an op auth whose token is the one that the session has: no record tells tokens apart. */
export const SAME_CREDENTIAL = 'same credential';

/** The grant by which the credential of `held` first came to its session. */
export function firstOfCredential({ notes }: History, { grants }: SessionStory, held: Granted): Granted {
  const again = new Set(notes.filter(({ label }) => label === SAME_CREDENTIAL).map(({ value }) => value));
  const known = grants.slice(0, grants.indexOf(held) + 1);
  return known.findLast(({ frame }) => !again.has(frameAt(frame, 'reqId'))) ?? held;
}
