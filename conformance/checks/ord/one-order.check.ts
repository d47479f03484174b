/** The row of one order: as it was submitted, by its id and on a page, and after fills that are finer than it. */
import {
  at,
  type Exchange,
  isOk,
  json,
  keyOf,
  position,
  rows,
  sentJson,
  textAt,
} from '../../member/exchange/exchange.ts';
import { type OrderBody, onGrid, tradingPrice } from '../../member/exchange/order.ts';
import { canonicalDecimal, differenceOf, sameBody } from '../../member/exchange/same-answer.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { notShown } from '../../runner/record/not-shown.ts';
import { ordersAtHand } from '../../scenes/rows-at-hand.ts';

/** What a submission states and its row repeats. */
const STATED = ['accountId', 'price', 'qty'] as const;

export const submitServesTheOrderRow = check({
  id: 'ord/submit-serves-the-order-row',
  proves: ['ORD-01'],
  title: 'POST /orders serves the row of the order as it was submitted; its key is the clientOrderId',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, fixtures }) {
    await trader.submit(order({ qty: onGrid('1.25', fixtures.instrument.step) }), { label: 'submitted' });
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

type Row = Readonly<Record<string, unknown>>;

const COUNT = 3;
/** More than are read by their ids: other orders are placed in the meantime, and must not push those off the page. */
const LISTED = 100;

/** Others may write between two reads. */
const TRIES = 8;

/** Of one state, so no fill or cancel lies between them (decision A42). */
function isTheSame(page: Exchange, single: Exchange): Judgement {
  const row = json(single) as Row;
  const listed = rows(page).find(({ orderId }) => orderId === row['orderId']);
  if (listed === undefined) return unseen;
  const other = differenceOf(listed, row);
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
    const listed = () => trader.get('/orders', { query: { limit: LISTED }, label: 'page' });
    const ids = rows(await listed())
      .flatMap(({ orderId }) => (typeof orderId === 'string' ? [orderId] : []))
      .slice(0, COUNT);
    for (let tried = 0; tried < TRIES; tried += 1) {
      const [page, ...singles] = await Promise.all([
        listed(),
        ...ids.map((id) => trader.get(`/orders/${id}`, { label: 'single' })),
      ]);
      if (singles.some((single) => isOk(single) && position(single) === position(page))) return;
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
      ['price', 'qty'].map((name) => {
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
