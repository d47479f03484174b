import type { Exchange } from '../../../client/exchange.ts';
import { errorCode, isOk, status, textAt } from '../../../client/exchange.ts';
import type { History } from '../../../runner/history.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { isOfRegister } from '../../families.ts';
import { queriesOf } from '../../reading.ts';
import type { Statement } from '../../statement.ts';
import { scopeOf } from '../../walked-pages.ts';

/** The pages that issued a cursor, by the scope of each. */
type Givers = ReadonlyMap<string, Exchange>;

function isRefused(e: Exchange): boolean {
  return status(e) === 400 && errorCode(e) === 'INVALID_CURSOR';
}

/** The member was too busy or did not admit the caller: it did not judge the cursor. */
function isUnread(e: Exchange): boolean {
  return [401, 403, 404, 429, 503].includes(status(e) ?? 0);
}

/** Whether the view of one of the two is open: the member chooses which view is the default (decision A58). */
function mayBeOfOneView(giver: Exchange, e: Exchange): boolean {
  const [of, to] = [scopeOf(giver), scopeOf(e)];
  if (of === undefined || to === undefined || !isOfRegister(of.family)) return false;
  if (queriesOf(giver).has('view') === queriesOf(e).has('view')) return false;
  const isSame = of.organisation === to.organisation && of.collection === to.collection;
  return isSame && String([...of.filters]) === String([...to.filters]);
}

function judgeUse(
  e: Exchange,
  scope: string,
  givers: Givers | undefined,
  { singleMember, strict }: History['target'],
): Judgement {
  if ((status(e) ?? 0) >= 500 && status(e) !== 503) return violated('400 INVALID_CURSOR, or a page', e);
  if (givers === undefined || isUnread(e)) return pass;
  if (!strict && [...givers.values()].some((giver) => mayBeOfOneView(giver, e))) return pass;
  const [giver] = givers.values();
  if (givers.has(scope)) {
    // Another member may not know the cursor (decision A54).
    if (!singleMember || !isRefused(e)) return pass;
    return violated('a page: its cursor was given for just this read', giver as Exchange, e);
  }
  if (isRefused(e)) return pass;
  return violated(
    '400 INVALID_CURSOR: its cursor was given for another collection, filter, view or organisation',
    giver as Exchange,
    e,
  );
}

/** T28. A cursor is valid only for the collection, filter, view and organisation that it was issued for. */
export const cursorsAreBound: Statement = {
  id: 'T28',
  says: 'a cursor is good for the collection, filter, view and organisation that gave it, and for nothing else',
  shows: ['PAGE-10', 'PAGE-09', 'PAGE-16'],
  judge({ history, target }) {
    const given = new Map<string, Map<string, Exchange>>();
    const judgements: Judgement[] = [];
    for (const exchange of history.answered) {
      const scope = scopeOf(exchange)?.scope;
      if (scope === undefined) continue;
      const cursor = queriesOf(exchange).get('cursor');
      if (cursor !== undefined) judgements.push(judgeUse(exchange, scope, given.get(cursor), target));
      if (!isOk(exchange)) continue;
      for (const name of ['nextCursor', 'prevCursor']) {
        const text = textAt(exchange, name);
        if (text === undefined) continue;
        const givers = given.get(text) ?? new Map<string, Exchange>();
        given.set(text, givers.set(scope, exchange));
      }
    }
    return allOf(judgements);
  },
};
