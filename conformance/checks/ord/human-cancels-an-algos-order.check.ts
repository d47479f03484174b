import { at, isOk, rows, textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { isApplied, looking, NO_VERDICT, notCreated, withInstance } from '../../scenes/own-instance.ts';

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
