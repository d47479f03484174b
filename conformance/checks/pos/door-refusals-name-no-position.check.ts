import type { Exchange } from '../../client/exchange.ts';
import { isOk, textAt } from '../../client/exchange.ts';
import { isAtLeast } from '../../contract/versions.ts';
import { namesNoPosition } from '../../rules/state-rules.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive } from '../../runner/judgement.ts';

function isOfTheDoor(e: Exchange): Judgement {
  return isOk(e) ? inconclusive('a request that the door refuses was served') : namesNoPosition(e);
}

export const doorRefusalsNameNoPosition = check({
  id: 'pos/door-refusals-name-no-position',
  proves: ['POS-04'],
  title: 'a refusal made by the gateway before anything is sent carries no X-Service-Global-Sequence',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, anonymous, order, freshKey, target }) {
    const door = { label: 'door' };
    const submit = (rawBody: string) =>
      trader.request({ method: 'POST', path: '/orders', rawBody, key: freshKey(), ...door });
    await anonymous.get('/orders', door);
    await trader.get('/no-such-path', door);
    await trader.request({ method: 'PATCH', path: '/orders', ...door });
    // Before 0.13.0 a read ignores what it does not take, pages have no limit, and there are no cursors.
    if (isAtLeast(target.rest, '0.13.0')) {
      await trader.get('/orders', { query: { nonsense: 1 }, ...door });
      await trader.get('/orders', { query: { limit: 0 }, ...door });
      await trader.get('/executions', { query: { cursor: 'not a cursor' }, ...door });
    }
    await submit('{');
    // Before 0.3.4 the owner judged these (ours of the price).
    if (isAtLeast(target.rest, '0.3.4')) {
      await trader.submit(order({ price: 1 }), door);
      await trader.submit(order({ instrumentId: undefined, instrument: 'NO-SUCH-SYMBOL' }), door);
    }
    await trader.submit(order({ userId: 1 }), door);
    await trader.request({ method: 'POST', path: '/orders', body: order(), ...door });
    await trader.submit(order({ accountId: undefined, account: 'an account that nobody holds' }), door);
    const key = freshKey();
    const submitted = await trader.submit(order(), { key });
    // A key used for another operation is no fact of an owner's (decision A33).
    const orderId = textAt(submitted, 'orderId');
    if (orderId !== undefined) await trader.cancel(orderId, { key, ...door });
  },

  judge: (history) => eachOf(history.labelled('door'), isOfTheDoor),
});
