/** Cancels: the row that they serve, of the caller's orders and of an algo's, and the refusal for one that nothing holds. */
import { at, isOk, rows, textAt } from '../../member/exchange/exchange.ts';
import { onGrid } from '../../member/exchange/order.ts';
import { sameBody } from '../../member/exchange/same-answer.ts';
import { exactDecimal } from '../../rules/exact-decimal.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { isApplied, looking, NO_VERDICT, notCreated, withInstance } from '../../scenes/own-instance.ts';

/** What no cancel changes. The states of an order are not shown, so only the sandbox's is required to have nothing left. */
const UNCHANGED = ['orderId', 'clientOrderId', 'accountId', 'price', 'qty', 'userId'] as const;

export const cancelServesTheOrderRow = check({
  id: 'ord/cancel-serves-the-order-row',
  proves: ['ORD-14'],
  title: 'POST /orders/{id}/cancel serves the row of the order that it cancels',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, fixtures }) {
    const qty = onGrid('1.75', fixtures.instrument.step);
    const orderId = textAt(await trader.submit(order({ qty }), { label: 'placed' }), 'orderId');
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
    await withInstance(scene, admin, {}, async (own) => {
      if (!(await isApplied(scene, admin, own))) return;
      await admin.post(`${own.path}/start`, {}, { label: 'started' });
      const orderId = await looking(
        scene,
        () => admin.get(`${own.path}/orders`, { query: { limit: 100 } }),
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
    const answered = expects(cancelled, { status: history.target.strict ? 200 : [200, 201] });
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
