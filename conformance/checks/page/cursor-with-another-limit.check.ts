import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { isOk, rows } from '../../target/exchange.ts';
import { COLLECTIONS, type Collection, idsOf, nextCursor } from './collection.ts';
import { executionsAtHand, ordersAtHand } from './rows-at-hand.ts';

const LIMITS = { fewer: 1, more: 3 };

/** What follows a page is the same rows whatever the limit: the shorter answer begins the longer one. */
function goesOn(history: History, collection: Collection): Judgement {
  const first = history.maybe(`first ${collection.path}`);
  if (first === undefined || !isOk(first)) return inconclusive(`${collection.path} has no second page`);
  const [fewer, more] = [history.one(`fewer ${collection.path}`), history.one(`more ${collection.path}`)];
  const last = idsOf(first, collection).at(-1) ?? 0n;
  return allOf(
    ...[fewer, more].map((page) => expects(page, { status: 200 }, 'a limit other than that of the page which gave it')),
    rows(fewer).length <= LIMITS.fewer ? pass : violated('at most one row', fewer),
    rows(more).length <= LIMITS.more ? pass : violated('at most three rows', more),
    idsOf(fewer, collection)[0] === idsOf(more, collection)[0] ? pass : violated('the same next row', fewer, more),
    idsOf(more, collection).every((id) => id < last) ? pass : violated('rows that follow the page', first, more),
  );
}

export const cursorWithAnotherLimit = check({
  id: 'page/cursor-with-another-limit',
  proves: ['PAGE-16'],
  title: 'a cursor may be sent with another limit than its page had',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader } = scene;
    await ordersAtHand(scene, 5);
    await executionsAtHand(scene, 3);
    for (const { path } of COLLECTIONS) {
      const first = await trader.get(path, { query: { limit: 2 }, label: `first ${path}` });
      const cursor = nextCursor(first);
      if (cursor === undefined) continue;
      await trader.get(path, { query: { limit: LIMITS.fewer, cursor }, label: `fewer ${path}` });
      await trader.get(path, { query: { limit: LIMITS.more, cursor }, label: `more ${path}` });
    }
  },

  judge: (history) =>
    eachOf(COLLECTIONS, (collection) =>
      history.maybe(`fewer ${collection.path}`) === undefined
        ? inconclusive(`${collection.path} has no second page`)
        : goesOn(history, collection),
    ),
});
