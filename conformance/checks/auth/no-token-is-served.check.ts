import { keyOf, textAt } from '../../client/exchange.ts';
import { holdsNoSecret } from '../../rules/holds-no-secret.ts';
import { check } from '../../runner/check.ts';
import { eachOf } from '../../runner/judgement.ts';
import { forgedTokens } from '../../scenes/forged-tokens.ts';

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
