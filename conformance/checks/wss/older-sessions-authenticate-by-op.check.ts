import { frameAt, showing } from '../../client/conversation.ts';
import { busyAnswer } from '../../rules/busy-answer.ts';
import { ofAnswer, opens } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { pass, violated } from '../../runner/judgement.ts';

export const olderSessionsAuthenticateByOp = check({
  id: 'wss/older-sessions-authenticate-by-op',
  proves: ['WSS-20'],
  title: 'before socket contract 1.4.0 a handshake without a credential is let in and authenticates by op auth',
  needs: ['trader', 'trading-socket'],
  socketContract: { until: '1.4.0' },
  deploys: [{ rest: '0.13.0', socket: '1.1.0' }],

  async drive({ trader }) {
    const socket = await trader.openSocket('trading', { token: null, label: 'session' });
    await socket.ask({ op: 'auth', reqId: 'authenticated', params: { token: await trader.token() } });
  },

  judge(history) {
    const conversation = history.conversation('session');
    const opened = opens(conversation);
    if (opened.verdict !== 'pass') return opened;
    return ofAnswer(conversation, 'authenticated', (answer) =>
      frameAt(answer, 'success') === true
        ? pass
        : (busyAnswer(answer) ?? violated('op auth answered success true', showing(conversation, answer))),
    );
  },
});
