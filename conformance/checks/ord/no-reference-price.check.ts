import { check } from '../../runner/check.ts';
import { refusedByOwner, submitRefused } from './refused-order.ts';

export const noReferencePrice = check({
  id: 'ord/no-reference-price',
  proves: ['ORD-12'],
  title: 'an order without a price, of an instrument without a quote, is refused 409 NO_REFERENCE_PRICE by the owner',
  needs: ['trader', 'account', 'instrument', 'unpricedInstrument', 'writes'],

  async drive(scene) {
    const { id, step = '1' } = scene.fixtures.unpricedInstrument;
    await submitRefused(scene.trader, scene, 'unpriced', { instrumentId: id, price: undefined, qty: step });
  },

  judge: (history) => refusedByOwner(history, 'unpriced', { status: 409, code: 'NO_REFERENCE_PRICE' }),
});
