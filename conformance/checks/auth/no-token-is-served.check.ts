import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { keyOf, textAt } from '../../target/exchange.ts';
import { forgedTokens } from './forged-tokens.ts';

/** What the recorder puts in the place of a secret that it knows, whole, in part or encoded. */
const SECRET = /<(?:part of the )?(?:minted )?(?:token|secret|ticket|material)\b[^>]*>/;

function holdsNoSecret(e: Exchange): Judgement {
  const { headers = [], body = '' } = e.response ?? {};
  const seen = SECRET.exec([...headers.map(([, value]) => value), body].join('\n'))?.[0];
  return seen === undefined ? pass : violated(`no token and no key material in a response; ${seen} stands there`, e);
}

export const noTokenIsServed = check({
  id: 'auth/no-token-is-served',
  proves: ['AUTH-13'],
  title: 'no token appears in a response, not even where it was sent in the wrong place or does not verify',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const token = await trader.token();
    await trader.get('/me');
    await trader.get('/openapi.json');
    const submitted = await trader.submit(order());
    await trader.get('/orders', { query: { limit: 5 } });
    await trader.get(`/operations/${keyOf(submitted)}`);
    await trader.cancel(textAt(submitted, 'orderId') ?? '1');

    for (const forged of Object.values(forgedTokens(token))) await trader.get('/me', { token: forged });
    await trader.get('/me', { authorization: 'Basic <token>' });
    await trader.get('/me', { authorization: 'Bearer <token> <token>' });
    await trader.get('/orders', { query: { access_token: token } });
    await trader.get(`/orders/${token}`);
    await trader.get(`/operations/${token}`);
    await trader.submit(order({ price: token }));
    await trader.submit(order({ account: token, accountId: undefined }));
    await trader.request({ method: 'POST', path: '/orders', key: token, body: order() });
    await trader.request({ method: 'POST', path: '/orders', key: freshKey(), rawBody: `{"price":${token}}` });
    await trader.get('/me', { headers: { 'X-Request-Id': token } });
  },

  judge: (history) => eachOf(history.answered, holdsNoSecret),
});
