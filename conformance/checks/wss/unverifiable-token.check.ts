import { frameAt, sent } from '../../client/conversation.ts';
import { greeted, isGranted, isRefusedWith, unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf, inconclusive } from '../../runner/judgement.ts';
import { unverifiable } from '../../scenes/unverifiable-tokens.ts';

export const unverifiableTokenOnASession = check({
  id: 'wss/unverifiable-token',
  proves: ['WSS-10'],
  title:
    'op auth with a token of the issuer with one thing wrong (exp, nbf, iss, aud, key, algorithm) is refused INVALID_TOKEN',
  needs: ['trader', 'trading-socket', 'mint'],

  async drive({ trader, control }) {
    const { nowNs } = await control.clock();
    const socket = await trader.openSocket('trading', { label: 'session' });
    await greeted(socket);
    const auth = (reqId: string, token: string) => socket.ask({ op: 'auth', reqId, params: { token } });
    await auth('good', await control.mint({ persona: 'trader' }));
    for (const [what, wrong] of Object.entries(unverifiable(nowNs))) {
      await auth(`wrong${what.replaceAll(/[^A-Za-z0-9]/g, '')}`, await control.mint({ persona: 'trader', ...wrong }));
    }
    await auth('last', await control.mint({ persona: 'trader' }));
  },

  judge(history) {
    const conversation = history.conversation('session');
    const unknown = unopened(conversation);
    if (unknown !== undefined) return unknown;
    if (isGranted(conversation, 'good').verdict !== 'pass') {
      return inconclusive('a minted token with nothing wrong renews no session');
    }
    const wrong = sent(conversation)
      .map((frame) => frameAt(frame, 'reqId'))
      .filter((reqId): reqId is string => typeof reqId === 'string' && reqId.startsWith('wrong'));
    return allOf(
      eachOf(wrong, (reqId) => isRefusedWith(conversation, reqId, { op: 'auth', code: 'INVALID_TOKEN' })),
      isGranted(conversation, 'last'),
    );
  },
});
