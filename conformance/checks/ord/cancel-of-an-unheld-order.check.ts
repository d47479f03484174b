import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';

/** Ids are minted from times: nothing was placed at the end of 64-bit time. */
const NOBODYS = '9223372036854775807';

export const cancelOfAnUnheldOrder = check({
  id: 'ord/cancel-of-an-unheld-order',
  proves: ['ORD-14'],
  title: 'the cancel of an order that the organisation does not hold answers 404 NOT_FOUND with the as-of header',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader }) {
    await trader.cancel(NOBODYS, { label: 'unheld' });
  },

  judge: (history) => expects(history.one('unheld'), { status: 404, code: 'NOT_FOUND', asOf: 'present' }),
});
