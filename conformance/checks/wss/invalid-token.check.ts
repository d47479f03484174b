import { frameAt, sent } from '../../client/conversation.ts';
import { greeted, isGranted, isRefusedWith, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf, inconclusive } from '../../runner/judgement.ts';
import { forgedTokens } from '../../scenes/forged-tokens.ts';

export const invalidToken = check({
  id: 'wss/invalid-token',
  proves: ['WSS-10'],
  title: 'op auth with a token that does not verify is refused INVALID_TOKEN and the session stays open',
  needs: ['trader', 'trading-socket'],

  async drive({ trader }) {
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    const token = await trader.token();
    await socket.ask({ op: 'auth', reqId: 'own', params: { token } });
    const wrong = ['no token of anybody', ...Object.values(forgedTokens(token))];
    for (const [i, forged] of wrong.entries())
      await socket.ask({ op: 'auth', reqId: `forged${i}`, params: { token: forged } });
    await socket.ask({ op: 'auth', reqId: 'ownAgain', params: { token } });
  },

  judge(history) {
    const conversation = history.conversation('session');
    const forged = sent(conversation)
      .map((frame) => frameAt(frame, 'reqId'))
      .filter((reqId): reqId is string => typeof reqId === 'string' && reqId.startsWith('forged'));
    const unknown = unopened(conversation);
    if (unknown !== undefined) return unknown;
    return allOf(
      eachOf(forged, (reqId) => isRefusedWith(conversation, reqId, { op: 'auth', code: 'INVALID_TOKEN' })),
      isGranted(conversation, 'own').verdict === 'pass'
        ? isGranted(conversation, 'ownAgain')
        : inconclusive('no credential renews the session'),
    );
  },
});
