import { check } from '../../runner/check.ts';
import { allOf } from '../../runner/judgement.ts';
import { refusedByOwner, submitRefused } from './refused-order.ts';

/** The largest 64-bit integer: it fits at its own scale, and at no finer one. */
const LARGEST = '9223372036854775807';

/** On a deployed member a cap may be judged first: its 422 is right too. */
export const pastTheWorkingScale = check({
  id: 'ord/past-the-working-scale',
  proves: ['ORD-09'],
  title: "a price or quantity past a 64-bit integer at the instrument's working scale is refused 422 by the owner",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    await submitRefused(scene.trader, scene, 'price', { price: LARGEST, qty: scene.fixtures.instrument.step });
    await submitRefused(scene.trader, scene, 'quantity', { qty: LARGEST });
  },

  judge(history) {
    const refusal = history.target.strict ? { status: 422, code: 'INVALID_FIELD' } : { status: 422 };
    return allOf(refusedByOwner(history, 'price', refusal), refusedByOwner(history, 'quantity', refusal));
  },
});
