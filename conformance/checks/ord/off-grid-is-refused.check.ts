import type { OrderBody } from '../../client/order.ts';
import { finerBy1 } from '../../rules/exact-decimal.ts';
import { check } from '../../runner/check.ts';
import { allOf } from '../../runner/judgement.ts';
import { refusedByOwner, submitRefused } from './refused-order.ts';

/** The eighteenth place is the last that the door lets through (MON-08): no grid is as fine. */
const HAIR = '0.000000000000000001';

/** Both ends of "finer": one place past the grid beside a good value, and as fine as may be. */
export const offGridIsRefused = check({
  id: 'ord/off-grid-is-refused',
  proves: ['ORD-08'],
  title: 'a price finer than the tick is refused 422 TICK_SIZE_VIOLATION by the owner, a quantity QTY_STEP_VIOLATION',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { tick, step } = scene.fixtures.instrument;
    const refused = (what: string, over: OrderBody) => submitRefused(scene.trader, scene, what, over);
    await refused('a price just off the tick', { price: finerBy1(tick) });
    await refused('a price far off the tick', { price: HAIR });
    await refused('a quantity just off the step', { qty: finerBy1(step) });
    await refused('a quantity far off the step', { qty: HAIR });
  },

  judge(history) {
    const by = (code: string, ...whats: readonly string[]) =>
      whats.map((what) => refusedByOwner(history, what, { status: 422, code }));
    return allOf(
      ...by('TICK_SIZE_VIOLATION', 'a price just off the tick', 'a price far off the tick'),
      ...by('QTY_STEP_VIOLATION', 'a quantity just off the step', 'a quantity far off the step'),
    );
  },
});
