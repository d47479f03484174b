import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive } from '../../runner/judgement.ts';
import { status } from '../../target/exchange.ts';
import { forgedTokens, respeltTokens } from './forged-tokens.ts';

const GOOD = 'its own token';
const RESPELT = 'respelt: ';

export const forgedToken = check({
  id: 'auth/forged-token',
  proves: ['AUTH-02'],
  title: 'a token of which signature, key or algorithm do not verify answers 401',
  needs: ['trader'],

  async drive({ trader }) {
    await trader.get('/me', { label: GOOD });
    const good = await trader.token();
    for (const [label, token] of Object.entries(forgedTokens(good))) await trader.get('/me', { token, label });
    for (const [how, token] of Object.entries(respeltTokens(good))) {
      await trader.get('/me', { token, label: RESPELT + how });
    }
  },

  judge(history) {
    if (status(history.one(GOOD)) === 401)
      return inconclusive('the token that the forged ones are made of does not verify');
    const others = history.answered.filter((e) => e.label !== GOOD);
    const isRespelt = ({ label }: { readonly label: string | null }) => label?.startsWith(RESPELT) === true;
    return allOf(
      eachOf(
        others.filter((e) => !isRespelt(e)),
        (e) => expects(e, { status: 401 }, e.label ?? undefined),
      ),
      // One token, one spelling: the sandbox's own rule. Another decoder may take these for the token that they mean.
      ...others
        .filter(isRespelt)
        .map((e) => expects(e, { status: history.target.strict ? 401 : 'not 5xx' }, e.label ?? undefined)),
    );
  },
});
