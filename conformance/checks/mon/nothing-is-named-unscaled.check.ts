import { keyOf, textAt } from '../../client/exchange.ts';
import { namesNothingUnscaled } from '../../rules/money-properties.ts';
import { check } from '../../runner/check.ts';
import { eachOf } from '../../runner/judgement.ts';
import { HAIR } from './refused-money.check.ts';

/** The contract document is left out: it may still list the property as deprecated. */
export const nothingIsNamedUnscaled = check({
  id: 'mon/nothing-is-named-unscaled',
  proves: ['MON-16'],
  title: 'no response carries a property named unscaled: rows, pages, operation records and refusals',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const submitted = await trader.submit(order());
    const orderId = textAt(submitted, 'orderId') ?? '1';
    const refused = await trader.submit(order({ price: HAIR }));
    await trader.get('/me');
    await trader.get('/orders', { query: { limit: 100 } });
    await trader.get(`/orders/${orderId}`);
    await trader.cancel(orderId);
    await trader.get(`/operations/${keyOf(submitted)}`);
    await trader.get(`/operations/${keyOf(refused)}`);
    const executions = await trader.get('/executions', { query: { limit: 100 } });
    await trader.get(`/executions/${textAt(executions, 'items', 0, 'executionId') ?? '1'}`);
    await trader.get('/executions/1');
  },

  judge: (history) => eachOf(history.answered, namesNothingUnscaled),
});
