import { rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { AMOUNTS, BALANCES, NO_BALANCES } from './balance-rows.ts';

const MONEY = /^-?[0-9]+(\.[0-9]+)?$/;

export const amountsAreMoney = check({
  id: 'bal/amounts-are-money',
  proves: ['BAL-02'],
  title: 'total, available and held are money strings, never null, zero a reading like any',
  needs: ['admin', 'balances'],

  async drive({ admin }) {
    const page = await admin.get(BALANCES, { label: 'balances' });
    const accountId = rows(page)[0]?.['accountId'];
    if (typeof accountId === 'number') await admin.get(BALANCES, { query: { accountId }, label: 'balances' });
  },

  judge: (history) =>
    eachOf(history.labelled('balances'), (page) => {
      if (rows(page).length === 0) return inconclusive(NO_BALANCES);
      const amounts = rows(page).flatMap((row) => AMOUNTS.map((name) => [name, row[name]] as const));
      return allOf(
        ...amounts.map(([name, value]) =>
          typeof value === 'string' && MONEY.test(value) ? pass : violated(`${name} a money string`, page),
        ),
      );
    }),
});
