import { greeted, isRefusal, isRefusedWith, ofAnswer, PROBE, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf } from '../../runner/judgement.ts';

export const refusalFrame = check({
  id: 'wss/refusal-frame',
  proves: ['WSS-12', 'WSS-13'],
  title: 'an unknown op answers UNKNOWN_OP; a refusal is {op, reqId, success: false, code, message, retryable}',
  needs: ['trader', 'trading-socket'],

  async drive({ trader }) {
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    await socket.ask({ ...PROBE, reqId: 'unknown' });
    await socket.ask({ op: 'Auth', reqId: 'cased', params: { token: 'x' } });
    await socket.ask({ op: 'auth', reqId: 'invalid', params: { token: 'no token of anybody' } });
    await socket.ask({ op: 'auth', reqId: 'tokenless', params: {} });
    await socket.ask({ ...PROBE, reqId: 'last' });
  },

  judge(history) {
    const conversation = history.conversation('session');
    return (
      unopened(conversation) ??
      allOf(
        isRefusedWith(conversation, 'unknown', { op: PROBE.op, code: 'UNKNOWN_OP' }),
        ...['cased', 'tokenless'].map((reqId) =>
          ofAnswer(conversation, reqId, (answer) => isRefusal(conversation, answer)),
        ),
        ofAnswer(conversation, 'invalid', (answer) => isRefusal(conversation, answer, { op: 'auth' })),
        ofAnswer(conversation, 'last', (answer) => isRefusal(conversation, answer, { op: PROBE.op })),
      )
    );
  },
});
