import { status } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive } from '../../runner/judgement.ts';
import { requestEveryRoute } from '../../scenes/every-route.ts';
import { forgedTokens, respeltTokens } from '../../scenes/forged-tokens.ts';

const GOOD = 'its own token';
const RESPELT = 'respelt: ';
/** What is tried on every route: a member may verify on some and not on others. */
const ON_EVERY_ROUTE = 'a changed claim';

export const forgedToken = check({
  id: 'auth/forged-token',
  proves: ['AUTH-02'],
  title: 'a token of which signature, key or algorithm do not verify answers 401',
  needs: ['trader'],

  async drive({ trader, target, freshKey }) {
    await trader.get('/me', { label: GOOD });
    const good = await trader.token();
    const forged = forgedTokens(good);
    for (const [label, token] of Object.entries(forged)) await trader.get('/me', { token, label });
    const token = forged[ON_EVERY_ROUTE];
    if (token !== undefined) await requestEveryRoute(trader, { target, freshKey }, { token, label: ON_EVERY_ROUTE });
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
