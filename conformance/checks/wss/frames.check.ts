import { socketRefusals } from '../../contract/socket-refusals.ts';
import type { Conversation } from '../../member/exchange/conversation.ts';
import { frameAt, isOpened, received, showing } from '../../member/exchange/conversation.ts';
import {
  answerTo,
  busyAnswer,
  isAnswer,
  isClosedOnUs,
  isRefusal,
  isRefusedWith,
  ofAnswer,
  ofSession,
  openGreeted,
  PROBE,
  unopened,
} from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, blaming, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { forgedTokens } from '../../scenes/forged-tokens.ts';

/** WSS-12 and WSS-13. */
export const refusalFrame = check({
  id: 'wss/refusal-frame',
  proves: ['WSS-12', 'WSS-13'],
  title: 'an unknown op answers UNKNOWN_OP; a refusal is {op, reqId, success: false, code, message, retryable}',
  needs: ['trader', 'trading-socket'],

  async drive({ trader }) {
    const socket = await openGreeted(trader);
    await socket.ask({ ...PROBE, reqId: 'unknown' });
    await socket.ask({ op: 'Auth', reqId: 'cased', params: { token: 'x' } });
    await socket.ask({ op: 'auth', reqId: 'invalid', params: { token: 'no token of anybody' } });
    await socket.ask({ op: 'auth', reqId: 'tokenless', params: {} });
    await socket.ask({ ...PROBE, reqId: 'last' });
  },

  judge: (history) =>
    ofSession(history, (conversation) => {
      const refused = (reqId: string, op?: string) =>
        ofAnswer(conversation, reqId, (answer) => isRefusal(conversation, answer, op === undefined ? {} : { op }));
      return allOf(
        blaming(isRefusedWith(conversation, 'unknown', { op: PROBE.op, code: 'UNKNOWN_OP' }), 'WSS-13', 'WSS-12'),
        [refused('cased'), refused('tokenless'), refused('invalid', 'auth'), refused('last', PROBE.op)].map((one) =>
          blaming(one, 'WSS-12'),
        ),
      );
    }),
});

const UNREADABLE = ['no JSON', '{"op":"auth"', '"text"', '17', ''];
/** A member may close the session on these instead (A98): one frame a session. */
const MAY_CLOSE = ['[]', 'null'];
const FRAMES = [...UNREADABLE, ...MAY_CLOSE];
const frameName = (text: string): string => (text === '' ? 'an empty frame' : text);
const WAIT_MS = 500;

/** `mayClose`: closing the session is as good as an answer. */
function isReportedUnreadable(conversation: Conversation, mayClose: boolean): Judgement {
  // The probes before the frame and after it can be read, and have answers that may come late.
  const answer = received(conversation).find(
    (frame) => isAnswer(frame) && !['greeted', 'later'].includes(String(frameAt(frame, 'reqId'))),
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

/** WSS-12. */
export const unreadableFrame = check({
  id: 'wss/unreadable-frame',
  proves: ['WSS-12'],
  title: 'an unreadable frame is answered with op error, reqId null and MALFORMED',
  needs: ['trader', 'trading-socket'],
  cases: { of: 'frames', names: () => FRAMES.map(frameName) },

  async drive({ trader, takes }) {
    for (const text of FRAMES.filter((text) => takes(frameName(text)))) {
      const socket = await openGreeted(trader, { label: MAY_CLOSE.includes(text) ? 'may close' : 'session' });
      await socket.send(text);
      const answered = await Promise.race([socket.next(isAnswer, WAIT_MS), socket.untilClosed(WAIT_MS)]);
      if (answered === undefined) {
        await Promise.race([socket.ask({ ...PROBE, reqId: 'later' }), socket.untilClosed()]);
        await socket.next(isAnswer, WAIT_MS);
      }
      await socket.close();
    }
  },

  judge: (history) =>
    unopened(history.conversations) ??
    eachOf(history.conversations.filter(isOpened), (c) => isReportedUnreadable(c, c.label === 'may close')),
});

const NEVER_EMITTED: readonly unknown[] = socketRefusals(({ isNeverEmitted }) => isNeverEmitted === true);

/** WSS-18: whatever can be wrong with an op, short of placing an order. */
export const codesNeverEmitted = check({
  id: 'wss/codes-never-emitted',
  proves: ['WSS-18'],
  title: 'UNAUTHENTICATED and OWNER_ABSENT are never emitted on the socket',
  needs: ['trader', 'trading-socket'],

  async drive({ trader, target }) {
    const socket = await openGreeted(trader);
    const wrong = Object.values(forgedTokens(await trader.token()));
    const tokens = ['', 'no token of anybody', null, 17, ...wrong.slice(0, 3)];
    for (const token of tokens) await socket.ask({ op: 'auth', params: { token } });
    await socket.ask({ op: 'auth', params: {} });
    await socket.ask({ op: 'auth' });
    await socket.ask(PROBE);
    if (target.strict) {
      await socket.ask({ op: 'subscribe', params: { topics: ['none'] } });
      await socket.ask({ op: 'submit', params: {} });
      await socket.ask({ op: 'cancel', params: { orderId: '1', commandKey: 'touchstone' } });
    }
  },

  judge: (history) =>
    ofSession(history, (conversation) => {
      const refusals = received(conversation).filter((frame) => frameAt(frame, 'success') === false);
      return eachOf(refusals, (frame) =>
        NEVER_EMITTED.includes(frameAt(frame, 'code'))
          ? violated(`a code other than ${NEVER_EMITTED.join(' and ')}`, showing(conversation, frame))
          : pass,
      );
    }),
});
