import type { Exchange } from '../../client/exchange.ts';
import { isOk, rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { nextCursor } from '../../scenes/collection.ts';
import { everyPage, rowKeyOf } from '../../scenes/every-page.ts';
import { executionsAtHand, ordersAtHand } from '../../scenes/rows-at-hand.ts';
import { isBounded } from './bounded-page.ts';

/** Other limits, by that of the page which gave the cursor. */
const OTHERS = { 2: [1, 3], 1: [2, 3] } as const;

/** What follows a page is the same rows whatever the limit: the shorter answer begins the longer one. */
function goesOn(history: History, path: string): Judgement {
  const first = history.one(`first ${path}`);
  const [fewer, more] = [history.one(`fewer ${path}`), history.one(`more ${path}`)];
  const keysOf = (page: Exchange) => rows(page).map(rowKeyOf(path));
  const before = new Set(keysOf(first));
  const bounded = allOf(isBounded(fewer), isBounded(more));
  if (bounded.verdict !== 'pass') return bounded;
  return allOf(
    keysOf(fewer)[0] === keysOf(more)[0] ? pass : violated('the same next row', fewer, more),
    keysOf(more).some((key) => before.has(key)) ? violated('rows that follow the page', first, more) : pass,
  );
}

export const cursorWithAnotherLimit = check({
  id: 'page/cursor-with-another-limit',
  proves: ['PAGE-16'],
  title: 'a cursor may be sent with another limit than its page had',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader, target } = scene;
    await ordersAtHand(scene, 5);
    await executionsAtHand(scene, 3);
    for (const path of await everyPage(trader, target)) {
      // Of two rows, one is a page.
      for (const limit of [2, 1] as const) {
        const cursor = nextCursor(await trader.get(path, { query: { limit } }));
        if (cursor === undefined) continue;
        const [fewer, more] = OTHERS[limit];
        await trader.get(path, { query: { limit }, label: `first ${path}` });
        await trader.get(path, { query: { limit: fewer, cursor }, label: `fewer ${path}` });
        await trader.get(path, { query: { limit: more, cursor }, label: `more ${path}` });
        break;
      }
    }
  },

  judge(history) {
    const paths = history.exchanges.flatMap(({ label }) => /^fewer (.*)$/.exec(label ?? '')?.[1] ?? []);
    if (!paths.some((path) => isOk(history.one(`first ${path}`))))
      return inconclusive('no collection has a second page');
    return eachOf(paths, (path) => goesOn(history, path));
  },
});
