import { check } from '../../runner/check.ts';
import { refusedByOwner, submitRefused } from './refused-order.ts';

export const submitNeedsOrdersTrade = check({
  id: 'ord/submit-needs-orders-trade',
  proves: ['ORD-17'],
  title: 'a submission without orders:trade is refused 403 CAPABILITY_DENIED by the owner',
  needs: ['viewer', 'account', 'instrument', 'writes'],

  async drive(scene) {
    await submitRefused(scene.viewer, scene, 'viewer', { qty: '1.25' });
  },

  judge: (history) => refusedByOwner(history, 'viewer', { status: 403, code: 'CAPABILITY_DENIED' }),
});
