import type { Exchange } from '../../client/exchange.ts';
import { at, status } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';
import { nextCursor } from '../../scenes/collection.ts';
import { everyPage } from '../../scenes/every-page.ts';
import { executionsAtHand, ordersAtHand } from '../../scenes/rows-at-hand.ts';

/** Another character of the same alphabet. */
function other(character: string | undefined): string {
  return character === 'A' ? 'B' : 'A';
}

/** The same cursor with one thing changed: a character in front, in the middle, at the end; cut; made longer. */
function mutations(cursor: string): readonly string[] {
  const middle = Math.floor(cursor.length / 2);
  const changed = [0, middle, cursor.length - 2].map(
    (i) => cursor.slice(0, i) + other(cursor[i]) + cursor.slice(i + 1),
  );
  return [...changed, cursor.slice(0, -1), cursor.slice(0, middle), cursor.slice(1), `${cursor}A`, `${cursor}=`];
}

/** A deployed member's cursors need not be sealed: one that still decodes may be served as a page (T28). */
function isRefusedOrAPage(e: Exchange): Judgement {
  if (status(e) !== 200) return expects(e, { status: 400, code: 'INVALID_CURSOR' });
  return Array.isArray(at(e, 'items')) ? pass : violated('400 INVALID_CURSOR, or a page', e);
}

export const mutatedCursor = check({
  id: 'page/mutated-cursor',
  proves: ['PAGE-09'],
  title: 'a cursor that was changed or cut is refused 400 INVALID_CURSOR',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    await ordersAtHand(scene, 2);
    await executionsAtHand(scene, 2);
    for (const path of await everyPage(scene.trader, scene.target)) {
      const cursor = nextCursor(await scene.trader.get(path, { query: { limit: 1 } }));
      if (cursor === undefined) continue;
      for (const mutated of mutations(cursor)) {
        await scene.trader.get(path, { query: { limit: 1, cursor: mutated }, label: 'mutated' });
      }
    }
  },

  judge: (history) =>
    eachOf(history.labelled('mutated'), (e) =>
      history.target.strict ? expects(e, { status: 400, code: 'INVALID_CURSOR' }) : isRefusedOrAPage(e),
    ),
});
