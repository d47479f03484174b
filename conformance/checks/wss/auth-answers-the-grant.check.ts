import { greeted, isGranted, PROBE, staysOpen, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, notExercised, pass } from '../../runner/judgement.ts';

export const authAnswersTheGrant = check({
  id: 'wss/auth-answers-the-grant',
  proves: ['WSS-08'],
  title: 'op auth with a credential of the same principal answers success true with the session grant',
  needs: ['trader', 'trading-socket'],

  async drive({ trader }) {
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    for (const reqId of ['renewed', 'renewedAgain']) {
      await socket.ask({ op: 'auth', reqId, params: { token: await trader.token() } });
    }
    await socket.ask({ ...PROBE, reqId: 'probe' });
  },

  judge(history) {
    const conversation = history.conversation('session');
    const { strict, controlled } = history.target;
    return (
      unopened(conversation) ??
      allOf(
        isGranted(conversation, 'renewed'),
        isGranted(conversation, 'renewedAgain'),
        staysOpen(conversation, 'probe'),
        // That the lease is renewed is seen at its end alone: `wss/session-comes-to-its-end`, and with a control plane
        // `wss/auth-renews-the-lease`.
        strict || controlled === true
          ? pass
          : notExercised('the session was not followed past the end of its first lease'),
      )
    );
  },
});
