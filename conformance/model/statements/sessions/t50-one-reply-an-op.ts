import type { Conversation, Frame } from '../../../member/exchange/conversation.ts';
import { frameAt, frameJson, isOpened, received, sent, showing } from '../../../member/exchange/conversation.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Statement } from '../../statement.ts';

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

function judge(conversation: Conversation): Judgement {
  const asked = Map.groupBy(sent(conversation), plainReqId);
  const replies = Map.groupBy(received(conversation).filter(isReply), (frame) => frameAt(frame, 'reqId'));
  // An unusual reqId may be echoed or refused as malformed: both are one reply.
  const said = new Set(sent(conversation).map((frame) => frameAt(frame, 'reqId')));
  const strange = [...replies].find(([reqId]) => reqId !== null && !said.has(reqId));
  if (strange !== undefined)
    return violated('no reply to what was never asked on this session', showing(conversation, strange[1]));
  // Its reply may have been in flight when the connection closed.
  const isCut = conversation.closed !== null;
  for (const [reqId, ops] of asked) {
    if (reqId === undefined) continue;
    const told = replies.get(reqId) ?? [];
    if (told.length > ops.length || (told.length < ops.length && !isCut))
      return violated(`one reply to the op of reqId ${reqId}`, showing(conversation, ops, told));
  }
  return judgeUnread(conversation, asked.get(undefined) ?? [], replies.get(null) ?? []);
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
    : violated('no more replies with reqId null than frames that cannot be read', showing(conversation, odd, own));
}

/** T50. Each op has one reply on its own session, with its reqId, or with null where the op could not be read. */
export const oneReplyAnOp: Statement = {
  id: 'T50',
  says: 'each op has one reply, with its reqId or with null where it could not be read, on its own session',
  shows: ['WSS-11', 'WSS-12'],
  judge: ({ history }) => allOf(history.conversations.filter(isOpened).map(judge)),
};
