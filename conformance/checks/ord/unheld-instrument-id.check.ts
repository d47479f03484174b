import { check } from '../../runner/check.ts';
import { allOf, pass } from '../../runner/judgement.ts';
import { refusedByOwner, submitRefused } from './refused-order.ts';

const NOBODYS = 2_147_483_647;

export const unheldInstrumentId = check({
  id: 'ord/unheld-instrument-id',
  proves: ['ORD-10'],
  title: 'an instrumentId that is not held open is refused 422 INSTRUMENT_NOT_LIVE by the owner, never at the door',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { haltedInstrument } = scene.fixtures;
    await submitRefused(scene.trader, scene, 'unheld', { instrumentId: NOBODYS });
    if (haltedInstrument === undefined) return;
    await submitRefused(scene.trader, scene, 'halted', { instrumentId: haltedInstrument.id });
  },

  judge(history) {
    const refusal = { status: 422, code: 'INSTRUMENT_NOT_LIVE' };
    return allOf(
      refusedByOwner(history, 'unheld', refusal),
      history.maybe('halted') === undefined ? pass : refusedByOwner(history, 'halted', refusal),
    );
  },
});
