import { isOk } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { inconclusive } from '../../runner/judgement.ts';

export const tokenWithoutExpiry = check({
  id: 'tkt/token-without-expiry',
  proves: ['TKT-05'],
  title: 'a token without expiry answers 401 UNAUTHENTICATED and mints no ticket',
  needs: ['trader', 'tickets', 'mint'],

  async drive({ trader, control }) {
    await trader.mintTicket({ token: await control.mint({ persona: 'trader' }), label: 'with expiry' });
    const token = await control.mint({ persona: 'trader', claims: { exp: null } });
    await trader.mintTicket({ token, label: 'without expiry' });
  },

  judge(history) {
    if (!isOk(history.one('with expiry'))) return inconclusive('a minted token with an expiry mints no ticket either');
    return expects(history.one('without expiry'), { status: 401, code: 'UNAUTHENTICATED' });
  },
});
