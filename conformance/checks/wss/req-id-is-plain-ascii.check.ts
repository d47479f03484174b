import type { Conversation, Frame } from '../../client/conversation.ts';
import { frameAt, received, sent, showing } from '../../client/conversation.ts';
import type { FrameMatch } from '../../client/open-socket.ts';
import { busyAnswer } from '../../rules/busy-answer.ts';
import { answerTo, greeted, isRefusal, PROBE, staysOpen, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';

const framed = (reqId: string) => `{"op":"touchstoneProbe","reqId":${reqId},"params":{}}`;

/** As they stand in the frame. */
const WRONG = [
  framed(String.raw`"\u0061bc"`),
  framed(String.raw`"a\"b"`),
  framed(String.raw`"a\\b"`),
  framed(String.raw`"a\nb"`),
  framed('"añb"'),
  framed('"a\u{1F600}"'),
  framed('5'),
  framed('null'),
  framed('{"a":1}'),
  '{"op":"touchstoneProbe","params":{}}',
];

/** The reqIds of what is right: one of them may be answered late. */
const OWN: readonly unknown[] = ['greeted', 'last'];

const isAnswerToWrong: FrameMatch = (frame) =>
  frame.direction === 'received' && frameAt(frame, 'success') !== undefined && !OWN.includes(frameAt(frame, 'reqId'));

function isMalformed(conversation: Conversation, answer: Frame, asked: Frame | undefined): Judgement {
  if (frameAt(answer, 'code') === 'MALFORMED') return isRefusal(conversation, answer);
  return busyAnswer(answer) ?? violated('MALFORMED', showing(conversation, asked, answer));
}

export const reqIdIsPlainAscii = check({
  id: 'wss/req-id-is-plain-ascii',
  proves: ['WSS-11'],
  title:
    'a reqId that is not a string of printable ASCII without escapes answers MALFORMED, and the session stays open',
  needs: ['trader', 'trading-socket'],

  async drive({ trader }) {
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    for (const text of WRONG) {
      await socket.send(text);
      await socket.next(isAnswerToWrong);
    }
    await socket.ask({ ...PROBE, reqId: 'last' });
  },

  judge(history) {
    const conversation = history.conversation('session');
    const wrong = sent(conversation).filter(({ text }) => WRONG.includes(text ?? ''));
    const answers = received(conversation).filter(isAnswerToWrong);
    // One that is passed over is known by what was answered behind it.
    const isPassedOver = answers.length < wrong.length && answerTo(conversation, 'last') !== undefined;
    return (
      unopened(conversation) ??
      allOf(
        // Nothing in an answer says which frame it is to; they are sent one by one.
        eachOf(answers, (answer) => isMalformed(conversation, answer, wrong[answers.indexOf(answer)])),
        staysOpen(conversation, 'last'),
        isPassedOver ? violated('an answer to each', showing(conversation, wrong[answers.length])) : pass,
      )
    );
  },
});
