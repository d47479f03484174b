import { isOk } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf, inconclusive } from '../../runner/judgement.ts';
import { requestEveryRoute } from '../../scenes/every-route.ts';
import { unverifiable } from '../../scenes/unverifiable-tokens.ts';

const GOOD = 'as it should be';

export const unverifiableToken = check({
  id: 'auth/unverifiable-token',
  proves: ['AUTH-02'],
  title: 'a token of the issuer with one thing wrong (exp, nbf, iss, aud, key, algorithm) answers 401',
  needs: ['trader', 'mint'],

  async drive({ trader, control, target, freshKey }) {
    const { nowNs } = await control.clock();
    await trader.get('/me', { token: await control.mint({ persona: 'trader' }), label: GOOD });
    for (const [label, defect] of Object.entries(unverifiable(nowNs))) {
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
