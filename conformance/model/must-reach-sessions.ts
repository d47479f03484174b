/** The states that the property of tickets and sessions must reach. */
import { type Closed, events, type Frame, frameAt, isOpened, received } from '../member/exchange/conversation.ts';
import { errorCode } from '../member/exchange/exchange.ts';
import type { Chronicle } from './chronicle.ts';
import { momentOf } from './clock-readings.ts';
import type { State } from './must-reach.ts';
import { grantBefore, sessionsOf, spentBy } from './session-story.ts';
import { mintedTickets, mintsOf, openedByTicket } from './tickets.ts';

function opAnswered(op: string, holds: (frame: Frame) => boolean) {
  return ({ history }: Chronicle) =>
    history.conversations.some((one) => received(one).some((frame) => frameAt(frame, 'op') === op && holds(frame)));
}

function closedWith(holds: (closed: Closed) => boolean) {
  return ({ history }: Chronicle) =>
    history.conversations.some(({ closed }) => closed !== null && closed.by === 'target' && holds(closed));
}

/** A session was closed once the clock was past the end of its lease. */
function sawLeaseEnd({ history }: Chronicle): boolean {
  return sessionsOf(history).some((story) => {
    const { closed } = story.conversation;
    const held = closed === null ? undefined : grantBefore(story, closed.n);
    const moment = closed === null ? undefined : momentOf(history, closed.n);
    return held !== undefined && moment !== undefined && moment.notAfterNs >= held.grant.expiresAtNs;
  });
}

/** A spent ticket was refused, and no restart had made the member forget it in between. */
function refusedSpent({ history }: Chronicle): boolean {
  const opened = openedByTicket(history);
  return history.conversations.some((refused) => {
    const mark = spentBy(refused);
    const [first] = (mark !== undefined && opened.get(mark)) || [];
    return !isOpened(refused) && first !== undefined && first.n < refused.n;
  });
}

function refusedExpired(chronicle: Chronicle): boolean {
  const { history } = chronicle;
  const ends = new Map(mintedTickets(chronicle).map(({ mark, expiresAtNs }) => [mark, expiresAtNs]));
  return history.conversations.some((refused) => {
    const endNs = ends.get(spentBy(refused) ?? '');
    const moment = momentOf(history, refused.n);
    return !isOpened(refused) && endNs !== undefined && moment !== undefined && moment.notBeforeNs >= endNs;
  });
}

/** A user lost a granted capability while the session was open: an owner refused one of its orders for it. */
function clearedWhileOpen(c: Chronicle): boolean {
  const isOwners = (frame: Frame) =>
    frameAt(frame, 'code') === 'FORBIDDEN_CAPABILITY' && frameAt(frame, 'globalSequence') !== undefined;
  return opAnswered('submit', isOwners)(c);
}

/** For the property that mints and spends tickets, and opens, renews and outlives sessions. */
export const SESSION_STATES: readonly State[] = [
  {
    state: 're-authentication',
    shows: ['WSS-08'],
    isReached: opAnswered('auth', (frame) => frameAt(frame, 'success') === true),
  },
  {
    state: 'a re-authentication refused',
    isReached: opAnswered('auth', (frame) => frameAt(frame, 'success') === false),
  },
  {
    state: 'a frame that cannot be read',
    shows: ['WSS-11'],
    isReached: opAnswered('error', (frame) => frameAt(frame, 'reqId') === null),
  },
  { state: 'a ticket spent again', shows: ['TKT-08'], isReached: refusedSpent },
  { state: 'an expired ticket', needs: ['control'], isReached: refusedExpired },
  {
    state: '429 of the ticket route',
    needs: ['control', 'strict'],
    isReached: ({ history }) => mintsOf(history).some((e) => errorCode(e) === 'RATE_LIMITED'),
  },
  {
    state: 'sessionExpiring',
    needs: ['control', 'strict'],
    isReached: ({ history }) => history.conversations.some((one) => events(one, 'sessionExpiring').length > 0),
  },
  { state: 'lease end', shows: ['WSS-07', 'WSS-08'], needs: ['control', 'strict'], isReached: sawLeaseEnd },
  { state: '4003', needs: ['control', 'strict'], isReached: closedWith(({ code }) => code === 4003) },
  {
    state: 'a grant cleared while a session is open',
    shows: ['WSS-15'],
    needs: ['control', 'strict'],
    isReached: clearedWhileOpen,
  },
];
