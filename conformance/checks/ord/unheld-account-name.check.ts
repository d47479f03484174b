import { check } from '../../runner/check.ts';
import { refusedAtTheDoor, submitRefused } from './refused-order.ts';

export const unheldAccountName = check({
  id: 'ord/unheld-account-name',
  proves: ['ORD-04'],
  title:
    'an account name that nothing holds answers 422 ACCOUNT_NOT_ACTIVE at the door: no position, and the key is free',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const name = `no desk of ours ${scene.freshKey()}`;
    await submitRefused(scene.trader, scene, 'unheld', { accountId: undefined, account: name });
  },

  judge: (history) => refusedAtTheDoor(history, 'unheld', { status: 422, code: 'ACCOUNT_NOT_ACTIVE' }),
});
