import { textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf } from '../../runner/judgement.ts';

export const bodyUserIsRefused = check({
  id: 'idem/body-user-is-refused',
  proves: ['IDEM-15'],
  title: 'a body that states userId is refused 400 MALFORMED_REQUEST on every write',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const placed = await trader.submit(order(), { label: 'placed' });
    const orderId = textAt(placed, 'orderId') ?? '1';
    await trader.submit({ ...order(), userId: 1 }, { label: 'submit' });
    await trader.cancel(orderId, { body: { userId: 1 }, label: 'cancel' });
  },

  judge(history) {
    const refused = { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' } as const;
    return allOf(expects(history.one('submit'), refused), expects(history.one('cancel'), refused));
  },
});
