import { unopened } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import { eachOf, inconclusive } from '../../runner/judgement.ts';
import { authenticate, isAcknowledged, isTurnedAway } from './acknowledgement.ts';

const GOOD = 'a good token';
/** Past any leeway that a member may grant (A11). */
const AWAY_S = 300;
const NS_PER_S = 1_000_000_000n;

/** By what is wrong with each, at a time in epoch seconds. */
const claimsAt = (nowS: number) => ({
  [GOOD]: {},
  'exp in the past': { exp: nowS - AWAY_S },
  'nbf to come': { nbf: nowS + AWAY_S },
  'another audience': { aud: 'touchstone-another-audience' },
  'no audience': { aud: null },
  'another issuer': { iss: 'https://elsewhere.example/' },
  'no issuer': { iss: null },
});

export const claimsAreChecked = check({
  id: 'mkt/claims-are-checked',
  proves: ['MKT-03'],
  title: 'op auth of the market data socket checks exp, nbf, audience and issuer',
  needs: ['trader', 'market-data-socket', 'mint'],

  async drive({ anonymous, control }) {
    const nowS = Number((await control.clock()).nowNs / NS_PER_S);
    for (const [label, claims] of Object.entries(claimsAt(nowS))) {
      const token = await control.mint({ persona: 'trader', claims });
      const socket = await anonymous.openSocket('marketData', { label });
      await authenticate(socket, token);
      await socket.close();
    }
  },

  judge(history) {
    const unknown = unopened(...history.conversations);
    if (unknown !== undefined) return unknown;
    if (isAcknowledged(history.conversation(GOOD), history.target.strict).verdict !== 'pass') {
      return inconclusive('a minted token is not taken either');
    }
    const others = history.conversations.filter(({ label }) => label !== GOOD);
    return eachOf(others, isTurnedAway);
  },
});
