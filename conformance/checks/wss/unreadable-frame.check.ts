import type { Conversation } from '../../client/conversation.ts';
import { frameAt, isOpened, received, showing } from '../../client/conversation.ts';
import type { FrameMatch } from '../../client/open-socket.ts';
import { busyAnswer } from '../../rules/busy-answer.ts';
import { answerTo, greeted, isClosedOnUs, isRefusal, PROBE, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

const UNREADABLE = ['no JSON', '{"op":"auth"', '"text"', '17', ''];
/** One frame a session: a member may close on these instead (A98). */
const EITHER = ['[]', 'null'];
/** The reqIds of what can be read: before it, and behind it where no answer comes. */
const OWN: readonly unknown[] = ['greeted', 'later'];
const WAIT_MS = 500;

function isUnreadable(conversation: Conversation, mayClose: boolean): Judgement {
  const answer = received(conversation).find(
    (frame) => frameAt(frame, 'success') !== undefined && !OWN.includes(frameAt(frame, 'reqId')),
  );
  if (answer === undefined) {
    const isClosed = isClosedOnUs(conversation);
    if (!isClosed && answerTo(conversation, 'later') === undefined) return inconclusive('no answer in time');
    return mayClose && isClosed ? pass : violated('an answer to an unreadable frame', conversation);
  }
  const shown = showing(conversation, answer);
  const busy = busyAnswer(answer);
  if (busy !== undefined) return busy;
  if (frameAt(answer, 'reqId') !== null) return violated('reqId null', shown);
  if (frameAt(answer, 'code') !== 'MALFORMED') return violated('MALFORMED', shown);
  return isRefusal(conversation, answer, { op: 'error' });
}

export const unreadableFrame = check({
  id: 'wss/unreadable-frame',
  proves: ['WSS-12'],
  title: 'an unreadable frame is answered with op error, reqId null and MALFORMED',
  needs: ['trader', 'trading-socket'],

  async drive({ trader }) {
    for (const text of [...UNREADABLE, ...EITHER]) {
      const label = EITHER.includes(text) ? 'may close' : 'session';
      const socket = await trader.openSocket('trading', { label });
      await greeted(socket);
      await socket.send(text);
      const isAnswer: FrameMatch = (frame) => frameAt(frame, 'success') !== undefined;
      const answered = await Promise.race([socket.next(isAnswer, WAIT_MS), socket.untilClosed(WAIT_MS)]);
      if (answered === undefined) {
        await Promise.race([socket.ask({ ...PROBE, reqId: 'later' }), socket.untilClosed()]);
        await socket.next(isAnswer, WAIT_MS);
      }
      await socket.close();
    }
  },

  judge: (history) =>
    unopened(...history.conversations) ??
    eachOf(history.conversations.filter(isOpened), (c) => isUnreadable(c, c.label === 'may close')),
});
