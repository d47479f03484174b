import { isOpened, showing } from '../../client/conversation.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { forgedTokens } from '../../scenes/forged-tokens.ts';

const EMPTY = { 'an empty ticket': 'ticket=', 'an unknown parameter': 'token=abc' } as const;

export const noCredential = check({
  id: 'wss/no-credential',
  proves: ['WSS-01'],
  title: 'a handshake without a credential, or with a token that does not verify, is refused and no session is made',
  needs: ['trader', 'trading-socket'],

  async drive({ trader, anonymous }) {
    await anonymous.openSocket('trading', { label: 'refused' });
    for (const query of Object.values(EMPTY)) await anonymous.openSocket('trading', { query, label: 'refused' });
    await trader.openSocket('trading', { authorization: 'Bearer', label: 'refused' });
    for (const token of Object.values(forgedTokens(await trader.token()))) {
      await trader.openSocket('trading', { token, label: 'refused' });
    }
    await trader.openSocket('trading', { label: 'with a credential' });
  },

  judge: (history) =>
    allOf(
      eachOf(history.conversationsLabelled('refused'), (c) =>
        isOpened(c) ? violated('a refused handshake', showing(c, c.frames[0])) : pass,
      ),
      isOpened(history.conversation('with a credential'))
        ? pass
        : inconclusive('a bearer token opens no session either'),
    ),
});
