import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf, inconclusive } from '../../runner/judgement.ts';
import type { MintOptions } from '../../target/control.ts';
import { isOk } from '../../target/exchange.ts';
import { requestEveryRoute } from './every-route.ts';

const GOOD = 'as it should be';
const NS_PER_S = 1_000_000_000n;
/** Far from any leeway (decision A11). */
const HOUR_S = 3600;

/** One claim or one key is wrong, and nothing else. */
function defects(nowS: number): Readonly<Record<string, Omit<MintOptions, 'persona'>>> {
  return {
    expired: { claims: { iat: nowS - 2 * HOUR_S, nbf: nowS - 2 * HOUR_S, exp: nowS - HOUR_S } },
    'not yet valid': { claims: { nbf: nowS + HOUR_S, exp: nowS + 2 * HOUR_S } },
    'another issuer': { claims: { iss: 'https://issuer.invalid' } },
    'another audience': { claims: { aud: 'another-service' } },
    'several other audiences': { claims: { aud: ['another-service', 'a-third'] } },
    'signed by another key': { key: 'foreign' },
    'alg none': { key: 'none' },
    'HMAC keyed with the public key': { key: 'hmac-public' },
    'a changed signature': { tamper: 'signature' },
    'a changed claim': { tamper: 'payload' },
  };
}

export const unverifiableToken = check({
  id: 'auth/unverifiable-token',
  proves: ['AUTH-02'],
  title: 'a token of the issuer with one thing wrong (exp, nbf, iss, aud, key, algorithm) answers 401',
  needs: ['trader', 'mint'],

  async drive({ trader, control, target, freshKey }) {
    const { nowNs } = await control.clock();
    await trader.get('/me', { token: await control.mint({ persona: 'trader' }), label: GOOD });
    for (const [label, defect] of Object.entries(defects(Number(nowNs / NS_PER_S)))) {
      const token = await control.mint({ persona: 'trader', ...defect });
      await trader.get('/me', { token, label });
      if (label === 'expired') await requestEveryRoute(trader, { target, freshKey }, { token, label });
    }
  },

  judge(history) {
    if (!isOk(history.one(GOOD))) return inconclusive('a minted token with nothing wrong is not served');
    return eachOf(
      history.answered.filter((e) => e.label !== GOOD),
      (e) => expects(e, { status: 401 }, e.label ?? undefined),
    );
  },
});
