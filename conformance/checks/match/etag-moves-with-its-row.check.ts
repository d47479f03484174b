import type { Exchange } from '../../client/exchange.ts';
import { isOk, json } from '../../client/exchange.ts';
import { isAtOrAfter, readAfter } from '../../client/read-after.ts';
import { etagOf } from '../../client/row-version.ts';
import { sameBody } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { anyShownOf, inconclusive, notExercised, pass, violated } from '../../runner/judgement.ts';
import { driveMovedPolicy } from './moved-policy.ts';
import { ownPortfolio, renamed } from './own-portfolio.ts';

/** The read before, the write, the read after it: labels. */
const STEPS = [
  ['portfolio 1', 'portfolio restated', 'portfolio 2'],
  ['row 1', 'restated', 'row 2'],
  ['row 2', 'moved', 'row 4'],
] as const;

/** Two states of one row have two validators. A write of which nothing is to be seen in the row tells nothing. */
function moves(history: History, [before, write, after]: (typeof STEPS)[number]): Judgement {
  const [former, latter] = [before, after].map((label) => history.labelled(label).at(-1));
  const written = history.maybe(write);
  if (former === undefined || written === undefined || latter === undefined)
    return notExercised(`the member took no row to be ${write}`);
  return movesBetween(former, written, latter);
}

function movesBetween(former: Exchange, write: Exchange, latter: Exchange): Judgement {
  const { method, path } = write.request;
  if (![former, write, latter].every(isOk)) return notExercised(`${method} ${path} was not taken`);
  if (etagOf(former) === undefined) return inconclusive('the row carries no ETag (MATCH-01 says so)');
  if (!isAtOrAfter(latter, write)) return inconclusive('the member that was read had not applied the write yet');
  if (sameBody(json(former), json(latter))) return notExercised(`the row reads as before ${method} ${path}`);
  return etagOf(former) === etagOf(latter)
    ? violated('another ETag: the row is another since the write', former, write, latter)
    : pass;
}

export const etagMovesWithItsRow = check({
  id: 'match/etag-moves-with-its-row',
  proves: ['MATCH-01'],
  title: 'the ETag of a row is another after every write that changes the row, an arm too',
  needs: ['admin', 'asset', 'writes'],

  async drive(scene) {
    const { admin, elapse } = scene;
    const own = await ownPortfolio(admin, 'touchstone-moved');
    if (own !== undefined) {
      await admin.get(own.path, { label: 'portfolio 1' });
      const restated = await admin.put(own.path, renamed(own, 'on'), { label: 'portfolio restated' });
      await readAfter(admin, restated, own.path, { elapse, label: 'portfolio 2' });
      await admin.put(own.path, own.body);
    }
    await driveMovedPolicy(scene);
  },

  // One row that moved is an instance; the others need not be served under the assumed bodies.
  judge: (history) => anyShownOf(...STEPS.map((step) => moves(history, step))),
});
