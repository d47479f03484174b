import { check } from '../../runner/check.ts';
import { refusedByOwner, submitRefused } from './refused-order.ts';

export const offGridQuoteIsNoReference = check({
  id: 'ord/off-grid-quote-is-no-reference',
  proves: ['ORD-12'],
  title: 'an order without a price is refused 409 NO_REFERENCE_PRICE where the price grid cannot hold the quote',
  needs: ['trader', 'account', 'instrument', 'offGridInstrument', 'writes'],

  async drive(scene) {
    const { id, step = '1' } = scene.fixtures.offGridInstrument;
    await submitRefused(scene.trader, scene, 'off its grid', { instrumentId: id, price: undefined, qty: step });
  },

  judge: (history) => refusedByOwner(history, 'off its grid', { status: 409, code: 'NO_REFERENCE_PRICE' }),
});
