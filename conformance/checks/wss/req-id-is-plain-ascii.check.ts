import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Conversation, Frame } from '../../target/conversation.ts';
import { frameAt, received, sent, showing } from '../../target/conversation.ts';
import { greeted, isRefusal, PROBE, unopened } from './frame-rules.ts';

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

/** What came between one frame of the suite's and the next. */
function heardAfter(conversation: Conversation, frame: Frame): readonly Frame[] {
  const next = sent(conversation).find(({ n }) => n > frame.n);
  return received(conversation).filter(
    (f) => f.n > frame.n && (next === undefined || f.n < next.n) && frameAt(f, 'success') !== undefined,
  );
}

function isMalformed(conversation: Conversation, frame: Frame): Judgement {
  const [answer] = heardAfter(conversation, frame);
  if (answer === undefined) return inconclusive('no answer in time');
  if (frameAt(answer, 'code') !== 'MALFORMED') return violated('MALFORMED', showing(conversation, frame, answer));
  return isRefusal(conversation, answer);
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
      await socket.next((frame) => frameAt(frame, 'success') !== undefined);
    }
    await socket.ask({ ...PROBE, reqId: 'last' });
  },

  judge(history) {
    const conversation = history.conversation('session');
    const wrong = sent(conversation).filter(({ text }) => WRONG.includes(text ?? ''));
    const isLast = conversation.frames.some((f) => f.direction === 'received' && frameAt(f, 'reqId') === 'last');
    return (
      unopened(conversation) ??
      eachOf(
        [...wrong.map((frame) => isMalformed(conversation, frame)), isLast ? pass : inconclusive('no answer at last')],
        (judgement) => judgement,
      )
    );
  },
});
