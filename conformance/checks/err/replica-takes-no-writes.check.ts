import { insisting } from '../../client/busy.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf } from '../../runner/judgement.ts';
import { FINER_THAN_ANY_GRID } from '../../scenes/sent-order.ts';

export const replicaTakesNoWrites = check({
  id: 'err/replica-takes-no-writes',
  proves: ['ERR-14'],
  title: 'a read replica serves reads, and answers a write 503 NOT_SERVING with retryable false',
  needs: ['trader', 'account', 'instrument', 'control', 'writes', 'destructive'],

  async drive({ trader, order, control, freshKey }) {
    const key = freshKey();
    const body = order({ price: FINER_THAN_ANY_GRID });
    await control.deploy({ surfaces: { replica: true } });
    await trader.get('/orders', { query: { limit: '1' }, label: 'read' });
    await insisting(() => trader.submit(body, { key, label: 'write' }));
    await control.deploy({ surfaces: { replica: false } });
    await trader.submit(body, { key, label: 'elsewhere' });
  },

  judge: (history) =>
    allOf(
      expects(history.one('read'), { status: 200 }),
      expects(history.last('write'), {
        status: 503,
        code: 'NOT_SERVING',
        retryable: false,
        position: 'absent',
        thoughBusy: true,
      }),
      expects(history.one('elsewhere'), { status: 'not 5xx', position: 'present', replay: false }, 'the key was free'),
    ),
});
