import { isOk } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive } from '../../runner/judgement.ts';
import { nextCursor } from '../../scenes/collection.ts';
import { everyPage } from '../../scenes/every-page.ts';
import { executionsAtHand, ordersAtHand } from '../../scenes/rows-at-hand.ts';

export const cursorOfAnotherOrganisation = check({
  id: 'page/cursor-of-another-organisation',
  proves: ['PAGE-10'],
  title: 'a cursor of another organisation is refused 400 INVALID_CURSOR',
  needs: ['trader', 'outsider', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader, outsider, target } = scene;
    await ordersAtHand(scene, 2);
    await executionsAtHand(scene, 2);
    // An instance's collections are not the outsider's to be asked for; the catalogue is the platform's own.
    const paths = (await everyPage(trader, target)).filter((path) => !/\/[0-9]+\/|versions$/.test(path));
    for (const path of paths) {
      const cursor = nextCursor(await trader.get(path, { query: { limit: 1 } }));
      if (cursor === undefined) continue;
      await trader.get(path, { query: { limit: 1, cursor }, label: 'own' });
      await outsider.get(path, { query: { limit: 1, cursor }, label: 'other' });
    }
  },

  judge: (history) =>
    allOf(
      eachOf(history.labelled('other'), (e) => expects(e, { status: 400, code: 'INVALID_CURSOR' })),
      history.labelled('own').every(isOk) ? { verdict: 'pass' } : inconclusive('a cursor is not good for its own walk'),
    ),
});
