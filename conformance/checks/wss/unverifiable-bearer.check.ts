import { isOpened } from '../../client/conversation.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { unverifiable } from '../../scenes/unverifiable-tokens.ts';

const GOOD = 'nothing wrong';

/** Who is known by such a token is nobody: the handshake is one without a credential. */
export const unverifiableBearer = check({
  id: 'wss/unverifiable-bearer',
  proves: ['WSS-01'],
  title:
    'a handshake with a token of the issuer with one thing wrong (exp, nbf, iss, aud, key, algorithm) makes no session',
  needs: ['trader', 'trading-socket', 'mint'],

  async drive({ trader, control }) {
    const { nowNs } = await control.clock();
    for (const [label, wrong] of Object.entries({ ...unverifiable(nowNs), [GOOD]: {} })) {
      const token = await control.mint({ persona: 'trader', ...wrong });
      const socket = await trader.openSocket('trading', { token, label });
      await socket.close();
    }
  },

  judge(history) {
    const wrong = history.conversations.filter(({ label }) => label !== GOOD);
    return allOf(
      eachOf(wrong, (c) => (isOpened(c) ? violated(`a refused handshake: its token is ${c.label}`, c) : pass)),
      isOpened(history.conversation(GOOD)) ? pass : inconclusive('a minted token opens no session either'),
    );
  },
});
