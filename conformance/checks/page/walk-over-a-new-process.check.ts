import { errorCode, rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { inconclusive, pass } from '../../runner/judgement.ts';
import { COLLECTIONS, idsOf, nextCursor } from '../../scenes/collection.ts';
import { ordersAtHand } from '../../scenes/rows-at-hand.ts';
import { walk } from '../../scenes/walk.ts';
import { judgeWalk } from './walk-judgement.ts';

const [ORDERS] = COLLECTIONS;
const ROWS = 5;
const LIMIT = 2;
const MOST_PAGES = 3;

/** A deployed member may have forgotten what its former process gave (decision A54); a page of anything else is wrong. */
function isForgotten(history: History): boolean {
  const [second] = history.labelled('after');
  return !history.target.strict && second !== undefined && errorCode(second) === 'INVALID_CURSOR';
}

export const walkOverANewProcess = check({
  id: 'page/walk-over-a-new-process',
  proves: ['PAGE-07'],
  title: 'a walk goes on where it was though the member that served its first page is another process by now',
  needs: ['trader', 'account', 'instrument', 'writes', 'control', 'destructive'],

  async drive(scene) {
    const { trader, control } = scene;
    await ordersAtHand(scene, ROWS);
    await trader.get(ORDERS.path, { query: { limit: ROWS }, label: 'standing' });
    const first = await trader.get(ORDERS.path, { query: { limit: LIMIT }, label: 'before' });
    await control.crash();
    const from = nextCursor(first);
    if (from !== undefined) await walk(trader, ORDERS.path, { limit: LIMIT, label: 'after', most: MOST_PAGES, from });
  },

  judge(history) {
    const standing = history.one('standing');
    if (rows(standing).length < ROWS) return inconclusive(`fewer than ${ROWS} orders stand`);
    if (history.labelled('after').length === 0) return inconclusive('the first page named no nextCursor');
    if (isForgotten(history)) return pass;
    return judgeWalk([history.one('before'), ...history.labelled('after')], ORDERS, idsOf(standing, ORDERS));
  },
});
