/** The reqId of a frame: which ones a member takes, and that it echoes them unchanged. */
import fc from 'fast-check';
import type { Conversation, Frame } from '../../member/exchange/conversation.ts';
import { frameAt, received, sent, showing } from '../../member/exchange/conversation.ts';
import type { FrameMatch } from '../../member/sending/open-socket.ts';
import {
  answerTo,
  busyAnswer,
  isAnswer,
  isRefusal,
  ofSession,
  openGreeted,
  PROBE,
  staysOpen,
} from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';

/** Every deployed member echoes these (A97). */
const ALNUM = fc.stringMatching(/^[A-Za-z0-9]{1,64}$/);
/** What a member may cut off or fold, where it does not refuse a reqId with spaces. */
const SPACED = [' outer spaces ', 'inner  spaces'];
/** Printable, and JSON needs no escape for it. */
const PRINTABLE = fc.stringMatching(/^[!#-[\]-~][ !#-[\]-~]{0,62}[!#-[\]-~]$/);
/** One that could be read as a number, and one as long as any. */
const LIKELY_CHANGED = ['007', 'Ab0z'.repeat(16)];

/** JSON can spell the same text with escapes; a client that compares bytes does not find it then. */
function isSpeltAsSent(answer: Frame): boolean {
  return answer.text?.includes(`"${frameAt(answer, 'reqId')}"`) === true;
}

const isPlain = (reqId: unknown): boolean => typeof reqId === 'string' && /^[A-Za-z0-9]+$/.test(reqId);

/** A deployed member may refuse a reqId of other characters than letters and digits (A97); it may not change one. */
const isRefusedReqId = (answer: Frame): boolean =>
  frameAt(answer, 'code') === 'MALFORMED' && frameAt(answer, 'reqId') === null;

/** WSS-11. */
export const reqIdIsEchoed = check({
  id: 'wss/req-id-is-echoed',
  proves: ['WSS-11'],
  title: 'reqId is echoed byte for byte',
  needs: ['trader', 'trading-socket'],
  given: () => fc.record({ alnum: ALNUM, printable: PRINTABLE }),
  runs: 10,

  async drive({ trader }, { alnum, printable }) {
    const socket = await openGreeted(trader);
    for (const reqId of [alnum, ...LIKELY_CHANGED, ...SPACED, printable, 'last']) {
      await socket.send({ ...PROBE, reqId });
      // Any answer: waiting for a reqId that was changed would be in vain.
      await socket.next(isAnswer);
    }
    await socket.close();
  },

  judge: (history) =>
    ofSession(history, (conversation) => {
      const reqIds = sent(conversation).map((frame) => frameAt(frame, 'reqId'));
      const { strict } = history.target;
      const echoes = (frame: Frame) => reqIds.includes(frameAt(frame, 'reqId'));
      const unanswered = reqIds.filter((reqId) => answerTo(conversation, String(reqId)) === undefined);
      const others = received(conversation).filter((frame) => isAnswer(frame) && !echoes(frame));
      const refused = strict || unanswered.some(isPlain) ? [] : others.filter(isRefusedReqId);
      const answers = received(conversation).filter((frame) => isAnswer(frame) && !refused.includes(frame));
      const changed =
        answers.find((frame) => !echoes(frame)) ??
        (strict ? answers.find((frame) => !isSpeltAsSent(frame)) : undefined);
      if (changed !== undefined) return violated('the reqId of the op, byte for byte', showing(conversation, changed));
      const refusable = refused.length >= unanswered.length ? unanswered : [];
      return eachOf(
        reqIds.filter((reqId) => !refusable.includes(reqId)),
        (reqId) => staysOpen(conversation, String(reqId)),
      );
    }),
});

const framed = (reqId: string) => `{"op":"touchstoneProbe","reqId":${reqId},"params":{}}`;

/** As they are sent. */
const WRONG_REQ_IDS = [
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

/** The other probes may be answered late. */
const isAnswerToWrong: FrameMatch = (frame) =>
  isAnswer(frame) && !['greeted', 'last'].includes(String(frameAt(frame, 'reqId')));

function isMalformed(conversation: Conversation, answer: Frame, wrong: Frame | undefined): Judgement {
  if (frameAt(answer, 'code') === 'MALFORMED') return isRefusal(conversation, answer);
  return busyAnswer(answer) ?? violated('MALFORMED', showing(conversation, wrong, answer));
}

/** WSS-11: what a reqId may be. */
export const reqIdIsPlainAscii = check({
  id: 'wss/req-id-is-plain-ascii',
  proves: ['WSS-11'],
  title:
    'a reqId that is not a string of printable ASCII without escapes answers MALFORMED, and the session stays open',
  needs: ['trader', 'trading-socket'],
  cases: { of: 'frames', names: () => WRONG_REQ_IDS },

  async drive({ trader, takes }) {
    const socket = await openGreeted(trader);
    for (const text of WRONG_REQ_IDS.filter(takes)) {
      await socket.send(text);
      await socket.next(isAnswerToWrong);
    }
    await socket.ask({ ...PROBE, reqId: 'last' });
  },

  judge: (history) =>
    ofSession(history, (conversation) => {
      const wrong = sent(conversation).filter(({ text }) => WRONG_REQ_IDS.includes(text ?? ''));
      const answers = received(conversation).filter(isAnswerToWrong);
      // A frame was passed over where a later one has its answer.
      const isPassedOver = answers.length < wrong.length && answerTo(conversation, 'last') !== undefined;
      return allOf(
        // Nothing in an answer says which frame it is to; they are sent one by one.
        eachOf(answers, (answer) => isMalformed(conversation, answer, wrong[answers.indexOf(answer)])),
        staysOpen(conversation, 'last'),
        isPassedOver ? violated('an answer to each', showing(conversation, wrong[answers.length])) : pass,
      );
    }),
});
