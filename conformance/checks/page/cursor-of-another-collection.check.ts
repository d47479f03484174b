import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive } from '../../runner/judgement.ts';
import { isOk } from '../../target/exchange.ts';
import { nextCursor } from './collection.ts';
import { executionsAtHand, ordersAtHand } from './rows-at-hand.ts';

export const cursorOfAnotherCollection = check({
  id: 'page/cursor-of-another-collection',
  proves: ['PAGE-10'],
  title: 'a cursor of another collection is refused 400 INVALID_CURSOR',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader } = scene;
    await ordersAtHand(scene, 2);
    await executionsAtHand(scene, 2);
    for (const [own, other] of [
      ['/orders', '/executions'],
      ['/executions', '/orders'],
    ] as const) {
      const cursor = nextCursor(await trader.get(own, { query: { limit: 1 } }));
      if (cursor === undefined) continue;
      await trader.get(own, { query: { limit: 1, cursor }, label: 'own' });
      await trader.get(other, { query: { limit: 1, cursor }, label: 'other' });
    }
  },

  judge: (history) =>
    allOf(
      eachOf(history.labelled('other'), (e) => expects(e, { status: 400, code: 'INVALID_CURSOR' })),
      history.labelled('own').every(isOk) ? { verdict: 'pass' } : inconclusive('a cursor is not good for its own walk'),
    ),
});
