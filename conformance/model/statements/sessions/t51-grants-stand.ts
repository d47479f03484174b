import { answersTo, frameAt, frameJson, sent, showing } from '../../../member/exchange/conversation.ts';
import type { Exchange } from '../../../member/exchange/exchange.ts';
import { at, status } from '../../../member/exchange/exchange.ts';
import type { History } from '../../../runner/history.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { callerOf } from '../../attempt.ts';
import type { SessionStory } from '../../session-story.ts';
import { grantBefore, sessionsOf } from '../../session-story.ts';
import { spentBy } from '../../spent-tickets.ts';
import type { Statement } from '../../statement.ts';

const TRADES = new Set<unknown>(['submit', 'cancel']);

/** The door judges an order operation by the session's grant, whatever administrators changed since. */
function judgeOps(story: SessionStory): Judgement {
  const { conversation } = story;
  return allOf(
    sent(conversation)
      .filter((op) => TRADES.has(frameJson(op)?.['op']))
      .map((op) => {
        const [reply] = answersTo(conversation, frameJson(op)?.['reqId']);
        const held = grantBefore(story, op.n);
        if (reply === undefined || held === undefined) return pass;
        const isGranted = held.grant.capabilities.includes('orders:trade');
        // An owner judges by its records at its position (T39): its verdict says nothing about the grant.
        const isOwners = frameAt(reply, 'globalSequence') !== undefined;
        const isDenied = frameAt(reply, 'code') === 'FORBIDDEN_CAPABILITY' && !isOwners;
        const shown = showing(conversation, held.frame, op, reply);
        if (isGranted && isDenied)
          return violated('no FORBIDDEN_CAPABILITY: the grant has orders:trade until op auth', shown);
        const isTaken = frameAt(reply, 'success') === true || isOwners;
        return !isGranted && isTaken
          ? violated('FORBIDDEN_CAPABILITY: the grant has no orders:trade until op auth', shown)
          : pass;
      }),
  );
}

/** The grant equals what /me serves right before and right after it. */
function judgeGrants({ conversation, grants }: SessionStory, history: History): Judgement {
  // A ticket in an address does not identify its user.
  if (spentBy(conversation) !== undefined) return pass;
  const caller = callerOf(conversation);
  const mine = history.of('GET /me').filter((e) => callerOf(e) === caller && status(e) === 200);
  return allOf(
    grants.map(({ frame, grant }) => {
      const before = mine.findLast((e) => e.n < frame.n);
      const after = mine.find((e) => e.n > frame.n);
      if (before === undefined || after === undefined) return pass;
      const held = [before, after].map(capabilitiesIn);
      if (held[0] === undefined || held[0] !== held[1] || wereRestated(history, before, after)) return pass;
      return held[0] === grant.capabilities.join(' ')
        ? pass
        : violated(`the capabilities of GET /me: ${held[0]}`, before, showing(conversation, frame));
    }),
  );
}

function capabilitiesIn(e: Exchange): string | undefined {
  const held = at(e, 'capabilities');
  return Array.isArray(held) ? held.join(' ') : undefined;
}

/** The capabilities may have been cleared and granted again between the two. */
function wereRestated(history: History, before: Exchange, after: Exchange): boolean {
  return history.writes.some((e) => e.n > before.n && e.n < after.n && /^\/users(\/|$)/.test(e.request.path));
}

/**
 * T51. A session's grant is what its user holds at admission, and stays in force until the next op auth. Sandbox,
 * single member.
 */
export const grantsStand: Statement = {
  id: 'T51',
  says: 'what a session is granted is what the platform holds at its admission, and stays so until the next op auth',
  shows: ['WSS-15', 'WSS-04'],
  judge: ({ history, target }) =>
    target.strict && target.singleMember
      ? allOf(sessionsOf(history).flatMap((story) => [judgeOps(story), judgeGrants(story, history)]))
      : pass,
};
