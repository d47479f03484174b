import fc from 'fast-check';
import type { Frame } from '../../client/conversation.ts';
import { frameAt, received, sent, showing } from '../../client/conversation.ts';
import { greeted, PROBE, staysOpen, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { eachOf, violated } from '../../runner/judgement.ts';

/** Every deployed member echoes these (A97). */
const ALNUM = fc.stringMatching(/^[A-Za-z0-9]{1,64}$/);
/** Printable, and no JSON text has to escape it. */
const PRINTABLE = fc.stringMatching(/^[!#-[\]-~][ !#-[\]-~]{0,62}[!#-[\]-~]$/);

/** A number to who reads it so, and one that is as long as any. */
const LIKELY_CHANGED = ['007', 'Ab0z'.repeat(16)];

/** The same text may be spelt with escapes; whoever compares bytes does not find it then. */
function isSpeltAsAsked(answer: Frame): boolean {
  return answer.text?.includes(`"${frameAt(answer, 'reqId')}"`) === true;
}

export const reqIdIsEchoed = check({
  id: 'wss/req-id-is-echoed',
  proves: ['WSS-11'],
  title: 'reqId is echoed byte for byte',
  needs: ['trader', 'trading-socket'],
  given: () => fc.record({ alnum: ALNUM, printable: PRINTABLE }),
  runs: 10,

  async drive({ trader, target }, { alnum, printable }) {
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    for (const reqId of [alnum, ...LIKELY_CHANGED, ...(target.strict ? [printable] : []), 'last']) {
      await socket.send({ ...PROBE, reqId });
      // Whatever its reqId: one that was changed would be waited for in vain.
      await socket.next((frame) => frameAt(frame, 'success') !== undefined);
    }
    await socket.close();
  },

  judge(history) {
    const conversation = history.conversation('session');
    const unknown = unopened(conversation);
    if (unknown !== undefined) return unknown;
    const asked = sent(conversation).map((frame) => frameAt(frame, 'reqId'));
    const answers = received(conversation).filter((frame) => frameAt(frame, 'success') !== undefined);
    const strange = answers.find((frame) => !asked.includes(frameAt(frame, 'reqId')));
    if (strange !== undefined) return violated('the reqId of the op, byte for byte', showing(conversation, strange));
    const respelt = history.target.strict ? answers.find((frame) => !isSpeltAsAsked(frame)) : undefined;
    if (respelt !== undefined) return violated('the reqId of the op, byte for byte', showing(conversation, respelt));
    return eachOf(asked, (reqId) => staysOpen(conversation, String(reqId)));
  },
});
