import { check } from '../../runner/check.ts';
import { refusedByOwner, submitRefused } from './refused-order.ts';

export const noGridIsInvalid = check({
  id: 'ord/no-grid-is-invalid',
  proves: ['ORD-09'],
  title: 'an order of an instrument without a stated tick or step is refused 422 INVALID_FIELD by the owner',
  needs: ['trader', 'account', 'instrument', 'gridlessInstrument', 'writes'],

  async drive(scene) {
    const { id } = scene.fixtures.gridlessInstrument;
    await submitRefused(scene.trader, scene, 'gridless', { instrumentId: id, price: '1', qty: '1' });
  },

  judge: (history) => refusedByOwner(history, 'gridless', { status: 422, code: 'INVALID_FIELD' }),
});
