import { textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf, inconclusive } from '../../runner/judgement.ts';

const STAMPED = ['userId', 'algoInstanceId'] as const;

export const principalInTheBodyIsRefused = check({
  id: 'ord/principal-in-the-body-is-refused',
  proves: ['ORD-13'],
  title: 'a body that states userId or algoInstanceId is refused 400 MALFORMED_REQUEST on submit and on cancel',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const orderId = textAt(await trader.submit(order(), { label: 'placed' }), 'orderId');
    if (orderId === undefined) return;
    for (const name of STAMPED) {
      await trader.submit(order({ [name]: 1 }), { label: 'stated' });
      await trader.cancel(orderId, { body: { [name]: 1 }, label: 'stated' });
    }
  },

  judge(history) {
    const stated = history.labelled('stated');
    if (stated.length === 0) return inconclusive('no order was placed');
    return eachOf(stated, (e) => expects(e, { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' }));
  },
});
