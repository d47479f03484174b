/** Every order row that a check was served: its amounts agree, and exactly one principal is set on it. */
import { isOf, isOk, json, rows, textAt } from '../../member/exchange/exchange.ts';
import { onGrid } from '../../member/exchange/order.ts';
import { compared, exactDecimal, plus } from '../../rules/exact-decimal.ts';
import { hasOnePrincipal, type ServedRow } from '../../rules/row-rules.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { INSTANCES } from '../../scenes/own-instance.ts';

const ONE_ROW = ['POST /orders', 'POST /orders/{id}/cancel', 'GET /orders/{id}'] as const;

/** The order rows of a history: of the answer to a write, of one row, of a page. */
function orderRows(history: History): readonly ServedRow[] {
  return history.exchanges.filter(isOk).flatMap((exchange) => {
    if (isOf(exchange, 'GET /orders')) return rows(exchange).map((row) => ({ exchange, row }));
    const row = json(exchange);
    return ONE_ROW.some((route) => isOf(exchange, route)) && typeof row === 'object' && row !== null
      ? [{ exchange, row: row as ServedRow['row'] }]
      : [];
  });
}

export const onePrincipalAnOrder = check({
  id: 'ord/one-principal-an-order',
  proves: ['ORD-16'],
  title: 'exactly one of userId and algoInstanceId is set on each order row: submitted, read, listed, cancelled',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, fixtures }) {
    const qty = onGrid('1.25', fixtures.instrument.step);
    const orderId = textAt(await trader.submit(order({ qty })), 'orderId');
    if (orderId === undefined) return;
    await trader.get(`/orders/${orderId}`);
    await trader.get('/orders', { query: { limit: 30 } });
    await trader.cancel(orderId);
  },

  judge: (history) => eachOf(orderRows(history), hasOnePrincipal),
});

/** An order is the instance's wherever it is served: by the instance, by its id, among all. */
function isTheInstances({ exchange, row }: ServedRow): Judgement {
  const { userId, algoInstanceId } = row;
  return userId === 0 && algoInstanceId !== null && algoInstanceId !== undefined
    ? pass
    : violated('userId 0 and an algoInstanceId on an order that an instance placed', exchange);
}

export const onePrincipalOfAnAlgosOrder = check({
  id: 'ord/one-principal-of-an-algos-order',
  proves: ['ORD-16'],
  title: 'an order that an instance placed has algoInstanceId and no user, by its id and among all orders',
  needs: ['admin', 'algoInstance', 'algos'],
  since: '0.11.0',

  async drive({ admin, fixtures }) {
    const placed = rows(
      await admin.get(`${INSTANCES}/${fixtures.algoInstance.id}/orders`, { query: { limit: 10 }, label: 'placed' }),
    );
    for (const { orderId } of placed.slice(0, 3)) await admin.get(`/orders/${orderId}`);
    await admin.get('/orders', { query: { limit: 100 } });
  },

  judge(history) {
    const placed = new Set(rows(history.one('placed')).map(({ orderId }) => orderId));
    if (placed.size === 0) return inconclusive('the fixture algoInstance has placed no order');
    const served = orderRows(history).filter(({ row }) => placed.has(row['orderId']));
    return eachOf(served, isTheInstances);
  },
});

const MONEY = ['price', 'qty', 'cumQty', 'leavesQty', 'avgPx', 'lastFillPx', 'lastFillQty'] as const;

function isMoney({ exchange, row }: ServedRow): Judgement {
  const wrong = MONEY.find((name) => row[name] !== null && exactDecimal(row[name]) === undefined);
  return wrong === undefined ? pass : violated(`${wrong} a money string or null`, exchange);
}

/** States are not named: an order lives if it was never cancelled and has something left. */
function addsUp({ exchange, row }: ServedRow): Judgement {
  const [qty, cumQty, leavesQty] = [row['qty'], row['cumQty'], row['leavesQty']].map(exactDecimal);
  if (qty === undefined || leavesQty === undefined || leavesQty.units === 0n) return unseen;
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
  async drive({ trader, order, elapse, fixtures }) {
    const { step } = fixtures.instrument;
    const read = async (orderId: string | undefined) => {
      if (orderId !== undefined) await trader.get(`/orders/${orderId}`, { label: 'own' });
    };
    await read(textAt(await trader.submit(order({ qty: onGrid('1.25', step) }), { label: 'own' }), 'orderId'));
    const trading = order({ price: undefined, qty: onGrid('2.5', step) });
    const filling = textAt(await trader.submit(trading, { label: 'own' }), 'orderId');
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
