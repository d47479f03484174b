import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf } from '../../runner/judgement.ts';
import { cancelled } from './refused-order.ts';

/** How long a quote is fresh is not shown; ten minutes without a word of the venue is not. */
const SILENT_FOR = '10m';

export const staleQuoteIsNoReference = check({
  id: 'ord/stale-quote-is-no-reference',
  proves: ['ORD-12'],
  title: 'an order without a price is refused 409 NO_REFERENCE_PRICE once the last quote is no longer fresh',
  needs: ['trader', 'account', 'instrument', 'control', 'virtual-clock', 'writes'],

  async drive({ trader, order, control, fixtures }) {
    const { id, step } = fixtures.instrument;
    const unpriced = order({ instrumentId: id, price: undefined, qty: step });
    // What the venue states reaches the platform as the register's command `state`.
    const silence = await control.fault({
      on: { edge: 'inbox', owner: 'register', command: 'state' },
      refuse: 'INTERRUPTED',
    });
    await control.advance(SILENT_FOR);
    await cancelled(trader, await trader.submit(unpriced, { label: 'silent' }));
    await silence.untilFired();
    await silence.remove();
    await trader.submit(unpriced, { label: 'heard' });
  },

  judge: (history) =>
    allOf(
      expects(history.one('silent'), { status: 409, code: 'NO_REFERENCE_PRICE', position: 'present', asOf: 'absent' }),
      expects(history.one('heard'), { status: '2xx' }, 'the venue has restated its quote'),
    ),
});
