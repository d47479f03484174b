import { keyOf } from '../../client/exchange.ts';
import { moneyOf, servesDecimals } from '../../rules/money-properties.ts';
import { check } from '../../runner/check.ts';
import { eachOf, inconclusive } from '../../runner/judgement.ts';
import { HAIR } from './refused-money.check.ts';

export const moneyIsServedAsADecimalString = check({
  id: 'mon/money-is-served-as-a-decimal-string',
  proves: ['MON-15'],
  title: 'every money value served is a decimal string in the published grammar, or null: never a number, never scaled',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    await trader.submit(order());
    const refused = await trader.submit(order({ price: HAIR }));
    await trader.get(`/operations/${keyOf(refused)}`);
    await trader.get('/orders', { query: { limit: 50 } });
    await trader.get('/executions', { query: { limit: 50 } });
  },

  judge(history) {
    const withMoney = history.answered.filter((e) => moneyOf(e).length > 0);
    if (withMoney.length === 0) return inconclusive('no money was served');
    return eachOf(withMoney, servesDecimals);
  },
});
