import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';

export const olderOrdersTakeNoAlias = check({
  id: 'ver/older-orders-take-no-alias',
  proves: ['VER-09'],
  title: 'before 0.5.0 POST /orders takes no account alias: an order that names its account so alone is refused',
  needs: ['trader', 'account', 'instrument', 'writes'],
  until: '0.5.0',
  deploys: [{ rest: '0.4.3' }, { rest: '0.1.0' }],

  async drive({ trader, order, fixtures: { account } }) {
    await trader.submit(order({ accountId: undefined, account: account.name }), { label: 'by its name' });
  },

  judge: (history) =>
    expects(
      history.one('by its name'),
      history.target.strict ? { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' } : { status: '4xx' },
      'no account is named that a member before 0.5.0 knows',
    ),
});
