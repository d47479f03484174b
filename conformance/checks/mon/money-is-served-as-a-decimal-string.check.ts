import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { keyOf } from '../../target/exchange.ts';
import { moneyOf } from './money-properties.ts';
import { HAIR } from './refused-money.ts';

const GRAMMAR = /^-?[0-9]+(\.[0-9]+)?$/;

function isDecimal(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.length <= 64 && GRAMMAR.test(value));
}

function servesDecimals(e: Exchange): Judgement {
  const wrong = moneyOf(e).find(([, value]) => !isDecimal(value));
  return wrong === undefined
    ? pass
    : violated(`${wrong[0]} null or an exact decimal string in the published grammar`, e);
}

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
