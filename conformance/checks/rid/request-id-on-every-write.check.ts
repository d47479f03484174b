import { keyOf, requestId, textAt } from '../../client/exchange.ts';
import { NOBODYS_ID } from '../../contract/nobodys.ts';
import { check } from '../../runner/check.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';

const FINER_THAN_ANY_GRID = '0.000000000000000001';

export const requestIdOnEveryWrite = check({
  id: 'rid/request-id-on-every-write',
  proves: ['RID-01'],
  title: 'every answer to a write carries X-Request-Id: taken, refused by door and owner, replayed, of a reused key',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const key = freshKey();
    const body = order();
    const submitted = await trader.submit(body, { key });
    await trader.submit(body, { key });
    const orderId = textAt(submitted, 'orderId') ?? '1';
    const cancelled = await trader.cancel(orderId);
    const again = keyOf(cancelled);
    await trader.cancel(orderId, again === undefined ? {} : { key: again });
    await trader.cancel(orderId, { key });
    await trader.cancel(NOBODYS_ID);
    const refused = order({ price: FINER_THAN_ANY_GRID });
    const refusedKey = freshKey();
    await trader.submit(refused, { key: refusedKey });
    await trader.submit(refused, { key: refusedKey });
    await trader.get(`/operations/${key}`);
    await trader.get(`/operations/${freshKey()}`);
    await trader.get(`/orders/${orderId}`);
    await trader.get('/executions');
    await trader.get('/docs');
  },

  judge: (history) =>
    eachOf(history.answered, (e) => (requestId(e) ? pass : violated('X-Request-Id on the response', e))),
});
