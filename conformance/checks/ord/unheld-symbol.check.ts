import { check } from '../../runner/check.ts';
import { refusedAtTheDoor, submitRefused } from './refused-order.ts';

export const unheldSymbol = check({
  id: 'ord/unheld-symbol',
  proves: ['ORD-05', 'IDEM-07'],
  title: 'a symbol with no instrument answers 422 INSTRUMENT_NOT_LIVE at the door: no position, and the key is free',
  needs: ['trader', 'account', 'instrument', 'writes'],
  since: '0.3.4',

  async drive(scene) {
    const name = `no market of ours ${scene.freshKey()}`;
    await submitRefused(scene.trader, scene, 'unheld', { instrumentId: undefined, instrument: name });
  },

  judge: (history) => refusedAtTheDoor(history, 'unheld', { status: 422, code: 'INSTRUMENT_NOT_LIVE' }),
});
