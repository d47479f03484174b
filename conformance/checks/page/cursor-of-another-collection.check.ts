import { isOk } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive } from '../../runner/judgement.ts';
import { nextCursor } from '../../scenes/collection.ts';
import { everyPage } from '../../scenes/every-page.ts';
import { executionsAtHand, ordersAtHand } from '../../scenes/rows-at-hand.ts';

export const cursorOfAnotherCollection = check({
  id: 'page/cursor-of-another-collection',
  proves: ['PAGE-10'],
  title: 'a cursor of another collection is refused 400 INVALID_CURSOR',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader, target } = scene;
    await ordersAtHand(scene, 2);
    await executionsAtHand(scene, 2);
    const paths = await everyPage(trader, target);
    for (const [i, own] of paths.entries()) {
      const cursor = nextCursor(await trader.get(own, { query: { limit: 1 } }));
      if (cursor === undefined) continue;
      await trader.get(own, { query: { limit: 1, cursor }, label: 'own' });
      // Each of them is so the other one of two; rows of orders are shown by two collections, and one's cursor is not the other's.
      const others = [paths[(i + 1) % paths.length], paths[(i + 2) % paths.length], ordersBeside(own, paths)];
      for (const other of new Set(others)) {
        if (other !== undefined && other !== own)
          await trader.get(other, { query: { limit: 1, cursor }, label: 'other' });
      }
    }
  },

  judge: (history) =>
    allOf(
      eachOf(history.labelled('other'), (e) => expects(e, { status: 400, code: 'INVALID_CURSOR' })),
      history.labelled('own').every(isOk) ? { verdict: 'pass' } : inconclusive('a cursor is not good for its own walk'),
    ),
});

function ordersBeside(own: string, paths: readonly string[]): string | undefined {
  return own.endsWith('/orders') ? paths.find((path) => path !== own && path.endsWith('/orders')) : undefined;
}
