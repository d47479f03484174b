import { isOk, textAt } from '../../client/exchange.ts';
import { compared, exactDecimal, plus } from '../../rules/exact-decimal.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { orderRows, type ServedRow } from './order-rows.ts';

const MONEY = ['price', 'qty', 'cumQty', 'leavesQty', 'avgPx', 'lastFillPx', 'lastFillQty'] as const;

function isMoney({ exchange, row }: ServedRow): Judgement {
  const wrong = MONEY.find((name) => row[name] !== null && exactDecimal(row[name]) === undefined);
  return wrong === undefined ? pass : violated(`${wrong} a money string or null`, exchange);
}

/** States are not named: an order that was never cancelled and has something left lives. */
function addsUp({ exchange, row }: ServedRow): Judgement {
  const [qty, cumQty, leavesQty] = [row['qty'], row['cumQty'], row['leavesQty']].map(exactDecimal);
  if (qty === undefined || leavesQty === undefined || leavesQty.units === 0n) return pass;
  const filled = cumQty ?? { units: 0n, places: 0 };
  return compared(plus(filled, leavesQty), qty) === 0
    ? pass
    : violated('cumQty plus leavesQty equal to qty while the order lives', exchange);
}

export const amountsAgree = check({
  id: 'ord/amounts-agree',
  proves: ['ORD-18'],
  title: "an order row's amounts are money strings or null, and cumQty plus leavesQty is qty while the order lives",
  needs: ['trader', 'account', 'instrument', 'writes'],

  // Read at rest, and then while the venue fills: the sandbox's in up to three slices.
  async drive({ trader, order, elapse }) {
    const read = async (orderId: string | undefined) => {
      if (orderId !== undefined) await trader.get(`/orders/${orderId}`, { label: 'own' });
    };
    await read(textAt(await trader.submit(order({ qty: '1.25' }), { label: 'own' }), 'orderId'));
    const filling = textAt(await trader.submit(order({ price: undefined, qty: '2.5' }), { label: 'own' }), 'orderId');
    for (let slice = 0; slice < 4; slice += 1) {
      await elapse(50);
      await read(filling);
    }
    await trader.get('/orders', { query: { limit: 30 } });
  },

  judge(history) {
    if (!history.labelled('own').every(isOk)) return inconclusive('no order was placed and read');
    const served = orderRows(history);
    return allOf(
      eachOf(served, isMoney),
      eachOf(
        served.filter(({ exchange }) => exchange.label === 'own'),
        addsUp,
      ),
    );
  },
});
