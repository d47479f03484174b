/** Statements about the frames of sessions: T47, T50 and T51 of contract/properties.md. */
import type { Conversation, Frame } from '../../member/exchange/conversation.ts';
import {
  answersTo,
  frameAt,
  frameJson,
  isOpened,
  received,
  sent,
  showing,
} from '../../member/exchange/conversation.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { at, status } from '../../member/exchange/exchange.ts';
import { hasItsFramesInOrder } from '../../rules/frame-rules.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import { callerOf } from '../attempt.ts';
import type { Statement } from '../chronicle.ts';
import type { SessionStory } from '../session-story.ts';
import { grantBefore, sessionsOf, spentBy } from '../session-story.ts';

/** A session begins with one sessionOpened, or with sessionClosing, after which no frame follows. */
const framesAreInOrder: Statement = {
  id: 'T47',
  shows: ['WSS-03', 'WSS-14'],
  judge: ({ history }) => allOf(sessionsOf(history).map(({ conversation }) => hasItsFramesInOrder(conversation))),
};

/** Such a reqId must be echoed (decision A97); a member may call any other malformed. */
const PLAIN = /^[A-Za-z0-9_-]{1,64}$/;

/** The reqId of an op that every member can read. */
function plainReqId(frame: Frame): string | undefined {
  const { op, reqId } = frameJson(frame) ?? {};
  // A reqId spelled with escapes does not count, though it parses to the same text.
  if (frame.text?.includes('\\') !== false) return undefined;
  return typeof op === 'string' && typeof reqId === 'string' && PLAIN.test(reqId) ? reqId : undefined;
}

function isReply(frame: Frame): boolean {
  const body = frameJson(frame);
  return body !== undefined && !('event' in body) && 'reqId' in body;
}

function judgeReplies(conversation: Conversation): Judgement {
  const opsByReqId = Map.groupBy(sent(conversation), plainReqId);
  const replies = Map.groupBy(received(conversation).filter(isReply), (frame) => frameAt(frame, 'reqId'));
  // An unusual reqId may be echoed or refused as malformed: both are one reply.
  const sentIds = new Set(sent(conversation).map((frame) => frameAt(frame, 'reqId')));
  const strange = [...replies].find(([reqId]) => reqId !== null && !sentIds.has(reqId));
  if (strange !== undefined)
    return violated('no reply with a reqId that was not sent on this session', showing(conversation, strange[1]));
  // Its reply may have been in flight when the connection closed.
  const isCut = conversation.closed !== null;
  for (const [reqId, ops] of opsByReqId) {
    if (reqId === undefined) continue;
    const own = replies.get(reqId) ?? [];
    if (own.length > ops.length || (own.length < ops.length && !isCut))
      return violated(`one reply to the op of reqId ${reqId}`, showing(conversation, ops, own));
  }
  return judgeUnread(conversation, opsByReqId.get(undefined) ?? [], replies.get(null) ?? []);
}

function judgeUnread(conversation: Conversation, odd: readonly Frame[], unread: readonly Frame[]): Judgement {
  // For a frame that lacks only its reqId, the reply names the frame's op, or `error` as for any frame that cannot be
  // read.
  const ops = new Set<unknown>(['error', ...odd.map((frame) => frameAt(frame, 'op'))]);
  const wrong = unread.find((frame) => !ops.has(frameAt(frame, 'op')));
  if (wrong !== undefined)
    return violated('the op that was sent, or error, where reqId is null', showing(conversation, wrong));
  // The event that a slow reader receives before it is disconnected is not a reply.
  const own = unread.filter((frame) => frameAt(frame, 'code') !== 'BACKPRESSURE');
  return own.length <= odd.length
    ? pass
    : violated(
        'as many replies with reqId null as frames that cannot be read, or fewer',
        showing(conversation, odd, own),
      );
}

/** Each op has one reply on its own session, with its reqId, or with null where the op could not be read. */
const oneReplyPerOp: Statement = {
  id: 'T50',
  shows: ['WSS-11', 'WSS-12'],
  judge: ({ history }) => allOf(history.conversations.filter(isOpened).map(judgeReplies)),
};

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
        const isServed = frameAt(reply, 'success') === true || isOwners;
        return !isGranted && isServed
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
 * A session's grant is what its user holds at admission, and stays in force until the next op auth. Sandbox,
 * single member.
 */
const grantsHoldUntilOpAuth: Statement = {
  id: 'T51',
  shows: ['WSS-15', 'WSS-04'],
  judge: ({ history, target }) =>
    target.strict && target.singleMember
      ? allOf(sessionsOf(history).flatMap((story) => [judgeOps(story), judgeGrants(story, history)]))
      : pass,
};

export const SESSIONS: readonly Statement[] = [framesAreInOrder, oneReplyPerOp, grantsHoldUntilOpAuth];
