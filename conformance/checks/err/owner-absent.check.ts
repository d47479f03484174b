import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf } from '../../runner/judgement.ts';
import { FINER_THAN_ANY_GRID } from '../../scenes/sent-order.ts';

export const ownerAbsent = check({
  id: 'err/owner-absent',
  proves: ['ERR-21'],
  title:
    'OWNER_ABSENT answers 503, retryable true, while a record owner is away; the same key is served once it is back',
  needs: ['trader', 'account', 'instrument', 'control', 'writes'],

  async drive({ trader, order, control, freshKey }) {
    const key = freshKey();
    const body = order({ price: FINER_THAN_ANY_GRID });
    await control.fault({ on: { edge: 'inbox', key }, refuse: 'OWNER_ABSENT', times: 1 });
    await trader.submit(body, { key, label: 'away' });
    await trader.submit(body, { key, label: 'back' });
  },

  judge: (history) =>
    allOf(
      expects(history.one('away'), { status: 503, code: 'OWNER_ABSENT', retryable: true, position: 'absent' }),
      expects(history.one('back'), { status: 'not 5xx', position: 'present' }, 'judged by its owner'),
    ),
});
