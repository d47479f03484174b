import type { Exchange } from '../../client/exchange.ts';
import { at, isOk, position, rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { COLLECTIONS, type Collection, nextCursor } from '../../scenes/collection.ts';
import { executionsAtHand, ordersAtHand } from '../../scenes/rows-at-hand.ts';

/** At one position there is one count (T29); rows are never taken away, so at a later one it is not smaller. */
function agreesWith(whole: Exchange, page: Exchange): Judgement {
  const total = at(page, 'total');
  if (!Number.isInteger(total)) return violated('total, an integer, where include=total is sent', page);
  const count = rows(whole).length;
  const [of, from] = [position(page), position(whole)];
  if (of === undefined || from === undefined) return inconclusive('the pages name no position');
  const good = of === from ? total === count : of > from ? Number(total) >= count : Number(total) <= count;
  return good ? pass : violated(`a total of ${count}, the rows of the collection`, whole, page);
}

function counts(history: History, { path }: Collection): Judgement {
  const whole = history.one(`whole ${path}`);
  const asked = history.labelled(`counted ${path}`).filter(isOk);
  if (!isOk(whole) || asked.length < 2) return inconclusive(`no two pages of ${path} were served`);
  return allOf(
    ...[whole, ...asked].map((page) => agreesWith(whole, page)),
    eachOf(history.labelled(`plain ${path}`), (page) =>
      at(page, 'total') === null ? pass : violated('total null where include=total is not sent', page),
    ),
  );
}

export const totalCountsTheRows = check({
  id: 'page/total-counts-the-rows',
  proves: ['PAGE-05'],
  title: 'total is null unless include=total is sent, and then the exact count of rows, the same on each page',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader } = scene;
    await ordersAtHand(scene, 3);
    await executionsAtHand(scene, 3);
    for (const { path } of COLLECTIONS) {
      const include = 'total';
      const counted = { label: `counted ${path}` };
      await trader.get(path, { query: { include }, label: `whole ${path}` });
      const first = await trader.get(path, { query: { limit: 1, include }, ...counted });
      const cursor = nextCursor(first);
      if (cursor === undefined) continue;
      await trader.get(path, { query: { limit: 1, include, cursor }, ...counted });
      await trader.get(path, { query: { limit: 1, cursor }, label: `plain ${path}` });
      await trader.get(path, { query: { limit: 1 }, label: `plain ${path}` });
    }
  },

  judge: (history) => eachOf(COLLECTIONS, (collection) => counts(history, collection)),
});
