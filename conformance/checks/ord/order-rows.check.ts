/**
 * The row of an order, wherever it is served: by its submission and its cancel, by its id, among all orders. Its amounts agree,
 * exactly one principal is set on it, and what is not changed reads the same.
 */
import { at, type Exchange, isOf, isOk, json, keyOf, position, rows, sentJson, textAt } from '../../client/exchange.ts';
import { type OrderBody, tradingPrice } from '../../client/order.ts';
import { canonicalDecimal, sameBody } from '../../client/same-answer.ts';
import { compared, exactDecimal, plus } from '../../rules/exact-decimal.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { notShown } from '../../runner/not-shown.ts';
import { INSTANCES, isApplied, looking, NO_VERDICT, notCreated, withInstance } from '../../scenes/own-instance.ts';
import { ordersAtHand } from '../../scenes/rows-at-hand.ts';

interface ServedRow {
  readonly exchange: Exchange;
  readonly row: Readonly<Record<string, unknown>>;
}

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

/** What a submission states and its row repeats. */
const STATED = ['accountId', 'price', 'qty'] as const;

export const submitServesTheOrderRow = check({
  id: 'ord/submit-serves-the-order-row',
  proves: ['ORD-01'],
  title: 'POST /orders serves the row of the order as it was submitted; its key is the clientOrderId',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    await trader.submit(order({ qty: '1.25' }), { label: 'submitted' });
  },

  judge(history) {
    const submitted = history.one('submitted');
    const { status, why } = { status: '2xx', why: 'an order that rests' } as const;
    if (!isOk(submitted)) return expects(submitted, { status }, why);
    const sent = sentJson(submitted) as OrderBody;
    const other = STATED.find((name) => !sameBody(at(submitted, name), sent[name]));
    return allOf(
      textAt(submitted, 'orderId') === undefined ? violated('an order row, with its orderId', submitted) : pass,
      at(submitted, 'clientOrderId') === keyOf(submitted) ? pass : violated('the key as clientOrderId', submitted),
      other === undefined ? pass : violated(`${other} as it was submitted`, submitted),
    );
  },
});

/** What no cancel changes. The states of an order are not shown, so only the sandbox's is required to have nothing left. */
const UNCHANGED = ['orderId', 'clientOrderId', 'accountId', 'price', 'qty', 'userId'] as const;

export const cancelServesTheOrderRow = check({
  id: 'ord/cancel-serves-the-order-row',
  proves: ['ORD-14'],
  title: 'POST /orders/{id}/cancel serves the row of the order that it cancels',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const orderId = textAt(await trader.submit(order({ qty: '1.75' }), { label: 'placed' }), 'orderId');
    if (orderId !== undefined) await trader.cancel(orderId, { label: 'cancelled' });
  },

  judge(history) {
    const placed = history.one('placed');
    const cancelled = history.maybe('cancelled');
    if (cancelled === undefined || !isOk(placed)) return inconclusive('no order was placed');
    if (!isOk(cancelled)) return expects(cancelled, { status: '2xx' });
    const changed = UNCHANGED.find((name) => !sameBody(at(cancelled, name), at(placed, name)));
    const left = exactDecimal(at(cancelled, 'leavesQty'));
    return allOf(
      changed === undefined ? pass : violated(`the row of the order, its ${changed} as it was`, placed, cancelled),
      history.target.strict && left?.units !== 0n ? violated('nothing left of the order', placed, cancelled) : pass,
    );
  },
});

/** Ids are minted from times: nothing was placed at the end of 64-bit time. */
const NO_ORDERS_ID = '9223372036854775807';

export const cancelOfAnUnheldOrder = check({
  id: 'ord/cancel-of-an-unheld-order',
  proves: ['ORD-14'],
  title: 'the cancel of an order that the organisation does not hold answers 404 NOT_FOUND with the as-of header',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader }) {
    await trader.cancel(NO_ORDERS_ID, { label: 'unheld' });
  },

  judge: (history) => expects(history.one('unheld'), { status: 404, code: 'NOT_FOUND', asOf: 'present' }),
});

export const humanCancelsAnAlgosOrder = check({
  id: 'ord/human-cancels-an-algos-order',
  proves: ['ORD-15'],
  title: "a human of the organisation cancels an algo's order and is answered its row, the instance's still",
  needs: ['admin', 'trader', 'algoVersion', 'algos', 'writes'],
  since: '0.11.0',

  async drive(scene) {
    const { admin, trader } = scene;
    await withInstance(scene, admin, async (own) => {
      if (!(await isApplied(scene, admin, own))) return;
      await admin.post(`${own.path}/start`, {}, { label: 'started' });
      const orderId = await looking(
        scene,
        () => admin.get(`${own.path}/orders`),
        (e) => rows(e)[0]?.['orderId'],
      );
      if (typeof orderId !== 'string') return;
      await trader.get(`/orders/${orderId}`, { label: 'before' });
      await trader.cancel(orderId, { label: 'cancelled' });
    });
  },

  judge(history) {
    const [started, before, cancelled] = ['started', 'before', 'cancelled'].map((label) => history.maybe(label));
    if (started === undefined) return notCreated(history) ?? inconclusive(NO_VERDICT);
    if (before === undefined || cancelled === undefined || !isOk(before))
      return inconclusive("the fixture's document placed no order");
    if (/^0(\.0*)?$/.test(textAt(before, 'leavesQty') ?? ''))
      return inconclusive("the fixture's document places no order that rests");
    const answered = expects(cancelled, { status: 200 });
    if (answered.verdict !== 'pass') return answered;
    const isTheOrder = at(cancelled, 'orderId') === at(before, 'orderId');
    const isTheAlgos =
      at(cancelled, 'userId') === 0 && at(cancelled, 'algoInstanceId') === at(before, 'algoInstanceId');
    return allOf(
      isTheOrder ? pass : violated('the row of the order', before, cancelled),
      isTheAlgos ? pass : violated('an order of its algo instance still, userId 0', before, cancelled),
    );
  },
});

function hasOnePrincipal({ exchange, row }: ServedRow): Judgement {
  const { userId, algoInstanceId } = row;
  const byUser = userId !== 0 && userId !== null && userId !== undefined;
  const byInstance = algoInstanceId !== null && algoInstanceId !== undefined;
  const what = 'exactly one of userId (not 0) and algoInstanceId (not null) on an order row';
  return byUser === byInstance ? violated(what, exchange) : pass;
}

export const onePrincipalAnOrder = check({
  id: 'ord/one-principal-an-order',
  proves: ['ORD-16'],
  title: 'exactly one of userId and algoInstanceId is set on each order row: submitted, read, listed, cancelled',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const orderId = textAt(await trader.submit(order({ qty: '1.25' })), 'orderId');
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
    const placed = rows(await admin.get(`${INSTANCES}/${fixtures.algoInstance.id}/orders`, { label: 'placed' }));
    for (const { orderId } of placed.slice(0, 3)) await admin.get(`/orders/${orderId}`);
    await admin.get('/orders');
  },

  judge(history) {
    const placed = new Set(rows(history.one('placed')).map(({ orderId }) => orderId));
    if (placed.size === 0) return inconclusive('the fixture algoInstance has placed no order');
    const served = orderRows(history).filter(({ row }) => placed.has(row['orderId']));
    return eachOf(served, isTheInstances);
  },
});

type Row = Readonly<Record<string, unknown>>;

const COUNT = 3;
const TRIES = 3;

/** The first member of both that differs; a row may say more than a page does. */
function difference(listed: Row, single: Row): string | undefined {
  return Object.keys(listed).find((name) => Object.hasOwn(single, name) && !sameBody(listed[name], single[name]));
}

/** Of one state, so no fill or cancel lies between them (decision A42). */
function isTheSame(page: Exchange, single: Exchange): Judgement {
  const row = json(single) as Row;
  const listed = rows(page).find(({ orderId }) => orderId === row['orderId']);
  if (listed === undefined) return pass;
  const other = difference(listed, row);
  return other === undefined ? pass : violated(`${other} as the page of the same position lists it`, page, single);
}

export const orderIsOneRowEverywhere = check({
  id: 'ord/order-is-one-row-everywhere',
  proves: ['POS-08'],
  title: 'an order read by its id is the row that GET /orders lists at the same position',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader } = scene;
    await ordersAtHand(scene, COUNT);
    for (let tried = 0; tried < TRIES; tried += 1) {
      const page = await trader.get('/orders', { query: { limit: COUNT }, label: 'page' });
      for (const { orderId } of rows(page)) {
        if (typeof orderId === 'string') await trader.get(`/orders/${orderId}`, { label: 'single' });
      }
    }
  },

  judge(history) {
    const singles = history.labelled('single').filter(isOk);
    const pairs = history
      .labelled('page')
      .flatMap((page) =>
        singles
          .filter((single) => position(page) !== undefined && position(single) === position(page))
          .map((single) => ({ page, single })),
      );
    return pairs.length === 0
      ? inconclusive('no order was read by its id at the position of a page')
      : eachOf(pairs, ({ page, single }) => isTheSame(page, single));
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

const LOOKS = 20;
const BETWEEN_LOOKS_MS = 250;

export const finerFillsChangeNoValue = check({
  id: 'ord/finer-fills-change-no-value',
  proves: ['ORD-20'],
  title: 'price and quantity of an order that traded finer may read with more places: zeros alone, never another value',
  needs: ['trader', 'account', 'instrument', 'finerInstrument', 'writes'],

  async drive({ trader, order, fixtures, elapse }) {
    const { id, price, step = '1' } = fixtures.finerInstrument;
    const over = { instrumentId: id, qty: step, ...(price === undefined ? {} : { price: tradingPrice(price) }) };
    const submitted = await trader.submit(order(over), { label: 'submitted' });
    const orderId = textAt(submitted, 'orderId');
    if (orderId === undefined) return;
    // Traded in slices: read on until nothing is left.
    for (let looks = 0; looks < LOOKS; looks += 1) {
      await elapse(BETWEEN_LOOKS_MS);
      const left = textAt(await trader.get(`/orders/${orderId}`, { label: 'traded' }), 'leavesQty');
      if (left !== undefined && canonicalDecimal(left) === '0') return;
    }
  },

  judge(history) {
    const [submitted, traded] = [history.one('submitted'), history.labelled('traded').at(-1)];
    if (traded === undefined || textAt(traded, 'lastFillQty') === undefined) {
      return notShown(history, 'the venue did not trade the order of the fixture finerInstrument');
    }
    return allOf(
      ...['price', 'qty'].map((name) => {
        const [before, after] = [textAt(submitted, name), textAt(traded, name)];
        if (before === undefined) return inconclusive(`the order states no ${name}`);
        const same = after !== undefined && canonicalDecimal(before) === canonicalDecimal(after);
        return same && after.length >= before.length
          ? pass
          : violated(`${name} as it was, or with zeros behind it`, submitted, traded);
      }),
    );
  },
});
