import { isOpened } from '../../client/conversation.ts';
import { unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { eachOf, inconclusive } from '../../runner/judgement.ts';
import { forgedTokens } from '../../scenes/forged-tokens.ts';
import { authenticate, isAcknowledged, isTurnedAway } from './acknowledgement.ts';

const GOOD = 'its own token';

export const forgedToken = check({
  id: 'mkt/forged-token',
  proves: ['MKT-03'],
  title: 'op auth of the market data socket checks the signature',
  needs: ['trader', 'market-data-socket'],

  async drive({ trader, anonymous }) {
    const good = await trader.token();
    for (const [label, token] of Object.entries({ [GOOD]: good, ...forgedTokens(good) })) {
      const socket = await anonymous.openSocket('marketData', { label });
      await authenticate(socket, token);
      await socket.close();
    }
  },

  judge(history) {
    const good = history.conversation(GOOD);
    const unknown = unopened(good);
    if (unknown !== undefined) return unknown;
    if (isAcknowledged(good, history.target.strict).verdict !== 'pass')
      return inconclusive('its own token is not taken either');
    const forged = history.conversations.filter((c) => c !== good && isOpened(c));
    return eachOf(forged, isTurnedAway);
  },
});
