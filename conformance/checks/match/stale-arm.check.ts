import type { Exchange } from '../../client/exchange.ts';
import { isOk, json, position } from '../../client/exchange.ts';
import { isAtOrAfter } from '../../client/read-after.ts';
import { etagOf } from '../../client/row-version.ts';
import { sameBody } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, notExercised, pass, violated } from '../../runner/judgement.ts';
import { driveMovedPolicy } from './moved-policy.ts';

/** A door's refusal names no position: a read of the state before it shows the row as well. */
function isUnmoved(current: Exchange, stale: Exchange, after: Exchange): Judgement {
  const from = position(stale) === undefined ? current : stale;
  if (!isOk(after) || !isAtOrAfter(after, from)) return inconclusive('the row was not read after the refusal');
  return sameBody(json(after), json(current)) && etagOf(after) === etagOf(current)
    ? pass
    : violated('the row as it was before the refused arm', current, stale, after);
}

export const staleArm = check({
  id: 'match/stale-arm',
  proves: ['MATCH-04'],
  title: 'an arm of the register under a stale If-Match answers 412 and moves nothing',
  needs: ['admin', 'asset', 'writes'],

  async drive(scene) {
    await driveMovedPolicy(scene);
  },

  judge(history) {
    const [stale, moved] = [history.maybe('stale'), history.maybe('moved')];
    if (stale === undefined || moved === undefined)
      return notExercised('no policy was restated under another ETag: bodies of the register are assumed');
    // The same arm under the current validator: the refused one is stale and nothing else.
    if (!isOk(moved) && !isOk(stale)) return notExercised('the arm is not taken under the current ETag either');
    const [current, after] = [history.last('row 2'), history.last('row 3')];
    return allOf(expects(stale, { status: 412 }, 'a stale If-Match'), isUnmoved(current, stale, after));
  },
});
